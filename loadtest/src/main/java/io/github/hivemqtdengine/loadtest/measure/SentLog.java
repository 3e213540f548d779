package io.github.hivemqtdengine.loadtest.measure;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What one publisher has sent: of each message, numbered from 0, the time of sending and whether it was acknowledged. One
 * thread notes what is sent and acknowledged; others read when it is through.
 */
public final class SentLog {

    private final int publisher;
    private final BitSet acknowledged = new BitSet();
    private long[] micros;
    private int size;

    /**
     * Room for messages.
     *
     * @param publisher the publisher's number, from 0
     * @param expected how many messages are likely; more are taken, too
     */
    public SentLog(int publisher, int expected) {
        this.publisher = publisher;
        this.micros = new long[Math.max(1, expected)];
    }

    /** Notes that the next message goes out; returns its number. */
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

    /** How many were sent. */
    public int size() {
        return size;
    }

    /** When a message was sent, or should have been by the clock of an open loop; epoch microseconds. */
    public long sentMicros(int message) {
        return micros[message];
    }

    public boolean isAcknowledged(int message) {
        return acknowledged.get(message);
    }

    public int acknowledgedCount() {
        return acknowledged.cardinality();
    }
}
