// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import com.hivemq.extension.sdk.api.packets.connect.WillPublishPacket;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.general.UserProperty;
import io.github.hivemqtdengine.extension.BrokerStub;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClientConnectionTest {

    private static final int MUCH = 10_000;

    /** Any client that may connect decides the content of its CONNECT packet. */
    @Test
    void shouldWeighEverythingThatAClientSays() {
        var properties = BrokerStub.of(UserProperties.class, Map.of("asList", List.of(property())));
        var parts = List.<Map<String, Object>>of(
                Map.of("getClientId", text()),
                Map.of("getUserName", Optional.of(text())),
                Map.of("getUserProperties", properties),
                will(Map.of("getTopic", text())),
                will(Map.of("getPayload", Optional.of(ByteBuffer.allocate(MUCH)))),
                will(Map.of("getCorrelationData", Optional.of(ByteBuffer.allocate(MUCH)))),
                will(Map.of("getContentType", Optional.of(text()))),
                will(Map.of("getResponseTopic", Optional.of(text()))),
                will(Map.of("getUserProperties", properties)));

        assertThat(parts)
                .allSatisfy(part -> assertThat(connection(part).weight()).isBetween(MUCH, MUCH + MUCH / 10));
    }

    private static Map<String, Object> will(Map<String, Object> part) {
        var will = new HashMap<String, Object>(Map.of("getTopic", "t"));
        will.putAll(part);
        return Map.of("getWillPublish", Optional.of(BrokerStub.of(WillPublishPacket.class, will)));
    }

    private static ClientConnection connection(Map<String, Object> part) {
        var packet = new HashMap<String, Object>(Map.of("getClientId", "c", "getMqttVersion", MqttVersion.V_5));
        packet.putAll(part);
        return new ClientConnection(BrokerStub.connection(), BrokerStub.of(ConnectPacket.class, packet), () -> null);
    }

    private static UserProperty property() {
        return BrokerStub.of(UserProperty.class, Map.of("getName", "n", "getValue", text()));
    }

    private static String text() {
        return "x".repeat(MUCH);
    }
}
