package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The MQTT 5 properties of a PUBLISH that a mapping can use; {@link #NONE} for MQTT 3.
 *
 * @param contentType the content type, or {@code null}
 * @param responseTopic the response topic, or {@code null}
 * @param messageExpiry after how many seconds the message expires, 0 to {@link #MAX_MESSAGE_EXPIRY}, or {@code null} for
 *     never
 * @param userProperties the user properties in the order of the packet
 */
public record Mqtt5Properties(
        @Nullable String contentType,
        @Nullable String responseTopic,
        @Nullable Long messageExpiry,
        List<UserProperty> userProperties) {

    /** The longest message expiry interval that MQTT has, in seconds. */
    public static final long MAX_MESSAGE_EXPIRY = 0xFFFF_FFFFL;

    /** Two strings and the record around them. */
    private static final int PER_PROPERTY = 120;

    public static final Mqtt5Properties NONE = new Mqtt5Properties(null, null, null, List.of());

    public Mqtt5Properties {
        userProperties = userProperties.size() > UserProperties.FEW
                ? new UserProperties(userProperties)
                : List.copyOf(userProperties);
    }

    /** The properties, or {@link #NONE} where a packet has none of them. */
    public static Mqtt5Properties of(
            @Nullable String contentType,
            @Nullable String responseTopic,
            @Nullable Long messageExpiry,
            List<UserProperty> userProperties) {
        return contentType == null && responseTopic == null && messageExpiry == null && userProperties.isEmpty()
                ? NONE
                : new Mqtt5Properties(contentType, responseTopic, messageExpiry, userProperties);
    }

    /** About how many bytes of heap they hold. */
    public int weight() {
        int weight = length(contentType) + length(responseTopic);
        for (var property : userProperties) {
            weight += PER_PROPERTY + property.name().length() + property.value().length();
        }
        return weight;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** The value of the first user property of this name. */
    public Optional<String> userProperty(String name) {
        if (userProperties instanceof UserProperties many) {
            return many.firstValue(name);
        }
        for (var property : userProperties) {
            if (property.name().equals(name)) {
                return Optional.of(property.value());
            }
        }
        return Optional.empty();
    }
}
