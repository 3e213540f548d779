package io.github.hivemqtdengine.loadtest.mqtt.payload;

/** Times that are never the same twice for a publisher, as near to the time of sending as that allows. */
final class RecordClock {

    private long last;

    /** Epoch microseconds for the next record of a message that is sent then. */
    long next(long sentMicros) {
        last = Math.max(last + 1, sentMicros);
        return last;
    }
}
