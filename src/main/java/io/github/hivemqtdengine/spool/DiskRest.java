package io.github.hivemqtdengine.spool;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Leaves a disk that has failed alone for a moment: whoever waits behind a lock would wait for the failures of all before
 * it, and each would cost the disk another try. Not safe for many threads.
 */
final class DiskRest {

    private static final long SHORTEST_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long TIMES_THE_TRY = 10;

    private final LongSupplier nanos;
    private boolean hasFailed;
    private long failedAt;
    private long restNanos;

    /** @param nanos a clock like {@link System#nanoTime} */
    DiskRest(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The disk has failed just now. */
    void begin() {
        begin(nanos.getAsLong());
    }

    /**
     * The disk has failed just now, in a try that held others up.
     *
     * @param tryBegan when it began, by the clock of this object; the longer it took, the longer is the rest
     */
    void begin(long tryBegan) {
        hasFailed = true;
        failedAt = nanos.getAsLong();
        restNanos = Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, TIMES_THE_TRY * (failedAt - tryBegan)));
    }

    /** Whether the disk is to be left alone still. */
    boolean isOn() {
        if (hasFailed && nanos.getAsLong() - failedAt >= restNanos) {
            hasFailed = false;
        }
        return hasFailed;
    }
}
