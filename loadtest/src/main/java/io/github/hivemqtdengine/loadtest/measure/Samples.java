package io.github.hivemqtdengine.loadtest.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;

/** Numbers in the order in which they were noted. For one thread at a time. */
public final class Samples {

    private long[] values;
    private int size;

    /**
     * Room for numbers.
     *
     * @param expected how many are likely to come; more are taken, too
     */
    public Samples(int expected) {
        values = new long[Math.max(1, expected)];
    }

    /** These numbers. */
    public static Samples of(long... values) {
        var samples = new Samples(values.length);
        LongStream.of(values).forEach(samples::add);
        return samples;
    }

    /** All numbers of several. */
    public static Samples merge(Collection<Samples> parts) {
        var all = new Samples(parts.stream().mapToInt(Samples::size).sum());
        parts.forEach(part -> part.stream().forEach(all::add));
        return all;
    }

    public void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    public int size() {
        return size;
    }

    public LongStream stream() {
        return Arrays.stream(values, 0, size);
    }
}
