// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Rules for the topic of a PUBLISH (MQTT 5, 4.7). */
public final class TopicName {

    private static final int MAX_BYTES = 65_535;

    private TopicName() {}

    /**
     * Returns the topic.
     *
     * @throws IllegalArgumentException if no message can have it; the rest of a sentence that begins with the topic
     */
    public static String check(String topic) {
        if (topic.isEmpty() || topic.getBytes(UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException("is not a topic: a topic has 1 to 65,535 bytes");
        }
        if (topic.chars().anyMatch(c -> c == '+' || c == '#')) {
            throw new IllegalArgumentException("is not a topic: a topic has no wildcards + or #");
        }
        if (topic.indexOf('\0') >= 0 || !UTF_8.newEncoder().canEncode(topic)) {
            throw new IllegalArgumentException("is not a topic: a topic is UTF-8 without the character U+0000");
        }
        return topic;
    }
}
