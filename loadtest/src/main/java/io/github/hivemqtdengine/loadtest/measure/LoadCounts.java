// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts of a running load so far.
 *
 * @param sent messages sent
 * @param acknowledged messages acknowledged above QoS 0
 * @param received deliveries
 * @param lost connections lost by publishers and subscribers
 * @param recent latency of the deliveries of the last seconds
 */
public record LoadCounts(long sent, long acknowledged, long received, long lost, LatencyHistogram recent) {

    /** Returns the counts of a load that has not begun. */
    public static LoadCounts none() {
        return new LoadCounts(0, 0, 0, 0, new LatencyHistogram());
    }

    /** Returns the sum with the counts of other clients. */
    public LoadCounts plus(LoadCounts other) {
        var both = new LatencyHistogram();
        both.add(recent);
        both.add(other.recent);
        return new LoadCounts(
                sent + other.sent,
                acknowledged + other.acknowledged,
                received + other.received,
                lost + other.lost,
                both);
    }

    /** Writes the counts for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(sent);
        out.writeLong(acknowledged);
        out.writeLong(received);
        out.writeLong(lost);
        recent.write(out);
    }

    /**
     * Reads counts.
     *
     * @throws IOException if they are malformed, or the input ends or fails
     */
    public static LoadCounts read(DataInput in) throws IOException {
        return new LoadCounts(in.readLong(), in.readLong(), in.readLong(), in.readLong(), LatencyHistogram.read(in));
    }

    public LoadCounts withLost(long connections) {
        return new LoadCounts(sent, acknowledged, received, connections, recent);
    }
}
