// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.time.Instant;

/** Clock shared by publishers and subscribers: that of this machine, or on an agent that of its commander. */
public final class EpochMicros {

    private static volatile long correction;

    private EpochMicros() {}

    /** Returns the time in microseconds since 1970, corrected. */
    public static long now() {
        return system() + correction;
    }

    /** Returns the time of this machine in microseconds since 1970. */
    public static long system() {
        var now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    /** Corrects {@link #now} in this process from now on. Only an agent needs this. */
    public static void correctBy(long micros) {
        correction = micros;
    }
}
