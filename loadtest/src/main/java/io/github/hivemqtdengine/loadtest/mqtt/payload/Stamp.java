// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.nio.ByteBuffer;

/** Origin and send time of a message, as far as its payload contains them. Reusable; not thread-safe. */
public final class Stamp {

    /** Longest beginning of a payload that is searched for a stamp. */
    static final int PREFIX_BYTES = 1_024;

    private static final int NONE = -1;
    private static final long NEVER = -1;

    private long sentMicros = NEVER;
    private int publisher = NONE;
    private int message = NONE;

    /** Returns the beginning of a payload, which contains the stamp. */
    static byte[] prefix(ByteBuffer payload) {
        var bytes = new byte[Math.min(PREFIX_BYTES, payload.remaining())];
        payload.get(payload.position(), bytes);
        return bytes;
    }

    void clear() {
        sentMicros = NEVER;
        publisher = NONE;
        message = NONE;
    }

    void sentMicros(long micros) {
        sentMicros = micros;
    }

    void publisher(long number) {
        publisher = number == (int) number ? (int) number : NONE;
    }

    void message(long number) {
        message = number == (int) number ? (int) number : NONE;
    }

    /** Returns whether there is a send time. */
    public boolean isTimed() {
        return sentMicros >= 0;
    }

    /** Returns whether there are publisher and message numbers. */
    public boolean isNumbered() {
        return publisher >= 0 && message >= 0;
    }

    /** Returns the send time in epoch microseconds. */
    public long sentMicros() {
        return sentMicros;
    }

    /** Returns the publisher's number, from 0. */
    public int publisher() {
        return publisher;
    }

    /** Returns the message's number within its publisher, from 0. */
    public int message() {
        return message;
    }
}
