// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WritePaceTest {

    private static final Offset<Double> A_LITTLE = within(1.0);
    private static final long SLOW = Duration.ofMillis(5_001).toNanos();
    private static final long MIDDLING = Duration.ofSeconds(3).toNanos();
    private static final long QUICK = Duration.ofSeconds(1).toNanos();

    private final RouteAccount account = new RouteAccount("a", PipelineMetrics.NONE);
    private final LaneQueue queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
    private final WritePace pace = pace(10_000);

    @Test
    void shouldCostTheTimeOfAllMessagesInTheLaneAndOneMore() {
        measure(1_000);
        append(3);
        queue.poll();
        pace.recordTaken(message("a", "0"));

        assertThat(pace.messages()).isEqualTo(3);
        assertThat(pace.cost(0)).isCloseTo(4_000, A_LITTLE);
    }

    @Test
    void shouldFollowTheTimesOfWrites() {
        measure(1_000);
        pace.recordSuccess(10, 10, 50_000);

        assertThat(pace.cost(0)).isCloseTo(2_000, A_LITTLE);
    }

    @Test
    void shouldAverageTheDurationOfWrites() {
        assertThat(pace.writeNanos()).isZero();

        for (int i = 0; i < 100; i++) {
            pace.recordSuccess(10, 10, 4_000_000);
        }
        assertThat(pace.writeNanos()).isEqualTo(4_000_000);

        pace.recordSuccess(1, 1, 8_000_000);
        assertThat(pace.writeNanos()).isEqualTo(5_000_000);
    }

    @Test
    void shouldCostMoreTheLongerADeliveryGoesOn() {
        measure(1_000);
        append(10);
        pace.recordTaken(message("a", "0"));
        pace.begin(5_000_000);

        assertThat(pace.cost(5_000_500)).isCloseTo(12_000, A_LITTLE);
        assertThat(pace.cost(6_000_000)).isCloseTo(12_000_000, A_LITTLE);
    }

    @Test
    void shouldCostWhatItDidBeforeWhenTheDeliveryIsOver() {
        measure(1_000);
        pace.recordTaken(message("a", "0"));
        pace.begin(0);
        pace.end();

        assertThat(pace.messages()).isZero();
        assertThat(pace.cost(1_000_000_000)).isCloseTo(1_000, A_LITTLE);
    }

    @Test
    void shouldKnowTheOldestMessageUntilItIsDelivered() {
        assertThat(pace.oldestArrival()).isEmpty();
        pace.recordTaken(message("a", "0", 5).asReplayed());
        pace.recordTaken(message("a", "0", 7));
        pace.recordTaken(message("a", "0", 8));
        pace.begin(0);
        assertThat(pace.oldestArrival()).hasValue(7);

        pace.end();

        assertThat(pace.oldestArrival()).isEmpty();
    }

    @Test
    void shouldHalveWhatIsWrittenSlowly() {
        pace.recordSuccess(10_000, 1, SLOW);
        assertThat(pace.rows()).isEqualTo(5_000);

        pace.recordSuccess(1_000, 1, SLOW);
        assertThat(pace.rows()).as("half of a slow batch that was not full").isEqualTo(500);
    }

    @Test
    void shouldHalveWhatTimesOutOnceForEachSize() {
        pace.recordFailure(10_000, SLOW);
        pace.recordFailure(10_000, SLOW);
        assertThat(pace.rows()).isEqualTo(5_000);

        pace.recordFailure(5_000, SLOW);
        assertThat(pace.rows()).isEqualTo(2_500);
    }

    @Test
    void shouldNotMindFailuresThatTakeNoTime() {
        pace.recordFailure(10_000, QUICK);

        assertThat(pace.rows()).isEqualTo(10_000);
    }

    @Test
    void shouldNotGoBelowItsFloor() {
        for (int i = 0; i < 20; i++) {
            pace.recordFailure(pace.rows(), SLOW);
        }
        assertThat(pace.rows()).isEqualTo(100);

        var small = pace(30);
        small.recordFailure(30, SLOW);
        assertThat(small.rows()).as("where less is configured").isEqualTo(30);
    }

    @Test
    void shouldGrowBackWithFullBatchesThatAreQuick() {
        pace.recordFailure(2_400, SLOW);
        assertThat(pace.rows()).isEqualTo(1_200);

        pace.recordSuccess(500, 1, QUICK);
        assertThat(pace.rows()).as("after a batch that was not full").isEqualTo(1_200);
        pace.recordSuccess(1_200, 1, MIDDLING);
        assertThat(pace.rows()).as("after a batch that was not quick").isEqualTo(1_200);

        for (int expected : new int[] {2_400, 4_800, 9_600, 10_000, 10_000}) {
            pace.recordSuccess(pace.rows(), 1, QUICK);
            assertThat(pace.rows()).isEqualTo(expected);
        }
    }

    @Test
    void shouldBoundTheNextBatch() {
        pace.recordFailure(400, SLOW);

        assertThat(new BatchCollector.Batch(pace.rows(), pace.bytes()).room()).isEqualTo(200);
    }

    @Test
    void shouldSuspectTheSizeOfSeveralMessagesWithManyRowsOrBytes() {
        var large = mapped(64 * 1_024, 0);
        assertThat(WritePace.mayBeTooLarge(List.of(large, large))).isTrue();
        assertThat(WritePace.mayBeTooLarge(List.of(large))).isFalse();
        assertThat(WritePace.mayBeTooLarge(List.of(mapped(1, 0), mapped(1, WritePace.SMALLEST + 1))))
                .isTrue();
        assertThat(WritePace.mayBeTooLarge(List.of(mapped(1, 0), mapped(1, WritePace.SMALLEST))))
                .isFalse();
    }

    private MappedMessage mapped(int bytes, int rows) {
        var route = TestRoute.arrivalRoute("a");
        var row = new Row(route.tables().get(0).current(), "s", 0, 0, new Object[] {"x"});
        var queued = new QueuedMessage(account, message("a/x", "0".repeat(bytes)));
        return new MappedMessage(queued, route, Collections.nCopies(rows, row));
    }

    private void measure(long nanosPerMessage) {
        for (int i = 0; i < 100; i++) {
            pace.recordSuccess(10, 10, 10 * nanosPerMessage);
        }
    }

    private void append(int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(queue.append(new QueuedMessage(account, message("a/x", "0"))))
                    .isTrue();
        }
    }

    private WritePace pace(int rows) {
        return new WritePace(queue, new BatchSettings(rows, 1_000_000, Duration.ZERO), () -> Duration.ofSeconds(15));
    }
}
