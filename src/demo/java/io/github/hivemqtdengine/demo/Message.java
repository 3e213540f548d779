// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.nio.charset.StandardCharsets;

/**
 * Message of a device.
 *
 * @param qos 0, 1 or 2
 */
record Message(String topic, String payload, int qos) {

    byte[] bytes() {
        return payload.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the message as a broken device sends it: truncated and invalid. */
    Message broken() {
        return new Message(topic, payload.substring(0, payload.length() / 2) + "?", qos);
    }
}
