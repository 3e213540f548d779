// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.topic;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * MQTT topic filter in which a single-level wildcard may have a name: {@code site/{site}/meter/+/#}. Immutable; filters
 * with the same text are equal.
 */
public final class TopicFilter {

    public static final String SINGLE = "+";
    public static final String MULTI = "#";

    private final String text;
    private final List<String> levels;
    private final List<String> pattern;
    private final Map<String, Integer> names;

    TopicFilter(String text, List<String> levels, Map<String, Integer> names) {
        this.text = text;
        this.levels = List.copyOf(levels);
        this.names = Map.copyOf(names);
        this.pattern = levels.stream()
                .map(level -> level.startsWith("{") ? SINGLE : level)
                .toList();
    }

    /**
     * Parses a filter.
     *
     * @throws IllegalArgumentException with a sentence that gives the index of the syntax error
     */
    public static TopicFilter parse(String text) {
        return new TopicFilterParser(text).parse();
    }

    /** Returns the filter in the mapping's notation. */
    public String text() {
        return text;
    }

    /** Returns the levels in the mapping's notation. */
    public List<String> levels() {
        return levels;
    }

    /** Returns the named levels with their indices, from 0. */
    public Map<String, Integer> names() {
        return names;
    }

    /** Returns the levels in MQTT notation, with {@code +} for a named level. */
    public List<String> pattern() {
        return pattern;
    }

    /** Returns whether the filter matches a topic; allocates nothing. */
    public boolean matches(String topic) {
        if (isHiddenFromWildcards(topic) && isWildcard(pattern.get(0))) {
            return false;
        }
        int from = 0;
        for (int i = 0; i < pattern.size(); i++) {
            var level = pattern.get(i);
            if (level.equals(MULTI)) {
                return true;
            }
            if (from > topic.length()) {
                return false;
            }
            int to = endOfLevel(topic, from);
            if (!level.equals(SINGLE) && !isLevel(level, topic, from, to)) {
                return false;
            }
            from = to + 1;
        }
        return from > topic.length();
    }

    /** Returns whether a topic is the broker's own, hidden from first-level wildcards (MQTT 5, 4.7.2). */
    public static boolean isHiddenFromWildcards(String topic) {
        return topic.startsWith("$");
    }

    /** Returns the index after the last character of the level that begins at {@code from}. */
    public static int endOfLevel(String topic, int from) {
        int slash = topic.indexOf('/', from);
        return slash < 0 ? topic.length() : slash;
    }

    public static boolean isLevel(String level, String topic, int from, int to) {
        return level.length() == to - from && topic.startsWith(level, from);
    }

    private static boolean isWildcard(String level) {
        return level.equals(SINGLE) || level.equals(MULTI);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TopicFilter filter && text.equals(filter.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
