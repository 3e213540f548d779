package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Load of one lane: the number of its messages, and the time per message and write. Updated by the lane's thread; any
 * thread may read it.
 */
public final class LaneLoad {

    /** Value of {@link #oldestArrival} if no message is being delivered. */
    private static final long NO_ARRIVAL = Long.MAX_VALUE;

    /** Assumed nanoseconds per message before the first write. */
    private static final double UNMEASURED_NANOS = 10_000;

    /** Weight of the latest write in the moving average. */
    private static final double WEIGHT = 0.25;

    private final LaneQueue queue;
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

    public LaneLoad(LaneQueue queue) {
        this.queue = queue;
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

    /** Adds a successful write to the averages. */
    public void recordWrite(int messages, long nanos) {
        nanosPerMessage = average(nanosPerMessage, (double) nanos / messages);
        nanosPerWrite = average(nanosPerWrite, (double) nanos);
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
