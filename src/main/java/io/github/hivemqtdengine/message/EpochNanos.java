// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.time.Instant;
import java.util.List;

/** Conversion of times to the epoch nanoseconds of rows. */
public final class EpochNanos {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final long YEAR_2000 = 946_684_800 * NANOS_PER_SECOND;
    private static final long YEAR_2100 = 4_102_444_800L * NANOS_PER_SECOND;

    private EpochNanos() {}

    /** Returns whether a time is between 2000 and 2100. */
    public static boolean isUsual(long nanos) {
        return nanos >= YEAR_2000 && nanos < YEAR_2100;
    }

    /**
     * Returns a hint for a time that a larger unit would bring between 2000 and 2100, as for seconds that are read as
     * milliseconds; empty for other times. A row does not have its unit, so that the hint lists all that it may have.
     */
    public static String unitHint(long nanos) {
        long factor = 1;
        for (var units : List.of("s for ms, ms for us, or us for ns", "s for us, or ms for ns", "s for ns")) {
            factor *= 1_000;
            if (nanos > 0 && nanos < YEAR_2100 / factor && isUsual(nanos * factor)) {
                return "; with a unit " + factor + " times as large (" + units + ") it would be "
                        + Instant.EPOCH.plusNanos(nanos * factor);
            }
        }
        return "";
    }

    /**
     * Returns the nanoseconds since 1970.
     *
     * @throws ArithmeticException if the time does not fit into 64 bits: outside 1677 to 2262
     */
    public static long of(Instant time) {
        // towards zero, since the first second of the range begins before the range does
        long seconds = time.getEpochSecond() < 0 ? time.getEpochSecond() + 1 : time.getEpochSecond();
        long rest = (time.getEpochSecond() - seconds) * NANOS_PER_SECOND + time.getNano();
        return Math.addExact(Math.multiplyExact(seconds, NANOS_PER_SECOND), rest);
    }
}
