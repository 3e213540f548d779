// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.disk;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Pause after a disk failure. Otherwise threads that wait for a lock would wait for the failures of all threads before
 * them, and each failure would cost the disk another attempt. Not thread-safe.
 */
public final class DiskRest {

    private static final long SHORTEST_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long TIMES_THE_TRY = 10;

    private final LongSupplier nanos;
    private boolean hasFailed;
    private long failedAt;
    private long restNanos;

    /** @param nanos a clock like {@link System#nanoTime} */
    public DiskRest(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Begins a pause after a failure just now. */
    public void begin() {
        begin(nanos.getAsLong());
    }

    /**
     * Begins a pause after a failure just now, in an attempt that held up other threads.
     *
     * @param tryBegan the start of the attempt, by the clock of this object; a longer attempt causes a longer pause
     */
    public void begin(long tryBegan) {
        hasFailed = true;
        failedAt = nanos.getAsLong();
        restNanos = Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, TIMES_THE_TRY * (failedAt - tryBegan)));
    }

    /** Returns whether the disk is still to be left alone. */
    public boolean isOn() {
        return hasFailed && nanos.getAsLong() - failedAt < restNanos;
    }
}
