// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LatencySeries;
import io.github.hivemqtdengine.loadtest.measure.Lateness;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.PerSecond;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measurements of the clients of one thread, without locks. */
public final class Notes {

    private static final long MICROS_PER_SECOND = 1_000_000;

    private final long startMicros;
    private final PerSecond sent;
    private final PerSecond received;
    private final LatencyHistogram acknowledgements = new LatencyHistogram();
    private final List<LatencyHistogram> latencyByGroup = new ArrayList<>();
    private LatencySeries latencyPerSecond = new LatencySeries();
    private final Lateness lateness = new Lateness();
    private volatile long lastMicros;

    public Notes(long startMicros) {
        this.startMicros = startMicros;
        this.sent = new PerSecond(startMicros);
        this.received = new PerSecond(startMicros);
    }

    public void sent(long micros) {
        sent.add(micros, 1);
    }

    public void acknowledged(long micros) {
        acknowledgements.add(micros);
    }

    public void received(long nowMicros) {
        received.add(nowMicros, 1);
        lastMicros = nowMicros;
    }

    /**
     * Records the latency of a delivery.
     *
     * @param group position of the receiver's group in the plan, from 0
     */
    public void latency(int group, long nowMicros, long latencyMicros) {
        at(latencyByGroup, group).add(latencyMicros);
        latencyPerSecond.add(second(nowMicros), latencyMicros);
    }

    private int second(long nowMicros) {
        return (int) (Math.max(0, nowMicros - startMicros) / MICROS_PER_SECOND);
    }

    private static LatencyHistogram at(List<LatencyHistogram> histograms, int index) {
        while (histograms.size() <= index) {
            histograms.add(new LatencyHistogram());
        }
        return histograms.get(index);
    }

    /** Returns the counts so far, with the latency of the last seconds. */
    LoadCounts counts() {
        var recent = latencyPerSecond.recent(second(EpochMicros.now()));
        return new LoadCounts(sent.total(), acknowledgements.count(), received.total(), 0, recent);
    }

    /** Adds the measurements of another thread. */
    public void add(Notes other) {
        sent.add(other.sent);
        received.add(other.received);
        acknowledgements.add(other.acknowledgements);
        for (int group = 0; group < other.latencyByGroup.size(); group++) {
            at(latencyByGroup, group).add(other.latencyByGroup.get(group));
        }
        latencyPerSecond.add(other.latencyPerSecond);
        lateness.add(other.lateness);
        lastMicros = Math.max(lastMicros, other.lastMicros);
    }

    /** Writes the measurements for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(startMicros);
        sent.write(out);
        received.write(out);
        acknowledgements.write(out);
        out.writeInt(latencyByGroup.size());
        for (var histogram : latencyByGroup) {
            histogram.write(out);
        }
        latencyPerSecond.write(out);
        lateness.write(out);
        out.writeLong(lastMicros);
    }

    /** Reads measurements. */
    public static Notes read(DataInput in) throws IOException {
        var read = new Notes(in.readLong());
        read.sent.add(PerSecond.read(in, read.startMicros));
        read.received.add(PerSecond.read(in, read.startMicros));
        read.acknowledgements.add(LatencyHistogram.read(in));
        int groups = in.readInt();
        for (int group = 0; group < groups; group++) {
            read.latencyByGroup.add(LatencyHistogram.read(in));
        }
        read.latencyPerSecond = LatencySeries.read(in);
        read.lateness.add(Lateness.read(in));
        read.lastMicros = in.readLong();
        return read;
    }

    public long startMicros() {
        return startMicros;
    }

    public PerSecond sent() {
        return sent;
    }

    public PerSecond received() {
        return received;
    }

    public LatencyHistogram acknowledgements() {
        return acknowledgements;
    }

    /** Returns the latency of the deliveries to all groups. */
    public LatencyHistogram latency() {
        var all = new LatencyHistogram();
        latencyByGroup.forEach(all::add);
        return all;
    }

    /** Returns the latency of the deliveries to the group at this position in the plan. */
    public LatencyHistogram latency(int group) {
        return group < latencyByGroup.size() ? latencyByGroup.get(group) : new LatencyHistogram();
    }

    public LatencySeries latencyPerSecond() {
        return latencyPerSecond;
    }

    public Lateness lateness() {
        return lateness;
    }

    /** Returns the arrival of the last delivery, 0 without deliveries. Any thread may call this. */
    public long lastMicros() {
        return lastMicros;
    }
}
