// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extension.sdk.api.services.publish.RetainedPublish;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.TextBytes;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Size limit of messages. It covers the parts whose length a client chooses: payload, content type, response topic,
 * correlation data if it is kept, and user properties, each property with its overhead in memory.
 *
 * @param bytes the largest message, bytes
 */
public record MessageLimit(long bytes) {

    /** Heap of two strings and their record, as in {@link io.github.hivemqtdengine.message.Mqtt5Properties#weight}. */
    private static final int PER_PROPERTY = 120;

    private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocate(0);

    /**
     * Returns whether a packet is larger; copies nothing.
     *
     * @param facts the facts that are kept
     */
    public boolean isExceededBy(PublishPacket packet, Metadata facts) {
        var correlationData = facts.correlationData();
        long size = payloadOf(packet).remaining()
                + TextBytes.utf8(packet.getContentType().orElse(null))
                + TextBytes.utf8(packet.getResponseTopic().orElse(null))
                + (correlationData == null ? 0 : correlationData.length);
        return sizeWith(packet.getUserProperties(), size) > bytes;
    }

    /** Returns the size of a retained message, or of a part that exceeds the limit; copies nothing. */
    public long sizeOf(RetainedPublish publish) {
        long size = publish.getPayload().orElse(NO_PAYLOAD).remaining()
                + TextBytes.utf8(publish.getContentType().orElse(null))
                + TextBytes.utf8(publish.getResponseTopic().orElse(null));
        return sizeWith(publish.getUserProperties(), size);
    }

    /** Adds properties to the size of the other parts until it exceeds the limit. */
    private long sizeWith(UserProperties properties, long others) {
        long size = others;
        if (size > bytes || properties.isEmpty()) {
            return size;
        }
        for (var property : properties.asList()) {
            size += sizeOf(property.getName(), property.getValue());
            if (size > bytes) {
                break;
            }
        }
        return size;
    }

    private static long sizeOf(String name, String value) {
        return PER_PROPERTY + TextBytes.utf8(name) + TextBytes.utf8(value);
    }

    private static ByteBuffer payloadOf(PublishPacket packet) {
        return packet.getPayload().orElse(NO_PAYLOAD);
    }

    /**
     * Returns the content of the dead letter of a larger packet: the payload as the broker holds it, and the first user
     * properties that are within the limit on their own.
     *
     * @param arrivalMicros epoch microseconds
     */
    public RejectedMessage reject(
            PublishPacket packet, String clientId, @Nullable String userName, long arrivalMicros) {
        var payload = payloadOf(packet);
        var all = packet.getUserProperties().asList();
        var kept = new ArrayList<UserProperty>();
        long size = 0;
        for (var property : all) {
            size += sizeOf(property.getName(), property.getValue());
            if (size > bytes) {
                break;
            }
            kept.add(new UserProperty(property.getName(), property.getValue()));
        }
        var message = PacketMessage.withoutPayload(packet, List.copyOf(kept), clientId, userName, arrivalMicros);
        return new RejectedMessage(
                message, payload, DeadLetterReason.TOO_LARGE, detail(payload, all.size(), kept.size()));
    }

    private String detail(ByteBuffer payload, int properties, int kept) {
        return "the message is larger than max-message-bytes, " + bytes + " bytes: its payload has "
                + payload.remaining() + " bytes, and it has " + properties + " user properties"
                + (kept == properties ? "" : ", of which only the first " + kept + " are kept here");
    }
}
