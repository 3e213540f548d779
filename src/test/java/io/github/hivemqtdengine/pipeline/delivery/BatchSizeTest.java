package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchSizeTest {

    private static final long SLOW = Duration.ofMillis(5_001).toNanos();
    private static final long MIDDLING = Duration.ofSeconds(3).toNanos();
    private static final long QUICK = Duration.ofSeconds(1).toNanos();

    private final BatchSize size = size(10_000);

    @Test
    void shouldHalveWhatIsWrittenSlowly() {
        size.recordSuccess(10_000, SLOW);
        assertThat(size.rows()).isEqualTo(5_000);

        size.recordSuccess(1_000, SLOW);
        assertThat(size.rows()).as("half of a slow batch that was not full").isEqualTo(500);
    }

    @Test
    void shouldHalveWhatTimesOutOnceForEachSize() {
        size.recordFailure(10_000, SLOW);
        size.recordFailure(10_000, SLOW);
        assertThat(size.rows()).isEqualTo(5_000);

        size.recordFailure(5_000, SLOW);
        assertThat(size.rows()).isEqualTo(2_500);
    }

    @Test
    void shouldNotMindFailuresThatTakeNoTime() {
        size.recordFailure(10_000, QUICK);

        assertThat(size.rows()).isEqualTo(10_000);
    }

    @Test
    void shouldNotGoBelowItsFloor() {
        for (int i = 0; i < 20; i++) {
            size.recordFailure(size.rows(), SLOW);
        }
        assertThat(size.rows()).isEqualTo(100);

        var small = size(30);
        small.recordFailure(30, SLOW);
        assertThat(small.rows()).as("where less is configured").isEqualTo(30);
    }

    @Test
    void shouldGrowBackWithFullBatchesThatAreQuick() {
        size.recordFailure(2_400, SLOW);
        assertThat(size.rows()).isEqualTo(1_200);

        size.recordSuccess(500, QUICK);
        assertThat(size.rows()).as("after a batch that was not full").isEqualTo(1_200);
        size.recordSuccess(1_200, MIDDLING);
        assertThat(size.rows()).as("after a batch that was not quick").isEqualTo(1_200);

        for (int expected : new int[] {2_400, 4_800, 9_600, 10_000, 10_000}) {
            size.recordSuccess(size.rows(), QUICK);
            assertThat(size.rows()).isEqualTo(expected);
        }
    }

    @Test
    void shouldBoundTheNextBatch() {
        size.recordFailure(400, SLOW);

        assertThat(new BatchCollector.Batch(size.rows(), size.bytes()).room()).isEqualTo(200);
    }

    private static BatchSize size(int rows) {
        return new BatchSize(new BatchSettings(rows, 1_000_000, Duration.ZERO), () -> Duration.ofSeconds(15));
    }
}
