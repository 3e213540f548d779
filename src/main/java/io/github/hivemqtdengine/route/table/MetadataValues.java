// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Utf8;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Metadata.Fact;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values of a message's metadata, and of its parts under the names of HiveMQ's SQL extensions. */
final class MetadataValues {

    private MetadataValues() {}

    /** Returns the fact that a reference needs, if it needs one. */
    static Optional<Fact> fact(Reference reference) {
        return switch (reference.kind()) {
            case MQTT_CORRELATION_DATA, MQTT_CORRELATION_DATA_UTF8, MQTT_CORRELATION_DATA_BASE64 ->
                Optional.of(Fact.CORRELATION_DATA);
            case MQTT_PAYLOAD_FORMAT_INDICATOR -> Optional.of(Fact.PAYLOAD_FORMAT_INDICATOR);
            case MQTT_PACKET_ID -> Optional.of(Fact.PACKET_ID);
            case CLIENT_ADDRESS -> Optional.of(Fact.CLIENT_ADDRESS);
            case CLIENT_LISTENER -> Optional.of(Fact.CLIENT_LISTENER);
            case CLIENT_MQTT_VERSION -> Optional.of(Fact.CLIENT_MQTT_VERSION);
            case CLIENT_CERTIFICATE_CN -> Optional.of(Fact.CLIENT_CERTIFICATE_CN);
            case BROKER_NODE -> Optional.of(Fact.BROKER_NODE);
            default -> Optional.empty();
        };
    }

    /** @throws IllegalArgumentException if the reference is to something else */
    static ValueSource of(Reference reference) {
        return switch (reference.kind()) {
            case MQTT_USER_PROPERTIES_JSON -> SharedResult.ofMessage((message, values) -> userPropertiesJson(message));
            case MQTT_CORRELATION_DATA -> fact(Metadata::correlationData);
            case MQTT_CORRELATION_DATA_UTF8 ->
                SharedResult.ofMessage((message, values) -> utf8OrMissing(correlationData(message)));
            case MQTT_CORRELATION_DATA_BASE64 ->
                SharedResult.ofMessage((message, values) -> base64OrMissing(correlationData(message)));
            case MQTT_PAYLOAD_FORMAT_INDICATOR -> number(Metadata::payloadFormatIndicator);
            case MQTT_PAYLOAD_SIZE -> (message, values) -> (long) message.payload().length;
            case MQTT_PACKET_ID -> number(Metadata::packetId);
            case CLIENT_ADDRESS -> fact(Metadata::clientAddress);
            case CLIENT_LISTENER -> fact(Metadata::clientListener);
            case CLIENT_MQTT_VERSION -> fact(Metadata::clientMqttVersion);
            case CLIENT_CERTIFICATE_CN -> fact(Metadata::clientCertificateCn);
            case BROKER_NODE -> fact(Metadata::brokerNode);
            case MQTT_PAYLOAD_UTF8 -> SharedResult.ofMessage((message, values) -> utf8OrMissing(message.payload()));
            case MQTT_PAYLOAD_BASE64 -> SharedResult.ofMessage((message, values) -> base64OrMissing(message.payload()));
            case TIMESTAMP -> (message, values) -> arrival(message);
            case TIMESTAMP_MS -> (message, values) -> arrival(message).toEpochMilli();
            case TIMESTAMP_ISO_8601 -> (message, values) -> ValueText.of(arrival(message));
            default -> throw new IllegalArgumentException("The reference is not to metadata");
        };
    }

    private static ValueSource fact(Function<Metadata, @Nullable Object> fact) {
        return (message, values) -> orMissing(fact.apply(message.metadata()));
    }

    private static ValueSource number(Function<Metadata, @Nullable Integer> fact) {
        return (message, values) -> {
            var number = fact.apply(message.metadata());
            return number == null ? Decoder.MISSING : (Object) number.longValue();
        };
    }

    private static Object orMissing(@Nullable Object value) {
        return value == null ? Decoder.MISSING : value;
    }

    private static byte @Nullable [] correlationData(InboundMessage message) {
        return message.metadata().correlationData();
    }

    /** Returns the user properties as objects with name and value, in the order of the packet. */
    private static Object userPropertiesJson(InboundMessage message) {
        var properties = message.properties().userProperties();
        return properties.isEmpty()
                ? Decoder.MISSING
                : JsonTree.write(
                        properties.stream().map(MetadataValues::nameAndValue).toList());
    }

    private static Map<String, String> nameAndValue(UserProperty property) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("name", property.name());
        fields.put("value", property.value());
        return fields;
    }

    private static Object utf8OrMissing(byte @Nullable [] bytes) throws ConversionException {
        if (bytes == null) {
            return Decoder.MISSING;
        }
        if (Utf8.firstInvalid(bytes, 0, bytes.length) >= 0) {
            throw ConversionException.of(bytes, "(in base64) is not UTF-8");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Object base64OrMissing(byte @Nullable [] bytes) {
        return bytes == null ? Decoder.MISSING : ValueText.of(bytes);
    }

    static Instant arrival(InboundMessage message) {
        return Instant.EPOCH.plus(message.arrivalMicros(), ChronoUnit.MICROS);
    }
}
