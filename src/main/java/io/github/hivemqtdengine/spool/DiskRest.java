package io.github.hivemqtdengine.spool;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Leaves a disk that has failed alone for a moment: whoever waits behind a lock would wait for the failures of all before
 * it, and each would cost the disk another try. Not safe for many threads.
 */
final class DiskRest {

    private static final long NANOS = Duration.ofMillis(100).toNanos();

    private final LongSupplier nanos;
    private boolean hasFailed;
    private long failedAt;

    /** @param nanos a clock like {@link System#nanoTime} */
    DiskRest(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The disk has failed just now. */
    void begin() {
        hasFailed = true;
        failedAt = nanos.getAsLong();
    }

    /** Whether the disk is to be left alone still. */
    boolean isOn() {
        if (hasFailed && nanos.getAsLong() - failedAt >= NANOS) {
            hasFailed = false;
        }
        return hasFailed;
    }
}
