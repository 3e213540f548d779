package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * How large the batches of one lane may become. Where writing takes long they get smaller, so that the database can
 * take them before its request times out, and grow again when it is quick. For the lane's thread.
 */
final class BatchSize {

    /** No batch is made smaller than this many rows because of the time that it takes. */
    static final int SMALLEST = 100;

    /** A write is slow from this part of the longest write on, and quick below a quarter of that. */
    private static final int SLOW_PART = 3;

    private static final int QUICK_PART = 4 * SLOW_PART;

    private final BatchSettings most;
    private final Supplier<Duration> longestWrite;
    private int rows;

    /** @param longestWrite how long a write may take until it fails */
    BatchSize(BatchSettings most, Supplier<Duration> longestWrite) {
        this.most = most;
        this.longestWrite = longestWrite;
        this.rows = most.rows();
    }

    /** Most rows of the next batch. */
    int rows() {
        return rows;
    }

    Batch newBatch() {
        return new Batch(rows, most.bytes());
    }

    /** A write of this many rows has succeeded. */
    void succeeded(int writtenRows, long nanos) {
        if (isSlow(nanos)) {
            shrinkBelow(writtenRows);
        } else if (nanos < longestWrite.get().toNanos() / QUICK_PART && writtenRows >= rows / 2) {
            rows = Math.min(most.rows(), 2 * rows);
        }
    }

    /** A write of this many rows has failed; only one that took its time says something about its size. */
    void failed(int writtenRows, long nanos) {
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
