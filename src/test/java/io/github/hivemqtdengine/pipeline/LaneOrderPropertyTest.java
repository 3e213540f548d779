// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.messageOfLine;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores messages of one group in the order of their arrival, whatever fails. */
class LaneOrderPropertyTest {

    /** So large that a batch of some is halved when it fails for a passing reason again and again. */
    private static final String PADDING = " ".repeat(30_000);

    private static final int MAX_FAILURES = 200;

    /** Outcome of a write. */
    enum Write {
        STORED(null),
        WAITED_OUT(FailureKind.CONGESTED),
        WAITED_OUT_OR_HALVED(FailureKind.TRANSIENT),
        BISECTED(FailureKind.REJECTED);

        private final @Nullable FailureKind failure;

        Write(@Nullable FailureKind failure) {
            this.failure = failure;
        }
    }

    @SeededTest(tries = 8)
    void shouldKeepEachGroupInOrder(RandomValues random) {
        var groups = random.list(0, 200, () -> random.between(0, 4));
        var writes = random.list(1, 20, () -> random.oneOf(Write.values()));
        var run = new RunningPipelines() {};
        run.database.fail(rows -> {
            int write = run.database.writes.size();
            return write > MAX_FAILURES ? null : writes.get(write % writes.size()).failure;
        });
        try {
            var pipeline = run.start(LaneOrderTest.unordered(3, 5), TestRoute.arrivalRoute("a"));
            for (int i = 0; i < groups.size(); i++) {
                var topic = "a/" + groups.get(i);
                pipeline.accept(pipeline.match(topic), messageOfLine(topic, topic, i + PADDING, 1_000_000L + i));
            }
            RunningPipelines.awaitCompleted(pipeline, "a");
        } finally {
            run.stop();
        }

        assertThat(run.letters.size() + run.database.stored.size()).isEqualTo(groups.size());
        for (int group = 0; group <= 4; group++) {
            assertThat(numbersOf(run.database, "a/" + group)).isSorted();
        }
    }

    private static List<Integer> numbersOf(ScriptedDatabase database, String topic) {
        return database.stored.stream()
                .filter(row -> row.subtable().equals(topic))
                .map(row -> Integer.valueOf(((String) Objects.requireNonNull(row.column(0))).strip()))
                .toList();
    }
}
