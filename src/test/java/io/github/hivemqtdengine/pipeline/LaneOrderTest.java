// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.messageOfLine;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Order within lanes, and independence between them. */
class LaneOrderTest extends RunningPipelines {

    private static final int GROUPS = 12;

    @Test
    void shouldKeepAGroupInOrderWhileItsLaneFailsAndComesBack() {
        var pipeline = start(unordered(3, 20), TestRoute.arrivalRoute("a"));
        publishToGroups(pipeline, 0, 10);
        var failures = new AtomicInteger();
        database.failLane(lane -> {
            failures.addAndGet(lane == 0 ? 1 : 0);
            return lane == 0 ? FailureKind.TRANSIENT : null;
        });
        publishToGroups(pipeline, 10, 200);
        await("a batch of the failing lane that is tried again").until(() -> failures.get() > 3);

        database.recover();
        publishToGroups(pipeline, 200, 300);

        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").get(AccountCounter.RETRIED)).isPositive();
        assertThat(database.stored).hasSize(GROUPS * 300);
        for (int group = 0; group < GROUPS; group++) {
            assertThat(valuesOf(group)).containsExactlyElementsOf(numbers(300));
        }
    }

    @Test
    void shouldStoreByTheOtherLanesWhatComesWhileOneFails() {
        database.failLane(lane -> lane == 0 ? FailureKind.TRANSIENT : null);
        var pipeline = start(settings(new LaneSettings(4, LaneKey.NONE, 10, null), 50), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 20_000);

        await().until(() -> pipeline.counters("a").stored() > 10_000);
        database.recover();
        awaitCompleted(pipeline, "a");
        assertThat(database.keys()).hasSize(20_000);
    }

    @ParameterizedTest
    @CsvSource({"TOPIC", "CLIENT_ID"})
    void shouldKeepMessagesOfOneKeyInOrder(LaneKey key) {
        var pipeline = start(settings(new LaneSettings(4, key, 1, null), 20), TestRoute.arrivalRoute("a"));

        for (int i = 0; i < 1_000; i++) {
            var topic = key == LaneKey.TOPIC ? "a/x" : "a/" + i;
            pipeline.accept(pipeline.match(topic), messageOfLine("x", topic, "" + i, 1_000_000L + i));
        }

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactlyElementsOf(numbers(1_000));
    }

    static DeliverySettings unordered(int lanes, int rows) {
        return settings(new LaneSettings(lanes, LaneKey.NONE, 3, "line"), rows);
    }

    /** Numbers of a range to every group, in turn. */
    private static void publishToGroups(Pipeline pipeline, int from, int to) {
        IntStream.range(from, to).forEach(number -> {
            for (int group = 0; group < GROUPS; group++) {
                var topic = "a/" + group;
                pipeline.accept(
                        pipeline.match(topic), messageOfLine("line " + group, topic, "" + number, 1_000_000L + number));
            }
        });
    }

    private List<Object> valuesOf(int group) {
        return database.stored.stream()
                .filter(row -> row.subtable().equals("a/" + group))
                .map(row -> Objects.requireNonNull(row.column(0)))
                .toList();
    }
}
