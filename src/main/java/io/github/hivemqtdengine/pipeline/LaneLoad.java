package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How busy one lane is: how many messages are in it, and how long it takes over one. The lane's thread tells it; any
 * thread may ask.
 */
final class LaneLoad {

    /** The time of arrival of no message. */
    static final long NONE = Long.MAX_VALUE;

    /** What is assumed of a lane that has not written yet. */
    private static final double UNMEASURED_NANOS = 10_000;

    /** How much the latest write counts in the moving average. */
    private static final double WEIGHT = 0.25;

    private final LaneQueue queue;
    private final AtomicInteger taken = new AtomicInteger();
    private volatile double nanosPerMessage = UNMEASURED_NANOS;
    private volatile @Nullable Delivery delivery;
    private volatile long oldestArrival = NONE;

    /** A batch on its way to the database. */
    private record Delivery(long since, int messages) {

        double nanosPerMessage(long now) {
            return (double) (now - since) / messages;
        }
    }

    LaneLoad(LaneQueue queue) {
        this.queue = queue;
    }

    /** A message was taken from the queue for the next batch. */
    void take(InboundMessage message) {
        if (oldestArrival == NONE && !message.replayed()) {
            oldestArrival = message.arrivalMicros();
        }
        taken.setRelease(taken.getPlain() + 1);
    }

    /** What was taken is being delivered from now on, a value of {@link System#nanoTime}. */
    void begin(long now) {
        delivery = new Delivery(now, Math.max(1, taken.getPlain()));
    }

    /** A write has succeeded. */
    void wrote(int messages, long nanos) {
        double latest = (double) nanos / messages;
        double average = nanosPerMessage;
        nanosPerMessage = average + WEIGHT * (latest - average);
    }

    /** What was taken is delivered. */
    void end() {
        delivery = null;
        oldestArrival = NONE;
        taken.setRelease(0);
    }

    /**
     * Returns when the oldest message came that is taken and not delivered, epoch microseconds, or {@link #NONE}. A
     * replayed message counts as none, since it has come twice.
     */
    long oldestArrival() {
        return oldestArrival;
    }

    /** How many messages wait or are being written. */
    int messages() {
        return queue.depth() + taken.getAcquire();
    }

    /**
     * About how many nanoseconds it takes until a message that is appended now is stored. A delivery that takes longer
     * than others did counts as it goes on, so that a lane whose database is away is soon dear, and as cheap as before
     * when it is back.
     *
     * @param now a value of {@link System#nanoTime}
     */
    double cost(long now) {
        var underWay = delivery;
        double latest = underWay == null ? 0 : underWay.nanosPerMessage(now);
        return Math.max(nanosPerMessage, latest) * (messages() + 1.0);
    }
}
