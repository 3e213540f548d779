// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.NumberSet;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Messages received through one subscription, shared or not. Messages without numbers are only counted. Thread-safe.
 */
public final class DeliveryCheck {

    private final NumberSet[] seen;
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
        seen = new NumberSet[publishers];
        Arrays.setAll(seen, publisher -> new NumberSet());
    }

    /** Records a message; returns false for one that no publisher of this load has. */
    synchronized boolean came(int publisher, int message) {
        if (publisher >= seen.length || message >= messages) {
            foreign++;
            return false;
        }
        if (seen[publisher].add(message)) {
            different++;
        } else {
            again++;
        }
        return true;
    }

    /** Records a message without numbers. */
    synchronized void came() {
        counted++;
    }

    /** Returns how many of these messages of a publisher came. */
    synchronized long seen(int publisher, NumberSet messages) {
        return seen[publisher].common(messages);
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
            long both = seen[publisher].common(other.seen[publisher]);
            different -= both;
            again += both;
            seen[publisher].addAll(other.seen[publisher]);
        }
        different += other.different;
        again += other.again;
        counted += other.counted;
        foreign += other.foreign;
    }

    /** Writes the deliveries for {@link #read}. */
    synchronized void write(DataOutput out) throws IOException {
        for (var messages : seen) {
            messages.write(out);
        }
        out.writeLong(again);
        out.writeLong(counted);
        out.writeLong(foreign);
    }

    /** Reads deliveries. */
    static DeliveryCheck read(DataInput in, int publishers) throws IOException {
        var check = new DeliveryCheck(publishers, Integer.MAX_VALUE);
        for (int publisher = 0; publisher < publishers; publisher++) {
            check.seen[publisher] = NumberSet.read(in);
            check.different += check.seen[publisher].size();
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
