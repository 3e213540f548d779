// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;

/** Growing list of numbers, in insertion order. Not thread-safe. */
public final class Samples {

    private long[] values;
    private int size;

    /** @param expected expected number of values; the list grows beyond it */
    public Samples(int expected) {
        values = new long[Math.max(1, expected)];
    }

    public static Samples of(long... values) {
        var samples = new Samples(values.length);
        LongStream.of(values).forEach(samples::add);
        return samples;
    }

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
