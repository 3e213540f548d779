// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Send time and acknowledgement of each message of one publisher, numbered from 0. One thread writes; other threads may
 * read after it has finished.
 */
public final class SentLog {

    /** Number of a publisher's first last will in payloads and rows, above those of all messages. */
    public static final int FIRST_WILL = 1_000_000_000;

    private final int publisher;
    private final LongLog micros = new LongLog();
    private NumberSet acknowledged = new NumberSet();

    /** @param publisher number of the publisher, from 0 */
    public SentLog(int publisher) {
        this.publisher = publisher;
    }

    /** Records the next message and returns its number. */
    public int sent(long epochMicros) {
        micros.add(epochMicros);
        return size() - 1;
    }

    public void acknowledged(int message) {
        acknowledged.add(message);
    }

    public int publisher() {
        return publisher;
    }

    /** Returns the number of messages sent. */
    public int size() {
        return micros.size();
    }

    /** Returns the send time, in an open loop the intended one, in epoch microseconds. */
    public long sentMicros(int message) {
        return micros.get(message);
    }

    public boolean isAcknowledged(int message) {
        return acknowledged.contains(message);
    }

    public long acknowledgedCount() {
        return acknowledged.size();
    }

    /** Writes the log for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(publisher);
        out.writeInt(size());
        long last = 0;
        for (int message = 0; message < size(); message++) {
            out.writeLong(sentMicros(message) - last); // differences compress well
            last = sentMicros(message);
        }
        acknowledged.write(out);
    }

    /** Reads a log. */
    public static SentLog read(DataInput in) throws IOException {
        var log = new SentLog(in.readInt());
        int size = in.readInt();
        long last = 0;
        for (int message = 0; message < size; message++) {
            last += in.readLong();
            log.sent(last);
        }
        log.acknowledged = NumberSet.read(in);
        return log;
    }
}
