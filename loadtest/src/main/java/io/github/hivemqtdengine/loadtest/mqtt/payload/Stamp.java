package io.github.hivemqtdengine.loadtest.mqtt.payload;

/** Origin and send time of a message, as far as its payload contains them. Reusable; not thread-safe. */
public final class Stamp {

    private static final int NOBODY = -1;
    private static final long NEVER = -1;

    private long sentMicros = NEVER;
    private int publisher = NOBODY;
    private int message = NOBODY;

    void clear() {
        sentMicros = NEVER;
        publisher = NOBODY;
        message = NOBODY;
    }

    void sentMicros(long micros) {
        sentMicros = micros;
    }

    void publisher(long number) {
        publisher = number == (int) number ? (int) number : NOBODY;
    }

    void message(long number) {
        message = number == (int) number ? (int) number : NOBODY;
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
