// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.Bits;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/**
 * Messages received through one subscription, shared or not. Messages without numbers are only counted. Thread-safe.
 */
public final class DeliveryCheck {

    private final BitSet[] seen;
    private final int messages;
    private long different;
    private long again;
    private long counted;
    private long foreign;

    /**
     * @param publishers number of publishers
     * @param messages most messages of a publisher; larger numbers are those of other loads
     */
    DeliveryCheck(int publishers, int messages) {
        this.messages = messages;
        seen = new BitSet[publishers];
        for (int i = 0; i < publishers; i++) {
            seen[i] = new BitSet();
        }
    }

    /** Records a message; returns false for one that no publisher of this load has. */
    synchronized boolean came(int publisher, int message) {
        if (publisher >= seen.length || message >= messages) {
            foreign++;
            return false;
        }
        if (seen[publisher].get(message)) {
            again++;
        } else {
            seen[publisher].set(message);
            different++;
        }
        return true;
    }

    /** Records a message without numbers. */
    synchronized void came() {
        counted++;
    }

    /** Returns how many of these messages of a publisher came. */
    synchronized int seen(int publisher, BitSet messages) {
        var both = (BitSet) messages.clone();
        both.and(seen[publisher]);
        return both.cardinality();
    }

    /** Returns the number of messages that came without numbers. */
    synchronized long counted() {
        return counted;
    }

    /** Returns the number of messages without duplicates, as far as they are numbered. */
    synchronized long different() {
        return different + counted;
    }

    /** Returns the number of duplicate deliveries. */
    synchronized long again() {
        return again;
    }

    synchronized long received() {
        return different + again + counted;
    }

    /** Adds the deliveries of other clients through the same subscription. */
    synchronized void add(DeliveryCheck other) {
        for (int publisher = 0; publisher < seen.length; publisher++) {
            var both = (BitSet) seen[publisher].clone();
            both.and(other.seen[publisher]);
            different -= both.cardinality();
            again += both.cardinality();
            seen[publisher].or(other.seen[publisher]);
        }
        different += other.different;
        again += other.again;
        counted += other.counted;
        foreign += other.foreign;
    }

    /** Writes the deliveries for {@link #read}. */
    synchronized void write(DataOutput out) throws IOException {
        for (var messages : seen) {
            Bits.write(messages, out);
        }
        out.writeLong(again);
        out.writeLong(counted);
        out.writeLong(foreign);
    }

    /** Reads deliveries. */
    static DeliveryCheck read(DataInput in, int publishers) throws IOException {
        var check = new DeliveryCheck(publishers, Integer.MAX_VALUE);
        for (int publisher = 0; publisher < publishers; publisher++) {
            check.seen[publisher].or(Bits.read(in));
            check.different += check.seen[publisher].cardinality();
        }
        check.again = in.readLong();
        check.counted = in.readLong();
        check.foreign = in.readLong();
        return check;
    }

    /** Returns the number of messages from publishers outside this load. */
    synchronized long foreign() {
        return foreign;
    }
}
