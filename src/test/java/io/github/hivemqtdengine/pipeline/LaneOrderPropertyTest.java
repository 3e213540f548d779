package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.messageOfLine;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever fails, messages of one group are stored in the order of their arrival. */
class LaneOrderPropertyTest {

    private static final List<FailureKind> PASSING = List.of(FailureKind.TRANSIENT, FailureKind.CONGESTED);

    @Property(tries = 25)
    void shouldKeepEachGroupInOrder(
            @ForAll @Size(max = 200) List<@IntRange(max = 4) Integer> groups,
            @ForAll @Size(min = 1, max = 20) List<Boolean> failures) {
        var run = new RunningPipelines() {};
        run.database.fail(rows -> {
            int write = run.database.writes.size();
            boolean fails = write <= 200 && failures.get(write % failures.size());
            return fails ? PASSING.get(write % PASSING.size()) : null;
        });
        try {
            var pipeline = run.start(LaneOrderTest.unordered(3, 5), TestRoute.arrivalRoute("a"));
            for (int i = 0; i < groups.size(); i++) {
                var topic = "a/" + groups.get(i);
                pipeline.accept(pipeline.match(topic), messageOfLine(topic, topic, "" + i, 1_000_000L + i));
            }
            RunningPipelines.awaitSettled(pipeline, "a");
        } finally {
            run.stop();
        }

        assertThat(run.letters).isEmpty();
        assertThat(run.database.stored).hasSize(groups.size());
        for (int group = 0; group <= 4; group++) {
            assertThat(numbersOf(run.database, "a/" + group)).isSorted();
        }
    }

    private static List<Integer> numbersOf(ScriptedDatabase database, String topic) {
        return database.stored.stream()
                .filter(row -> row.subtable().equals(topic))
                .map(row -> Integer.valueOf((String) Objects.requireNonNull(row.column(0))))
                .toList();
    }
}
