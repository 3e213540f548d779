// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Delays of the load generator itself, which are part of the latencies but not the broker's. Not thread-safe. */
public final class Lateness {

    private final LatencyHistogram sends = new LatencyHistogram();
    private final LatencyHistogram reads = new LatencyHistogram();
    private double busiestLoop;

    /** Returns how late messages were sent that have a planned time, without the time that the broker let them wait. */
    public LatencyHistogram sends() {
        return sends;
    }

    /** Returns how late the loops of the subscribers read what has arrived, at regular times. */
    public LatencyHistogram reads() {
        return reads;
    }

    /** Returns the share of a core that the busiest event loop used. */
    public double busiestLoop() {
        return busiestLoop;
    }

    /** Adds a loop that used this share of a core. */
    public void addLoop(double share) {
        busiestLoop = Math.max(busiestLoop, share);
    }

    /** Adds the delays of other loops. */
    public void add(Lateness other) {
        sends.add(other.sends);
        reads.add(other.reads);
        addLoop(other.busiestLoop);
    }

    /** Writes the delays for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        sends.write(out);
        reads.write(out);
        out.writeDouble(busiestLoop);
    }

    /** Reads delays. */
    public static Lateness read(DataInput in) throws IOException {
        var read = new Lateness();
        read.sends.add(LatencyHistogram.read(in));
        read.reads.add(LatencyHistogram.read(in));
        read.addLoop(in.readDouble());
        return read;
    }
}
