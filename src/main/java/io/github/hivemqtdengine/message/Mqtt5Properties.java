package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The MQTT 5 properties of a PUBLISH that a mapping can use; {@link #NONE} for MQTT 3.
 *
 * @param contentType the content type, or {@code null}
 * @param responseTopic the response topic, or {@code null}
 * @param userProperties the user properties in the order of the packet
 */
public record Mqtt5Properties(
        @Nullable String contentType, @Nullable String responseTopic, List<UserProperty> userProperties) {

    /** Two strings and the record around them. */
    private static final int PER_PROPERTY = 120;

    public static final Mqtt5Properties NONE = new Mqtt5Properties(null, null, List.of());

    public Mqtt5Properties {
        userProperties = List.copyOf(userProperties);
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
        for (var property : userProperties) {
            if (property.name().equals(name)) {
                return Optional.of(property.value());
            }
        }
        return Optional.empty();
    }
}
