package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
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
    private static final int RECENT_SECONDS = 5;

    private final long startMicros;
    private final PerSecond sent;
    private final PerSecond received;
    private final LatencyHistogram acknowledgements = new LatencyHistogram();
    private final LatencyHistogram latency = new LatencyHistogram();
    private final List<LatencyHistogram> latencyPerSecond = new ArrayList<>();
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

    public void latency(long nowMicros, long latencyMicros) {
        latency.add(latencyMicros);
        int second = (int) (Math.max(0, nowMicros - startMicros) / MICROS_PER_SECOND);
        second(second).add(latencyMicros);
    }

    private LatencyHistogram second(int second) {
        while (latencyPerSecond.size() <= second) {
            latencyPerSecond.add(new LatencyHistogram());
        }
        return latencyPerSecond.get(second);
    }

    /** Returns the counts so far, with the latency of the last seconds. */
    LoadCounts counts() {
        var recent = new LatencyHistogram();
        int second = (int) ((EpochMicros.now() - startMicros) / MICROS_PER_SECOND);
        for (int each = Math.max(0, second - RECENT_SECONDS); each < latencyPerSecond.size(); each++) {
            recent.add(latencyPerSecond.get(each));
        }
        return new LoadCounts(sent.total(), acknowledgements.count(), received.total(), 0, recent);
    }

    /** Adds the measurements of another thread. */
    public void add(Notes other) {
        sent.add(other.sent);
        received.add(other.received);
        acknowledgements.add(other.acknowledgements);
        latency.add(other.latency);
        for (int second = 0; second < other.latencyPerSecond.size(); second++) {
            second(second).add(other.latencyPerSecond.get(second));
        }
        lastMicros = Math.max(lastMicros, other.lastMicros);
    }

    /** Writes the measurements for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(startMicros);
        sent.write(out);
        received.write(out);
        acknowledgements.write(out);
        latency.write(out);
        out.writeInt(latencyPerSecond.size());
        for (var second : latencyPerSecond) {
            second.write(out);
        }
        out.writeLong(lastMicros);
    }

    /** Reads measurements. */
    public static Notes read(DataInput in) throws IOException {
        var read = new Notes(in.readLong());
        read.sent.add(PerSecond.read(in, read.startMicros));
        read.received.add(PerSecond.read(in, read.startMicros));
        read.acknowledgements.add(LatencyHistogram.read(in));
        read.latency.add(LatencyHistogram.read(in));
        int seconds = in.readInt();
        for (int second = 0; second < seconds; second++) {
            read.latencyPerSecond.add(LatencyHistogram.read(in));
        }
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

    public LatencyHistogram latency() {
        return latency;
    }

    public List<LatencyHistogram> latencyPerSecond() {
        return List.copyOf(latencyPerSecond);
    }

    /** Returns the arrival of the last delivery, 0 without deliveries. Any thread may call this. */
    public long lastMicros() {
        return lastMicros;
    }
}
