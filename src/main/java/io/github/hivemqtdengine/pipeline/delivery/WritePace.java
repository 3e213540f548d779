// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pace of one lane's writes, learned from their durations: the maximum size of the next batch, and the cost of another
 * message. Slow writes shrink the size, so that the database can take a batch before the request times out; quick ones
 * raise it. How many lanes write at once is a matter of the database: {@link WriteLimit}. Updated by the lane's thread;
 * any thread may read the messages and their cost.
 */
public final class WritePace {

    /** Minimum rows to which slow writes shrink a batch. */
    public static final int SMALLEST = 100;

    /** Minimum bytes of a batch whose size may be the cause of a failure, unless it has many rows. */
    private static final long SMALLEST_BYTES = 64 * 1_024;

    /** Divisor of the longest write above which a write is slow; below a quarter of that it is quick. */
    private static final int SLOW_PART = 3;

    private static final int QUICK_PART = 4 * SLOW_PART;

    /** Value of {@link #oldestArrival} if no message is being delivered. */
    private static final long NO_ARRIVAL = Long.MAX_VALUE;

    /** Assumed nanoseconds per message before the first write. */
    private static final double UNMEASURED_NANOS = 10_000;

    /** Weight of the latest write in the moving average. */
    private static final double WEIGHT = 0.25;

    private final LaneQueue queue;
    private final BatchSettings most;
    private final Supplier<Duration> longestWrite;
    /** Maximum rows of the next batch; for the lane's thread. */
    private int rows;

    private final AtomicInteger taken = new AtomicInteger();
    private volatile double nanosPerMessage = UNMEASURED_NANOS;
    private volatile double nanosPerWrite;
    private volatile @Nullable Delivery delivery;
    private volatile long oldestArrival = NO_ARRIVAL;

    /** Batch that is being delivered. */
    private record Delivery(long since, int messages) {

        double nanosPerMessage(long now) {
            return (double) (now - since) / messages;
        }
    }

    /** @param longestWrite duration after which a write fails */
    public WritePace(LaneQueue queue, BatchSettings most, Supplier<Duration> longestWrite) {
        this.queue = queue;
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

    /** Returns whether a batch is so large that its size may be the cause of a failure. */
    static boolean mayBeTooLarge(List<MappedMessage> messages) {
        int rows = 0;
        long bytes = 0;
        for (var message : messages) {
            rows += message.rows().size();
            bytes += message.queued().weight();
        }
        return messages.size() > 1 && (rows > SMALLEST || bytes > SMALLEST_BYTES);
    }

    /** Counts a message taken from the queue for the next batch. */
    public void recordTaken(InboundMessage message) {
        if (oldestArrival == NO_ARRIVAL && !message.replayed()) {
            oldestArrival = message.arrivalMicros();
        }
        taken.setRelease(taken.getPlain() + 1);
    }

    /** Begins the delivery of the taken messages at a value of {@link System#nanoTime}. */
    public void begin(long now) {
        delivery = new Delivery(now, Math.max(1, taken.getPlain()));
    }

    /** Adapts the size and the averages after a successful write. */
    public void recordSuccess(int writtenRows, int messages, long nanos) {
        if (isSlow(nanos)) {
            shrinkBelow(writtenRows);
        } else if (nanos < longestWrite.get().toNanos() / QUICK_PART && writtenRows >= rows / 2) {
            rows = Math.min(most.rows(), 2 * rows);
        }
        nanosPerMessage = average(nanosPerMessage, (double) nanos / messages);
        nanosPerWrite = average(nanosPerWrite, (double) nanos);
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

    private static double average(double before, double latest) {
        return before + WEIGHT * (latest - before);
    }

    /** Ends the delivery of the taken messages. */
    public void end() {
        delivery = null;
        oldestArrival = NO_ARRIVAL;
        taken.setRelease(0);
    }

    /**
     * Returns the arrival time of the oldest message being delivered, epoch microseconds. Replayed messages do not
     * count, since they have arrived twice.
     */
    public OptionalLong oldestArrival() {
        long oldest = oldestArrival;
        return oldest == NO_ARRIVAL ? OptionalLong.empty() : OptionalLong.of(oldest);
    }

    /** Returns how many messages wait or are being written. */
    public int messages() {
        return queue.depth() + taken.getAcquire();
    }

    /**
     * Returns the approximate nanoseconds until a message that is appended now is stored. A delivery that takes longer
     * than earlier ones counts while it runs. A lane whose database is away thus soon becomes expensive, and is cheap
     * again when the database is back.
     *
     * @param now a value of {@link System#nanoTime}
     */
    public double cost(long now) {
        var underWay = delivery;
        double latest = underWay == null ? 0 : underWay.nanosPerMessage(now);
        return Math.max(nanosPerMessage, latest) * (messages() + 1.0);
    }

    /** Returns the average duration of the latest writes, nanoseconds; 0 before the first. */
    long writeNanos() {
        return Math.round(nanosPerWrite);
    }
}
