package io.github.hivemqtdengine.route;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An MQTT topic filter in which a single-level wildcard may have a name: {@code site/{site}/meter/+/#}. Immutable; two
 * filters are equal if their texts are.
 */
public final class TopicFilter {

    static final String SINGLE = "+";
    static final String MULTI = "#";

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
     * Reads a filter.
     *
     * @throws IllegalArgumentException with a sentence that points at the character if this is no topic filter
     */
    public static TopicFilter parse(String text) {
        return new TopicFilterParser(text).parse();
    }

    /** The filter as the mapping writes it. */
    public String text() {
        return text;
    }

    /** The filter's levels as the mapping writes them. */
    public List<String> levels() {
        return levels;
    }

    /** The levels that have a name, with their index; the first level is 0. */
    public Map<String, Integer> names() {
        return names;
    }

    /** The levels in MQTT's own words: {@code +} for a level that has a name. */
    List<String> pattern() {
        return pattern;
    }

    /** Whether the filter matches a topic; allocates nothing. */
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

    /** Topics of the broker itself, which a wildcard in the first level does not match (MQTT 5, section 4.7.2). */
    static boolean isHiddenFromWildcards(String topic) {
        return topic.startsWith("$");
    }

    /** The index behind the last character of the level that begins at an index. */
    static int endOfLevel(String topic, int from) {
        int slash = topic.indexOf('/', from);
        return slash < 0 ? topic.length() : slash;
    }

    static boolean isLevel(String level, String topic, int from, int to) {
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
