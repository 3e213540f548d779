// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Event counts for each second of a run, 8 bytes each. Not thread-safe. */
public final class PerSecond {

    private static final long MICROS_PER_SECOND = 1_000_000;

    private final long startMicros;
    private long[] counts = new long[64];
    private int seconds;
    private long total;

    /** @param startMicros start of the first second, in epoch microseconds */
    public PerSecond(long startMicros) {
        this.startMicros = startMicros;
    }

    /** Records events; a time before the start counts as the first second. */
    public void add(long epochMicros, long events) {
        int second = Math.toIntExact(Math.max(0, epochMicros - startMicros) / MICROS_PER_SECOND);
        if (second >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(second + 1, counts.length * 2));
        }
        seconds = Math.max(seconds, second + 1);
        counts[second] += events;
        total += events;
    }

    /** Adds the counts of another instance with the same start. */
    public void add(PerSecond other) {
        for (int second = 0; second < other.seconds; second++) {
            add(startMicros + second * MICROS_PER_SECOND, other.counts[second]);
        }
    }

    /** Writes the counts for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(seconds);
        for (int second = 0; second < seconds; second++) {
            out.writeLong(counts[second]);
        }
    }

    /** Reads counts, with the start of the first second in epoch microseconds. */
    public static PerSecond read(DataInput in, long startMicros) throws IOException {
        var read = new PerSecond(startMicros);
        int seconds = in.readInt();
        for (int second = 0; second < seconds; second++) {
            read.add(startMicros + second * MICROS_PER_SECOND, in.readLong());
        }
        return read;
    }

    public long startMicros() {
        return startMicros;
    }

    /** Returns the counts of every second from the start to the last one with an event. */
    public List<Long> counts() {
        return LongStream.of(counts).limit(seconds).boxed().toList();
    }

    public long total() {
        return total;
    }
}
