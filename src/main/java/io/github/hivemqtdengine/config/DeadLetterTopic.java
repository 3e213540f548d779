// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import java.nio.charset.StandardCharsets;

/**
 * Topic that dead letters are published to, beside their file.
 *
 * @param topic the name of a topic, without wildcards
 * @param maxRate the most letters that are published in a second
 */
public record DeadLetterTopic(String topic, int maxRate) {

    private static final int MAX_BYTES = 65_535;

    /**
     * Checks the name of a topic.
     *
     * @throws IllegalArgumentException if clients can't subscribe to it; the message is for the operator
     */
    static String topic(String text) {
        if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException("is not a topic: a topic has 1 to 65,535 bytes");
        }
        if (text.chars().anyMatch(c -> c == '+' || c == '#' || c == 0)) {
            throw new IllegalArgumentException("is not a topic to publish to: a topic has no wildcards + or #");
        }
        if (text.startsWith("$")) {
            throw new IllegalArgumentException("is reserved for the broker: choose a topic that does not begin with $");
        }
        return text;
    }
}
