package io.github.hivemqtdengine.loadtest.measure;

/**
 * How long messages were under way, in milliseconds; every message weighs the same.
 *
 * @param average the mean
 * @param median half of the messages were as fast or faster
 * @param p99 99 in 100 were as fast or faster
 * @param maximum the slowest
 */
public record Latency(double average, double median, double p99, double maximum) {

    private static final double MICROS_PER_MILLI = 1_000;

    /** From microseconds; all 0 if there are none. */
    public static Latency ofMicros(Samples micros) {
        if (micros.isEmpty()) {
            return new Latency(0, 0, 0, 0);
        }
        var sorted = micros.stream().sorted().toArray();
        return new Latency(
                micros.stream().average().orElseThrow() / MICROS_PER_MILLI,
                percentile(sorted, 50) / MICROS_PER_MILLI,
                percentile(sorted, 99) / MICROS_PER_MILLI,
                percentile(sorted, 100) / MICROS_PER_MILLI);
    }

    /** The smallest value that at least so many in a hundred do not exceed (nearest rank). */
    static long percentile(long[] sorted, int percent) {
        long rank = Math.max(1, ((long) sorted.length * percent + 99) / 100);
        return sorted[Math.toIntExact(rank - 1)];
    }
}
