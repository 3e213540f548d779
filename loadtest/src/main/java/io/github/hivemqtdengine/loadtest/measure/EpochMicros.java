// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.time.Instant;

/**
 * Clock shared by publishers and subscribers: that of this machine, or on an agent that of its commander. It takes the
 * time of day once, and never steps.
 */
public final class EpochMicros {

    private static final long NANOS_AT_EPOCH = nanosAtEpoch();
    private static volatile long correction;

    private EpochMicros() {}

    /** Returns the time in microseconds since 1970, corrected. */
    public static long now() {
        return system() + correction;
    }

    /** Returns the time of this machine in microseconds since 1970. */
    public static long system() {
        return (System.nanoTime() - NANOS_AT_EPOCH) / 1_000;
    }

    private static long nanosAtEpoch() {
        var now = Instant.now();
        return System.nanoTime() - now.getEpochSecond() * 1_000_000_000 - now.getNano();
    }

    /** Corrects {@link #now} in this process from now on. Only an agent needs this. */
    public static void correctBy(long micros) {
        correction = micros;
    }
}
