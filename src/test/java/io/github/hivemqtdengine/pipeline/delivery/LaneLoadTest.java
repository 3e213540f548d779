package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LaneLoadTest {

    private static final Offset<Double> A_LITTLE = within(1.0);

    private final RouteAccount account = new RouteAccount("a", PipelineMetrics.NONE);
    private final LaneQueue queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
    private final LaneLoad load = new LaneLoad(queue);

    @Test
    void shouldCostTheTimeOfAllMessagesInTheLaneAndOneMore() {
        measure(1_000);
        append(3);
        queue.poll();
        load.recordTaken(message("a", "0"));

        assertThat(load.messages()).isEqualTo(3);
        assertThat(load.cost(0)).isCloseTo(4_000, A_LITTLE);
    }

    @Test
    void shouldFollowTheTimesOfWrites() {
        measure(1_000);
        load.recordWrite(10, 50_000);

        assertThat(load.cost(0)).isCloseTo(2_000, A_LITTLE);
    }

    @Test
    void shouldAverageTheDurationOfWrites() {
        assertThat(load.writeNanos()).isZero();

        for (int i = 0; i < 100; i++) {
            load.recordWrite(10, 4_000_000);
        }
        assertThat(load.writeNanos()).isEqualTo(4_000_000);

        load.recordWrite(1, 8_000_000);
        assertThat(load.writeNanos()).isEqualTo(5_000_000);
    }

    @Test
    void shouldCostMoreTheLongerADeliveryGoesOn() {
        measure(1_000);
        append(10);
        load.recordTaken(message("a", "0"));
        load.begin(5_000_000);

        assertThat(load.cost(5_000_500)).isCloseTo(12_000, A_LITTLE);
        assertThat(load.cost(6_000_000)).isCloseTo(12_000_000, A_LITTLE);
    }

    @Test
    void shouldCostWhatItDidBeforeWhenTheDeliveryIsOver() {
        measure(1_000);
        load.recordTaken(message("a", "0"));
        load.begin(0);
        load.end();

        assertThat(load.messages()).isZero();
        assertThat(load.cost(1_000_000_000)).isCloseTo(1_000, A_LITTLE);
    }

    @Test
    void shouldKnowTheOldestMessageUntilItIsDelivered() {
        assertThat(load.oldestArrival()).isEmpty();
        load.recordTaken(message("a", "0", 5).asReplayed());
        load.recordTaken(message("a", "0", 7));
        load.recordTaken(message("a", "0", 8));
        load.begin(0);
        assertThat(load.oldestArrival()).hasValue(7);

        load.end();

        assertThat(load.oldestArrival()).isEmpty();
    }

    private void measure(long nanosPerMessage) {
        for (int i = 0; i < 100; i++) {
            load.recordWrite(10, 10 * nanosPerMessage);
        }
    }

    private void append(int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(queue.offer(new QueuedMessage(account, message("a/x", "0"))))
                    .isTrue();
        }
    }
}
