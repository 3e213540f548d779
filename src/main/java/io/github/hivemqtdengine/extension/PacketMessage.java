package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.UserProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies what the broker shows of a packet. */
final class PacketMessage {

    private static final byte[] NO_BYTES = new byte[0];

    private PacketMessage() {}

    /** @param arrivalMicros epoch microseconds */
    static InboundMessage of(PublishPacket packet, String clientId, @Nullable String userName, long arrivalMicros) {
        return new InboundMessage(
                packet.getTopic(),
                payloadOf(packet),
                clientId,
                userName,
                packet.getQos().getQosNumber(),
                packet.getRetain(),
                packet.getDupFlag(),
                propertiesOf(packet),
                arrivalMicros);
    }

    private static byte[] payloadOf(PublishPacket packet) {
        var payload = packet.getPayload();
        if (payload.isEmpty()) {
            return NO_BYTES;
        }
        var bytes = new byte[payload.get().remaining()];
        payload.get().get(bytes);
        return bytes;
    }

    private static Mqtt5Properties propertiesOf(PublishPacket packet) {
        var contentType = packet.getContentType().orElse(null);
        var responseTopic = packet.getResponseTopic().orElse(null);
        var userProperties = packet.getUserProperties();
        if (contentType == null && responseTopic == null && userProperties.isEmpty()) {
            return Mqtt5Properties.NONE;
        }
        return new Mqtt5Properties(contentType, responseTopic, listOf(userProperties));
    }

    /** The properties of a packet that has user properties and no others. */
    static Mqtt5Properties propertiesOf(UserProperties properties) {
        return properties.isEmpty() ? Mqtt5Properties.NONE : new Mqtt5Properties(null, null, listOf(properties));
    }

    private static List<UserProperty> listOf(UserProperties properties) {
        return properties.asList().stream()
                .map(property -> new UserProperty(property.getName(), property.getValue()))
                .toList();
    }
}
