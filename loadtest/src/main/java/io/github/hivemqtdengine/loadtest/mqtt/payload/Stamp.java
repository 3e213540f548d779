package io.github.hivemqtdengine.loadtest.mqtt.payload;

/** Who sent a message and when, as far as its payload tells. Filled again and again; for one thread. */
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

    /** Whether it has a time. */
    public boolean isTimed() {
        return sentMicros >= 0;
    }

    /** Whether it has publisher and message. */
    public boolean isNumbered() {
        return publisher >= 0 && message >= 0;
    }

    /** The time of sending, epoch microseconds. */
    public long sentMicros() {
        return sentMicros;
    }

    /** The publisher's number, from 0. */
    public int publisher() {
        return publisher;
    }

    /** The message's number within its publisher, from 0. */
    public int message() {
        return message;
    }
}
