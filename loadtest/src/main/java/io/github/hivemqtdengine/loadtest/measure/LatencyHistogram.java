package io.github.hivemqtdengine.loadtest.measure;

import java.util.List;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;

/**
 * How long something took, in microseconds, three digits exact; the mean and the maximum are exact. For one thread at a
 * time.
 */
public final class LatencyHistogram {

    private static final int DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1_000;
    /** Points of a percentile curve for each time that the distance to 100 % is halved. */
    private static final int STEPS_PER_HALF = 5;

    private final Histogram micros = new Histogram(DIGITS);
    private long sumMicros;
    private long maximumMicros;

    /** Notes one; a clock that steps back makes 0 of it. */
    public void add(long latencyMicros) {
        add(latencyMicros, 1);
    }

    /** Notes so many alike, at least one. */
    public void add(long latencyMicros, long count) {
        long latency = Math.max(0, latencyMicros);
        micros.recordValueWithCount(latency, count);
        sumMicros += latency * count;
        maximumMicros = Math.max(maximumMicros, latency);
    }

    /** Adds what another one has noted. */
    public void add(LatencyHistogram other) {
        micros.add(other.micros);
        sumMicros += other.sumMicros;
        maximumMicros = Math.max(maximumMicros, other.maximumMicros);
    }

    public long count() {
        return micros.getTotalCount();
    }

    /** Milliseconds; 0 if there is none. */
    public double averageMillis() {
        return count() == 0 ? 0 : sumMicros / MICROS_PER_MILLI / count();
    }

    /** Milliseconds that so many percent do not exceed; 0 if there is none. */
    public double percentileMillis(double percentile) {
        return count() == 0 ? 0 : Math.min(maximumMicros, micros.getValueAtPercentile(percentile)) / MICROS_PER_MILLI;
    }

    public double maximumMillis() {
        return maximumMicros / MICROS_PER_MILLI;
    }

    /** The curve of all percentiles, denser towards 100. */
    public List<Percentile> curve() {
        return StreamSupport.stream(micros.percentiles(STEPS_PER_HALF).spliterator(), false)
                .map(value -> new Percentile(
                        value.getPercentileLevelIteratedTo(),
                        Math.min(maximumMicros, value.getValueIteratedTo()) / MICROS_PER_MILLI))
                .toList();
    }

    /**
     * A point of the curve.
     *
     * @param percentile 0 to 100
     * @param millis what so many percent do not exceed
     */
    public record Percentile(double percentile, double millis) {}
}
