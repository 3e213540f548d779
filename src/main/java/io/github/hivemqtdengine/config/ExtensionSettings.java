// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.message.TopicName;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.registry.RegistrySettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.spool.archive.ArchiveSettings;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a configuration file. Only {@code extension} and {@code cli} use them as a whole.
 *
 * @param archive the limits of stored messages that are kept; {@code null} if none are
 * @param deadLetterTopic the topic that dead letters are published to; {@code null} if they are not
 * @param statusTopic the topic that the status is published to; {@code null} if it is not
 * @param unmappedSamples the samples per minute in which unmapped topics and fields are searched; 0 for no search
 * @param silences how long routes may be without a message, by their ids; without those that may be for ever
 */
public record ExtensionSettings(
        List<DatabaseSettings> databases,
        List<RouteSettings> routes,
        DeliverySettings delivery,
        CaptureSettings capture,
        SpoolSettings spool,
        @Nullable ArchiveSettings archive,
        DeadLetterSettings deadLetters,
        @Nullable DeadLetterTopic deadLetterTopic,
        @Nullable String statusTopic,
        int unmappedSamples,
        Map<String, Silence> silences,
        List<RegistrySettings> registries) {

    public ExtensionSettings {
        databases = List.copyOf(databases);
        routes = List.copyOf(routes);
        silences = Map.copyOf(silences);
        registries = List.copyOf(registries);
    }

    /** Returns whether the silence of a route has a key. */
    public boolean hasSilenceKeys() {
        return silences.values().stream().anyMatch(silence -> silence.key() != null);
    }

    /**
     * Topic that dead letters are published to, beside their file.
     *
     * @param topic the name of a topic, without wildcards
     * @param maxRate the most letters that are published in a second
     */
    public record DeadLetterTopic(String topic, int maxRate) {

        /**
         * Checks the name of a topic.
         *
         * @throws IllegalArgumentException if clients can't subscribe to it; the message is for the operator
         */
        static String topic(String text) {
            if (TopicName.check(text).startsWith("$")) {
                throw new IllegalArgumentException(
                        "is reserved for the broker: choose a topic that does not begin with $");
            }
            return text;
        }
    }
}
