package io.github.hivemqtdengine.cli.suggest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Interpretation of a topic. Levels with a digit identify devices, so they get names; if no level has a digit, the
 * second one gets a name.
 *
 * @param filter a filter for such topics
 * @param named the sample's value of each named level
 * @param words the fixed levels
 */
public record TopicLevels(String filter, Map<String, String> named, List<String> words) {

    private static final TopicLevels UNKNOWN = new TopicLevels("#", Map.of(), List.of());

    /**
     * Splits a topic into named levels and words.
     *
     * @param topic {@code null} if unknown
     */
    public static TopicLevels of(@Nullable String topic) {
        if (topic == null) {
            return UNKNOWN;
        }
        var levels = topic.split("/", -1);
        var named = new LinkedHashMap<String, String>();
        var words = new ArrayList<String>();
        var filter = new ArrayList<String>();
        for (int i = 0; i < levels.length; i++) {
            if (isNamed(levels, i)) {
                var name = nameFor(levels, i, named);
                named.put(name, levels[i]);
                filter.add("{" + name + "}");
            } else {
                words.add(levels[i]);
                filter.add(levels[i]);
            }
        }
        return new TopicLevels(String.join("/", filter), named, words);
    }

    /** Returns whether a level gets a name. Braces need one; a first level with $ would not match a wildcard. */
    private static boolean isNamed(String[] levels, int index) {
        var level = levels[index];
        if (index == 0 && level.startsWith("$")) {
            return false;
        }
        boolean hasDigits = false;
        for (var other : levels) {
            hasDigits |= hasDigit(other);
        }
        return hasDigit(level) || level.indexOf('{') >= 0 || level.indexOf('}') >= 0 || (!hasDigits && index == 1);
    }

    private static boolean hasDigit(String level) {
        return level.chars().anyMatch(Character::isDigit);
    }

    /** Returns a name after the previous level: {@code meter} for {@code meters/17}. */
    private static String nameFor(String[] levels, int index, Map<String, String> taken) {
        var before = index == 0 || isNamed(levels, index - 1) ? "" : ColumnNames.word(levels[index - 1]);
        var name = before.matches("[a-z][a-z_]{2,}") ? singular(before) : "level_" + (index + 1);
        return taken.containsKey(name) ? "level_" + (index + 1) : name;
    }

    private static String singular(String word) {
        return word.endsWith("s") && !word.matches(".*[sui]s") ? word.substring(0, word.length() - 1) : word;
    }

    /** Returns an id for the route, which is also the name of the super table. */
    public String id() {
        var id = words.stream()
                .map(word -> ColumnNames.word(word.replaceAll("[^A-Za-z0-9]", "_")))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining("_"));
        return id.isEmpty() ? "suggested" : id.substring(0, Math.min(id.length(), 48));
    }
}
