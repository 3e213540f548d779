// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * MQTT 5 properties of the messages of a group. Texts may have {@code {client}}, the publisher's number.
 *
 * @param topicAlias whether publishers replace topics by aliases: true, as many as the broker allows; false, none;
 *     empty, as the client library does by default
 */
public record MessageProperties(
        List<UserProperty> userProperties,
        Optional<Duration> expiry,
        Optional<String> contentType,
        Optional<String> responseTopic,
        Optional<Boolean> topicAlias) {

    /** No properties. */
    public static final MessageProperties NONE =
            new MessageProperties(List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public MessageProperties {
        userProperties = List.copyOf(userProperties);
    }

    /** Returns whether messages have a property; topic aliases are none. */
    public boolean arePresent() {
        return !userProperties.isEmpty() || expiry.isPresent() || contentType.isPresent() || responseTopic.isPresent();
    }

    /** Name and value of a user property. A name may occur several times. */
    public record UserProperty(String name, String value) {}
}
