// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Latency in each slot of time, of a second at first. Past slots are compressed. With more than {@value #MOST}, each new
 * one makes two neighbours one, from the start on, until all are twice as long. Not thread-safe.
 */
public final class LatencySeries {

    static final int MOST = 2_000;
    private static final int RECENT_SECONDS = 5;
    private static final byte[] EMPTY = {};

    private List<byte[]> slots = new ArrayList<>();
    private int length = 1;
    /** Slots that are twice as long. */
    private int joined;

    /** Latencies of the slot that has not ended, without those of the current second. */
    private LatencyHistogram open = new LatencyHistogram();

    private final Deque<LatencyHistogram> recent = new ArrayDeque<>();
    private LatencyHistogram current = new LatencyHistogram();
    private int second;

    /** Records a latency in a second since the start; an earlier one than before counts as the same. */
    public void add(int atSecond, long latencyMicros) {
        while (second < atSecond) {
            endSecond();
        }
        current.add(latencyMicros);
    }

    private void endSecond() {
        open.add(current);
        recent.addFirst(current);
        if (recent.size() > RECENT_SECONDS) {
            recent.removeLast();
        }
        current = new LatencyHistogram();
        second++;
        if (second % length == 0) {
            slots.add(compressed(open));
            open = new LatencyHistogram();
            joinTwoIfFull();
        }
    }

    private void joinTwoIfFull() {
        if (slots.size() > MOST) {
            slots.set(joined, sum(slots.get(joined), slots.remove(joined + 1)));
            joined++;
        }
        if (joined == MOST) {
            length *= 2;
            joined = 0;
        }
    }

    /** Returns the latencies of the seconds before a second and of itself. */
    public LatencyHistogram recent(int atSecond) {
        var sum = new LatencyHistogram();
        int each = second;
        if (each >= atSecond - RECENT_SECONDS) {
            sum.add(current);
        }
        for (var past : recent) {
            each--;
            if (each >= atSecond - RECENT_SECONDS) {
                sum.add(past);
            }
        }
        return sum;
    }

    /** Returns the seconds of a slot in a run of so many seconds, a power of 2. */
    public static int lengthFor(int seconds) {
        int length = 1;
        while (seconds > MOST * length) {
            length *= 2;
        }
        return length;
    }

    /** Returns the seconds of a slot. */
    private int length() {
        return joined > 0 ? length * 2 : length;
    }

    /**
     * Returns the latency of each slot, until the last one with a latency.
     *
     * @param slotLength seconds of a slot, see {@link #lengthFor}
     */
    public Stream<LatencyHistogram> histograms(int slotLength) {
        return slots(slotLength).stream().map(LatencySeries::histogram);
    }

    private List<byte[]> slots(int slotLength) {
        var all = new ArrayList<byte[]>();
        int start = 0;
        for (int slot = 0; slot < slots.size(); slot++) {
            add(all, start / slotLength, slots.get(slot));
            start += slot < joined ? 2 * length : length;
        }
        var last = new LatencyHistogram();
        last.add(open);
        last.add(current);
        add(all, start / slotLength, compressed(last));
        return all;
    }

    private static void add(List<byte[]> all, int slot, byte[] latencies) {
        if (latencies.length == 0) {
            return;
        }
        while (all.size() <= slot) {
            all.add(EMPTY);
        }
        all.set(slot, sum(all.get(slot), latencies));
    }

    /** Adds the latencies of other clients with the same start. Then nothing else is recorded. */
    public void add(LatencySeries other) {
        int common = Math.max(length(), other.length());
        var all = slots(common);
        var others = other.slots(common);
        for (int slot = 0; slot < others.size(); slot++) {
            add(all, slot, others.get(slot));
        }
        replace(all, common);
    }

    private void replace(List<byte[]> others, int slotLength) {
        slots = others;
        length = slotLength;
        joined = 0;
        second = others.size() * slotLength;
        open = new LatencyHistogram();
        current = new LatencyHistogram();
        recent.clear();
    }

    /** Returns the sum of the slots with a part in a range of seconds. */
    public LatencyHistogram between(int first, int last) {
        var sum = new LatencyHistogram();
        var all = slots(length());
        for (int slot = first / length(); slot < all.size() && slot * length() <= last; slot++) {
            sum.add(histogram(all.get(slot)));
        }
        return sum;
    }

    /** Writes the series for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        var all = slots(length());
        out.writeInt(length());
        out.writeInt(all.size());
        for (var slot : all) {
            histogram(slot).write(out);
        }
    }

    /** Reads a series. */
    public static LatencySeries read(DataInput in) throws IOException {
        var series = new LatencySeries();
        int slotLength = in.readInt();
        int count = in.readInt();
        if (slotLength < 1) {
            throw new IOException("A slot of " + slotLength + " seconds is malformed");
        }
        var all = new ArrayList<byte[]>();
        for (int slot = 0; slot < count; slot++) {
            all.add(compressed(LatencyHistogram.read(in)));
        }
        series.replace(all, slotLength);
        return series;
    }

    private static byte[] sum(byte[] one, byte[] other) {
        if (one.length == 0 || other.length == 0) {
            return one.length == 0 ? other : one;
        }
        var sum = histogram(one);
        sum.add(histogram(other));
        return compressed(sum);
    }

    private static byte[] compressed(LatencyHistogram histogram) {
        if (histogram.count() == 0) {
            return EMPTY;
        }
        var bytes = new ByteArrayOutputStream();
        try {
            histogram.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static LatencyHistogram histogram(byte[] compressed) {
        try {
            return compressed.length == 0
                    ? new LatencyHistogram()
                    : LatencyHistogram.read(new DataInputStream(new ByteArrayInputStream(compressed)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
