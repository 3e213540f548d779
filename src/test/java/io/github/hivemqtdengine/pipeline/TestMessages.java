package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.nio.charset.StandardCharsets;

/** Messages for tests. */
final class TestMessages {

    private TestMessages() {}

    static InboundMessage message(String topic, String payload) {
        return message(topic, payload, 1_700_000_000_000_000L);
    }

    static InboundMessage message(String topic, String payload, long arrivalMicros) {
        return new InboundMessage(
                topic,
                payload.getBytes(StandardCharsets.UTF_8),
                "client",
                null,
                1,
                false,
                false,
                Mqtt5Properties.NONE,
                arrivalMicros);
    }
}
