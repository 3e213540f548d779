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

    public static final Mqtt5Properties NONE = new Mqtt5Properties(null, null, List.of());

    public Mqtt5Properties {
        userProperties = List.copyOf(userProperties);
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
