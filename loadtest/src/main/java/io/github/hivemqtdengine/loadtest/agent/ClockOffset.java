// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Difference between the clock of another machine and that of this one.
 *
 * @param micros what the other clock is ahead
 * @param uncertaintyMicros the difference is exact to plus or minus this
 */
record ClockOffset(long micros, long uncertaintyMicros) {

    private static final int EXCHANGES = 20;
    private static final long ROUNDING_MICROS = 2;

    /**
     * Exchanges time stamps, as NTP does. The exchange with the shortest round trip counts: the other clock was read at
     * some time of it.
     */
    static ClockOffset measure(RemoteClock clock) throws IOException, InterruptedException {
        var best = exchange(clock);
        for (int i = 1; i < EXCHANGES; i++) {
            var next = exchange(clock);
            best = next.uncertaintyMicros < best.uncertaintyMicros ? next : best;
        }
        return best;
    }

    private static ClockOffset exchange(RemoteClock clock) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long sent = EpochMicros.now();
        long there = clock.epochMicros();
        long half = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin) / 2;
        return new ClockOffset(there - (sent + half), half + ROUNDING_MICROS);
    }

    /** Reads the other clock. */
    @FunctionalInterface
    interface RemoteClock {

        long epochMicros() throws IOException, InterruptedException;
    }
}
