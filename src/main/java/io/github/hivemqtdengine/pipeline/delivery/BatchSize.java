package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Adaptive maximum size of one lane's batches. It shrinks when writes are slow, so that the database can take them
 * before the request times out. It grows when they are quick. For the lane's thread.
 */
public final class BatchSize {

    /** Minimum rows to which slow writes shrink a batch. */
    public static final int SMALLEST = 100;

    /** Divisor of the longest write above which a write is slow; below a quarter of that it is quick. */
    private static final int SLOW_PART = 3;

    private static final int QUICK_PART = 4 * SLOW_PART;

    private final BatchSettings most;
    private final Supplier<Duration> longestWrite;
    private int rows;

    /** @param longestWrite duration after which a write fails */
    public BatchSize(BatchSettings most, Supplier<Duration> longestWrite) {
        this.most = most;
        this.longestWrite = longestWrite;
        this.rows = most.rows();
    }

    /** Returns the maximum rows of the next batch. */
    int rows() {
        return rows;
    }

    /** Returns the maximum bytes of a batch. */
    long bytes() {
        return most.bytes();
    }

    /** Adapts the size after a successful write. */
    void recordSuccess(int writtenRows, long nanos) {
        if (isSlow(nanos)) {
            shrinkBelow(writtenRows);
        } else if (nanos < longestWrite.get().toNanos() / QUICK_PART && writtenRows >= rows / 2) {
            rows = Math.min(most.rows(), 2 * rows);
        }
    }

    /** Shrinks the size after a slow failed write; a quick failure is no evidence about the size. */
    void recordFailure(int writtenRows, long nanos) {
        if (isSlow(nanos)) {
            shrinkBelow(writtenRows);
        }
    }

    private boolean isSlow(long nanos) {
        return nanos > longestWrite.get().toNanos() / SLOW_PART;
    }

    private void shrinkBelow(int slowRows) {
        int smallest = Math.min(SMALLEST, most.rows());
        rows = Math.max(smallest, Math.min(rows, slowRows / 2));
    }
}
