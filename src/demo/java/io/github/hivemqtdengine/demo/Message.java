package io.github.hivemqtdengine.demo;

import java.nio.charset.StandardCharsets;

/**
 * What a device publishes.
 *
 * @param qos 0, 1 or 2
 */
record Message(String topic, String payload, int qos) {

    byte[] bytes() {
        return payload.getBytes(StandardCharsets.UTF_8);
    }

    /** The same message as a broken device sends it: its end is missing, and a number is none any more. */
    Message broken() {
        return new Message(topic, payload.substring(0, payload.length() / 2) + "?", qos);
    }
}
