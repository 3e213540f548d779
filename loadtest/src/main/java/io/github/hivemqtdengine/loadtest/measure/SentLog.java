// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Send time and acknowledgement of each message of one publisher, numbered from 0. One thread writes; other threads may
 * read after it has finished.
 */
public final class SentLog {

    /** Number of a publisher's first last will in payloads and rows, above those of all messages. */
    public static final int FIRST_WILL = 1_000_000_000;

    private final int publisher;
    private final BitSet acknowledged = new BitSet();
    private long[] micros;
    private int size;

    /**
     * @param publisher number of the publisher, from 0
     * @param expected expected number of messages; the log grows beyond it
     */
    public SentLog(int publisher, int expected) {
        this.publisher = publisher;
        this.micros = new long[Math.max(1, expected)];
    }

    /** Records the next message and returns its number. */
    public int sent(long epochMicros) {
        if (size == micros.length) {
            micros = Arrays.copyOf(micros, size * 2);
        }
        micros[size] = epochMicros;
        return size++;
    }

    public void acknowledged(int message) {
        acknowledged.set(message);
    }

    public int publisher() {
        return publisher;
    }

    /** Returns the number of messages sent. */
    public int size() {
        return size;
    }

    /** Returns the send time, in an open loop the intended one, in epoch microseconds. */
    public long sentMicros(int message) {
        return micros[message];
    }

    public boolean isAcknowledged(int message) {
        return acknowledged.get(message);
    }

    public int acknowledgedCount() {
        return acknowledged.cardinality();
    }

    /** Writes the log for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(publisher);
        out.writeInt(size);
        long last = 0;
        for (int message = 0; message < size; message++) {
            out.writeLong(micros[message] - last); // differences compress well
            last = micros[message];
        }
        Bits.write(acknowledged, out);
    }

    /** Reads a log. */
    public static SentLog read(DataInput in) throws IOException {
        var log = new SentLog(in.readInt(), 1);
        int size = in.readInt();
        long last = 0;
        for (int message = 0; message < size; message++) {
            last += in.readLong();
            log.sent(last);
        }
        log.acknowledged.or(Bits.read(in));
        return log;
    }
}
