package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Adaptive linger of a lane's batches. After a pause the first wait is short, since the next message may be long in
 * coming. If messages arrive during it, and while traffic continues, it has the configured length. For the lane's
 * thread.
 */
public final class Linger {

    /** Divisor of the longest wait for the first wait after a pause. */
    private static final int SHORTEST_PART = 10;

    private final long longest;
    private final LongSupplier nanos;
    private long wait;
    private long start;

    /** @param nanos a clock like {@link System#nanoTime} */
    public Linger(Duration longest, LongSupplier nanos) {
        this.longest = longest.toNanos();
        this.nanos = nanos;
    }

    /**
     * Begins a batch.
     *
     * @param pauseMicros time without messages before its first one
     */
    void begin(long pauseMicros) {
        boolean wasIdle = pauseMicros > TimeUnit.NANOSECONDS.toMicros(longest);
        wait = wasIdle ? longest / SHORTEST_PART : longest;
        start = nanos.getAsLong();
    }

    /** Returns the nanoseconds until the wait is over; 0 or less if it is over. */
    long left() {
        return start + wait - nanos.getAsLong();
    }

    /** Extends the wait to its full length; returns {@code false} if it has that length already. */
    boolean extend() {
        boolean canGrow = wait < longest;
        wait = longest;
        return canGrow;
    }
}
