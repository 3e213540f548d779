// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extension.sdk.api.services.publish.RetainedPublish;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts packets to messages by copying. */
public final class PacketMessage {

    private static final byte[] NO_BYTES = new byte[0];

    private PacketMessage() {}

    /**
     * Copies a packet into a message.
     *
     * @param arrivalMicros epoch microseconds
     */
    public static InboundMessage of(
            PublishPacket packet, String clientId, @Nullable String userName, long arrivalMicros) {
        return new InboundMessage(
                packet.getTopic(),
                bytesOf(packet.getPayload()),
                clientId,
                userName,
                packet.getQos().getQosNumber(),
                packet.getRetain(),
                packet.getDupFlag(),
                propertiesOf(packet, listOf(packet.getUserProperties())),
                arrivalMicros);
    }

    /**
     * Copies a retained message, whose publisher is unknown.
     *
     * @param arrivalMicros epoch microseconds
     */
    public static InboundMessage of(RetainedPublish publish, long arrivalMicros) {
        return new InboundMessage(
                publish.getTopic(),
                bytesOf(publish.getPayload()),
                "",
                null,
                publish.getQos().getQosNumber(),
                publish.getRetain(),
                false,
                Mqtt5Properties.of(
                        publish.getContentType().orElse(null),
                        publish.getResponseTopic().orElse(null),
                        messageExpiryOf(publish.getMessageExpiryInterval()),
                        listOf(publish.getUserProperties())),
                arrivalMicros);
    }

    /**
     * Returns the message of a packet without its payload.
     *
     * @param arrivalMicros epoch microseconds
     */
    static InboundMessage withoutPayload(
            PublishPacket packet, String clientId, @Nullable String userName, long arrivalMicros) {
        return withoutPayload(packet, listOf(packet.getUserProperties()), clientId, userName, arrivalMicros);
    }

    /**
     * Returns the message of a packet without its payload and with selected user properties.
     *
     * @param arrivalMicros epoch microseconds
     */
    static InboundMessage withoutPayload(
            PublishPacket packet,
            List<UserProperty> userProperties,
            String clientId,
            @Nullable String userName,
            long arrivalMicros) {
        return new InboundMessage(
                packet.getTopic(),
                NO_BYTES,
                clientId,
                userName,
                packet.getQos().getQosNumber(),
                packet.getRetain(),
                packet.getDupFlag(),
                propertiesOf(packet, userProperties),
                arrivalMicros);
    }

    static byte[] payloadOf(PublishPacket packet) {
        return bytesOf(packet.getPayload());
    }

    private static byte[] bytesOf(Optional<ByteBuffer> payload) {
        if (payload.isEmpty()) {
            return NO_BYTES;
        }
        var bytes = new byte[payload.get().remaining()];
        payload.get().get(bytes);
        return bytes;
    }

    private static Mqtt5Properties propertiesOf(PublishPacket packet, List<UserProperty> userProperties) {
        return Mqtt5Properties.of(
                packet.getContentType().orElse(null),
                packet.getResponseTopic().orElse(null),
                messageExpiryOf(packet.getMessageExpiryInterval()),
                userProperties);
    }

    /**
     * Returns {@code null} for a message that never expires. Its interval is the longest one in a will of a client with
     * MQTT 3, otherwise one that no packet can have.
     */
    private static @Nullable Long messageExpiryOf(Optional<Long> interval) {
        var seconds = interval.orElse(null);
        return seconds == null || seconds >= Mqtt5Properties.MAX_MESSAGE_EXPIRY ? null : seconds;
    }

    /** Returns properties that consist of user properties only. */
    public static Mqtt5Properties propertiesOf(UserProperties properties) {
        return Mqtt5Properties.of(null, null, null, listOf(properties));
    }

    private static List<UserProperty> listOf(UserProperties properties) {
        return properties.isEmpty()
                ? List.of()
                : properties.asList().stream()
                        .map(property -> new UserProperty(property.getName(), property.getValue()))
                        .toList();
    }
}
