package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long a lane's batch waits for more. One that begins after a pause waits for a short time only, since more may be
 * long in coming; if more comes in that time, and while traffic goes on, it is as long as configured. For the lane's
 * thread.
 */
final class Linger {

    /** The first wait after a pause, as a part of the longest. */
    private static final int SHORTEST_PART = 10;

    private final long longest;
    private final LongSupplier nanos;
    private long wait;
    private long start;

    /** @param nanos a clock like {@link System#nanoTime} */
    Linger(Duration longest, LongSupplier nanos) {
        this.longest = longest.toNanos();
        this.nanos = nanos;
    }

    /**
     * A batch begins.
     *
     * @param pauseMicros how long no message came before its first one
     */
    void begin(long pauseMicros) {
        boolean wasIdle = pauseMicros > TimeUnit.NANOSECONDS.toMicros(longest);
        wait = wasIdle ? longest / SHORTEST_PART : longest;
        start = nanos.getAsLong();
    }

    /** Nanoseconds until the wait is over; 0 or less if it is. */
    long left() {
        return start + wait - nanos.getAsLong();
    }

    /** Messages came during the wait: waits on, {@code false} if it can't become longer. */
    boolean extend() {
        boolean canGrow = wait < longest;
        wait = longest;
        return canGrow;
    }
}
