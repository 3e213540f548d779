// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Messages for tests. */
public final class TestMessages {

    private TestMessages() {}

    public static InboundMessage message(String topic, String payload) {
        return message(topic, payload, 1_700_000_000_000_000L);
    }

    public static InboundMessage message(String topic, String payload, long arrivalMicros) {
        return message(topic, payload, arrivalMicros, Mqtt5Properties.NONE);
    }

    /** A message with the user property {@code line}. */
    public static InboundMessage messageOfLine(String line, String topic, String payload, long arrivalMicros) {
        var properties = new Mqtt5Properties(null, null, null, List.of(new UserProperty("line", line)));
        return message(topic, payload, arrivalMicros, properties);
    }

    private static InboundMessage message(
            String topic, String payload, long arrivalMicros, Mqtt5Properties properties) {
        return new InboundMessage(
                topic,
                payload.getBytes(StandardCharsets.UTF_8),
                "client",
                null,
                1,
                false,
                false,
                properties,
                arrivalMicros);
    }
}
