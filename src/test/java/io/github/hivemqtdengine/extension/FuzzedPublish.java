// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.general.UserProperty;
import com.hivemq.extension.sdk.api.packets.publish.PayloadFormatIndicator;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A PUBLISH packet with anything in it that MQTT allows. */
@SuppressWarnings("ArrayRecordComponent") // a packet is read once
public record FuzzedPublish(
        String topic,
        byte[] payload,
        Qos qos,
        boolean retain,
        boolean duplicate,
        Optional<String> contentType,
        Optional<String> responseTopic,
        Optional<Long> messageExpiry,
        Optional<ByteBuffer> correlationData,
        Optional<PayloadFormatIndicator> indicator,
        List<UserProperty> properties)
        implements PublishPacket, UserProperties {

    private static final List<Qos> QOS = List.of(Qos.values());

    private record Property(String getName, String getValue) implements UserProperty {

        @Override
        public String getName() {
            return getName;
        }

        @Override
        public String getValue() {
            return getValue;
        }
    }

    public static FuzzedPublish of(FuzzedText random) {
        var properties = new ArrayList<UserProperty>();
        for (int i = random.below(3); random.oneIn(4) && i > 0; i--) {
            properties.add(new Property(random.oneIn(2) ? "unit" : random.text(40), random.text(200)));
        }
        return new FuzzedPublish(
                random.topic(),
                random.payload(),
                QOS.get(random.below(QOS.size())),
                random.oneIn(2),
                random.oneIn(10),
                random.oneIn(5) ? Optional.of(random.text(60)) : Optional.empty(),
                random.oneIn(10) ? Optional.of(random.topic()) : Optional.empty(),
                random.oneIn(5) ? Optional.of((long) random.below(Integer.MAX_VALUE)) : Optional.empty(),
                random.oneIn(5) ? Optional.of(ByteBuffer.wrap(random.payload())) : Optional.empty(),
                random.oneIn(5) ? Optional.of(PayloadFormatIndicator.UTF_8) : Optional.empty(),
                properties);
    }

    @Override
    public boolean getDupFlag() {
        return duplicate;
    }

    @Override
    public Qos getQos() {
        return qos;
    }

    @Override
    public boolean getRetain() {
        return retain;
    }

    @Override
    public String getTopic() {
        return topic;
    }

    @Override
    public int getPacketId() {
        return 1;
    }

    @Override
    public Optional<PayloadFormatIndicator> getPayloadFormatIndicator() {
        return indicator;
    }

    @Override
    public Optional<Long> getMessageExpiryInterval() {
        return messageExpiry;
    }

    @Override
    public Optional<String> getResponseTopic() {
        return responseTopic;
    }

    @Override
    public Optional<ByteBuffer> getCorrelationData() {
        return correlationData.map(ByteBuffer::asReadOnlyBuffer);
    }

    @Override
    public List<Integer> getSubscriptionIdentifiers() {
        return List.of();
    }

    @Override
    public Optional<String> getContentType() {
        return contentType;
    }

    @Override
    public Optional<ByteBuffer> getPayload() {
        return payload.length == 0
                ? Optional.empty()
                : Optional.of(ByteBuffer.wrap(payload).asReadOnlyBuffer());
    }

    @Override
    public UserProperties getUserProperties() {
        return this;
    }

    @Override
    public long getTimestamp() {
        return 0;
    }

    @Override
    public Optional<String> getFirst(String name) {
        return getAllForName(name).stream().findFirst();
    }

    @Override
    public List<String> getAllForName(String name) {
        return properties.stream()
                .filter(property -> property.getName().equals(name))
                .map(UserProperty::getValue)
                .toList();
    }

    @Override
    public List<UserProperty> asList() {
        return properties;
    }

    @Override
    public boolean isEmpty() {
        return properties.isEmpty();
    }
}
