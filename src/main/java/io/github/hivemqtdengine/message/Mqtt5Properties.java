// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * MQTT 5 properties of a PUBLISH that a mapping can use; {@link #NONE} for MQTT 3.
 *
 * @param contentType content type, or {@code null}
 * @param responseTopic response topic, or {@code null}
 * @param messageExpiry message expiry interval in seconds, 0 to {@link #MAX_MESSAGE_EXPIRY}, or {@code null} for none
 * @param userProperties user properties in the order of the packet
 */
public record Mqtt5Properties(
        @Nullable String contentType,
        @Nullable String responseTopic,
        @Nullable Long messageExpiry,
        List<UserProperty> userProperties) {

    /** Maximum message expiry interval of MQTT in seconds. */
    public static final long MAX_MESSAGE_EXPIRY = 0xFFFF_FFFFL;

    /** Approximate heap size of a property in bytes, without its characters: two strings and the record. */
    private static final int PER_PROPERTY = 120;

    public static final Mqtt5Properties NONE = new Mqtt5Properties(null, null, null, List.of());

    public Mqtt5Properties {
        userProperties = userProperties.size() > UserProperties.FEW
                ? new UserProperties(userProperties)
                : List.copyOf(userProperties);
    }

    /** Returns the properties of a packet, or {@link #NONE} if it has none of them. */
    public static Mqtt5Properties of(
            @Nullable String contentType,
            @Nullable String responseTopic,
            @Nullable Long messageExpiry,
            List<UserProperty> userProperties) {
        return contentType == null && responseTopic == null && messageExpiry == null && userProperties.isEmpty()
                ? NONE
                : new Mqtt5Properties(contentType, responseTopic, messageExpiry, userProperties);
    }

    /** Returns the approximate heap size in bytes. */
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

    /** Returns the value of the first user property of this name. */
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

    /** One MQTT 5 user property; a message may carry the same name several times. */
    public record UserProperty(String name, String value) {}

    /**
     * User properties of one packet, indexed by name. A client may send very many properties, and a message may have
     * very many rows that each need one. Thread-safe.
     */
    private static final class UserProperties extends AbstractList<UserProperty> {

        /** Maximum number of properties for which a linear search is faster than an index. */
        private static final int FEW = 16;

        private final List<UserProperty> all;
        /** Index, created by the first lookup; two threads may create equal ones. */
        private volatile @Nullable Map<String, String> firstValues;

        UserProperties(List<UserProperty> all) {
            this.all = List.copyOf(all);
        }

        @Override
        public UserProperty get(int index) {
            return all.get(index);
        }

        @Override
        public int size() {
            return all.size();
        }

        /** Returns the value of the first property with a name. */
        Optional<String> firstValue(String name) {
            var values = firstValues;
            if (values == null) {
                values = index();
                firstValues = values;
            }
            return Optional.ofNullable(values.get(name));
        }

        private Map<String, String> index() {
            var values = new HashMap<String, String>();
            for (var property : all) {
                values.putIfAbsent(property.name(), property.value());
            }
            return values;
        }
    }
}
