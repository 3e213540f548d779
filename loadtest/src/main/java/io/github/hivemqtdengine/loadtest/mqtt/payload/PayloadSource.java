package io.github.hivemqtdengine.loadtest.mqtt.payload;

/** Makes one publisher's payloads. For one thread; it must cost little, since the loader shares the broker's machine. */
@FunctionalInterface
public interface PayloadSource {

    /**
     * The next payload, which the caller may keep.
     *
     * @param message the message's number within its publisher, from 0
     * @param sentMicros the (intended) time of sending, epoch microseconds
     */
    byte[] payload(int message, long sentMicros);
}
