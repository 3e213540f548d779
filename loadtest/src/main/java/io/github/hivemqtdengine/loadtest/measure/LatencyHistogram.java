// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;

/**
 * Histogram of durations in microseconds, with three significant digits; mean and maximum are exact. Not thread-safe.
 */
public final class LatencyHistogram {

    private static final int DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1_000;
    /** Points of the percentile curve each time the distance to 100 % halves. */
    private static final int STEPS_PER_HALF = 5;

    /** Most bytes of an encoded histogram of 64 bits with three digits. */
    private static final int MOST_BYTES = 1 << 20;

    private final Histogram micros;
    private long sumMicros;
    private long maximumMicros;
    private long negative;

    public LatencyHistogram() {
        this(new Histogram(DIGITS));
    }

    private LatencyHistogram(Histogram micros) {
        this.micros = micros;
    }

    /** Records one latency; a negative one, by clocks that differ, counts as 0. */
    public void add(long latencyMicros) {
        add(latencyMicros, 1);
    }

    /** Records the same latency {@code count} times; {@code count} is at least 1. */
    public void add(long latencyMicros, long count) {
        long latency = Math.max(0, latencyMicros);
        micros.recordValueWithCount(latency, count);
        sumMicros += latency * count;
        maximumMicros = Math.max(maximumMicros, latency);
        negative += latencyMicros < 0 ? count : 0;
    }

    public void add(LatencyHistogram other) {
        micros.add(other.micros);
        sumMicros += other.sumMicros;
        maximumMicros = Math.max(maximumMicros, other.maximumMicros);
        negative += other.negative;
    }

    /** Writes the histogram for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        var encoded = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoByteBuffer(encoded);
        out.writeInt(length);
        out.write(encoded.array(), 0, length);
        out.writeLong(sumMicros);
        out.writeLong(maximumMicros);
        out.writeLong(negative);
    }

    /**
     * Reads a histogram.
     *
     * @throws IOException if it is malformed, or the input ends or fails
     */
    public static LatencyHistogram read(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("A histogram of " + length + " bytes is malformed");
        }
        var encoded = new byte[length];
        in.readFully(encoded);
        var histogram = new LatencyHistogram(decoded(encoded));
        histogram.sumMicros = in.readLong();
        histogram.maximumMicros = in.readLong();
        histogram.negative = in.readLong();
        return histogram;
    }

    private static Histogram decoded(byte[] encoded) throws IOException {
        try {
            var decoded = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), 0);
            decoded.setAutoResize(true);
            return decoded;
        } catch (RuntimeException e) {
            throw new IOException("A histogram is malformed", e);
        }
    }

    public long count() {
        return micros.getTotalCount();
    }

    /** Returns how many latencies were below 0. */
    public long negative() {
        return negative;
    }

    /** Returns the mean in milliseconds; 0 if empty. */
    public double averageMillis() {
        return count() == 0 ? 0 : sumMicros / MICROS_PER_MILLI / count();
    }

    /** Returns the percentile in milliseconds; 0 if empty. */
    public double percentileMillis(double percentile) {
        return count() == 0 ? 0 : Math.min(maximumMicros, micros.getValueAtPercentile(percentile)) / MICROS_PER_MILLI;
    }

    public double maximumMillis() {
        return maximumMicros / MICROS_PER_MILLI;
    }

    /** Returns the percentile curve, denser towards 100 %. */
    public List<Percentile> curve() {
        return StreamSupport.stream(micros.percentiles(STEPS_PER_HALF).spliterator(), false)
                .map(value -> new Percentile(
                        value.getPercentileLevelIteratedTo(),
                        Math.min(maximumMicros, value.getValueIteratedTo()) / MICROS_PER_MILLI))
                .toList();
    }

    /**
     * Point of the percentile curve.
     *
     * @param percentile 0 to 100
     * @param millis the latency at this percentile
     */
    public record Percentile(double percentile, double millis) {}
}
