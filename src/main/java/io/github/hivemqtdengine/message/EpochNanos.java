package io.github.hivemqtdengine.message;

import java.time.Instant;

/** Conversion of times to the epoch nanoseconds of rows. */
public final class EpochNanos {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private EpochNanos() {}

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
