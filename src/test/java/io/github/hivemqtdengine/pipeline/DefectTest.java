// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.Metric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failures inside the extension: every message has exactly one outcome. */
class DefectTest extends RunningPipelines {

    /** Metrics that fail when a write is tried again. */
    private static final PipelineMetrics BROKEN = new PipelineMetrics() {
        @Override
        public Runnable counter(Metric metric, String id) {
            return () -> {
                throw new AssertionError("a defect");
            };
        }
    };

    /** Metrics that fail to record the latency of a stored message. */
    private static final PipelineMetrics BROKEN_LATENCIES = new PipelineMetrics() {
        @Override
        public RouteMetrics routeAdded(String routeId, RouteCounters counters) {
            return new RouteMetrics() {
                @Override
                public void stored(long[] commitNanos) {
                    throw new OutOfMemoryError("scripted");
                }
            };
        }
    };

    @Test
    void shouldKeepTheMessagesOfADeliveryThatBreaksOff() {
        var gate = database.shutGate();
        try (var pipeline = startWithBrokenMetrics()) {
            publish(pipeline, "a/x", "first"); // holds the lane while the others gather
            await().until(() -> database.waitingAtGate.get() == 1);
            database.fail(rows ->
                    rows.size() == 10 ? FailureKind.TOO_LARGE : holds(rows, "7") ? FailureKind.TRANSIENT : null);
            publish(pipeline, "a/x", 10);

            gate.countDown();

            awaitCompleted(pipeline, "a");
            assertThat(database.values()).containsExactly("first", "0", "1", "2", "3", "4");
            assertThat(letters)
                    .hasSize(5)
                    .allSatisfy(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.DEFECT))
                    .allSatisfy(letter -> assertThat(letter.detail()).contains("a defect"));
            assertThat(pipeline.counters("a").stored()).isEqualTo(6);
        }
    }

    @Test
    void shouldGoOnWithTheNextBatchAfterADeliveryThatBreaksOff() {
        database.fail(FailureKind.TRANSIENT, rows -> holds(rows, "bad luck"));
        try (var pipeline = startWithBrokenMetrics()) {
            publish(pipeline, "a/x", "bad luck");
            awaitCompleted(pipeline, "a");

            publish(pipeline, "a/x", "next");

            awaitCompleted(pipeline, "a");
            assertThat(database.values()).containsExactly("next");
        }
    }

    @Test
    void shouldCompleteStoredMessagesWhoseLatencyCannotBeRecorded() {
        try (var pipeline = pipeline(BROKEN_LATENCIES)) {
            publish(pipeline, "a/x", 5);

            pipeline.start();

            awaitCompleted(pipeline, "a");
            assertThat(pipeline.counters("a").stored()).isEqualTo(5);
        }
        assertThat(database.writes).singleElement().asInstanceOf(LIST).hasSize(5);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldDropWhatTheDeadLettersFailOn() {
        var pipeline = start(
                settings(1, 10),
                letter -> {
                    throw new AssertionError("a defect");
                },
                TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", "good", "bad", "good");

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("good", "good");
        assertThat(pipeline.counters("a").get(DropReason.DEAD_LETTERS_FULL)).isEqualTo(1);
    }

    private Pipeline startWithBrokenMetrics() {
        var pipeline = pipeline(BROKEN);
        pipeline.start();
        return pipeline;
    }

    private Pipeline pipeline(PipelineMetrics metrics) {
        var routes = RouteTable.of(List.of(TestRoute.arrivalRoute("a")));
        return new Pipeline(routes, List.of(database), settings(1, 10), letters::add, metrics, null);
    }
}
