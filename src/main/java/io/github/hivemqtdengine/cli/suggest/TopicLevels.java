// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.config.xml.XmlText;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Interpretation of topics. Levels that vary get names. If there is one topic only, these are levels with a digit, else
 * the level after a word like {@code devices}, else the second one; but not versions and fixed words of usual topics.
 *
 * @param filter a filter for such topics
 * @param named the samples' values of each named level
 * @param words the fixed levels
 */
public record TopicLevels(String filter, Map<String, Set<String>> named, List<String> words) {

    private static final int MAX_LEVELS = 64;
    private static final int MAX_TOPIC = 1_024;
    private static final TopicLevels UNKNOWN = new TopicLevels("#", Map.of(), List.of());

    private static final Pattern KINDS = Pattern.compile("(?i)(device|sensor|node|meter|machine|gateway|station)s?");
    private static final Pattern FIXED = Pattern.compile("(?i)v\\d+(\\.\\d+)*|\\w+2mqtt|rtl_433|me|up|down|events?|data"
            + "|telemetry|attributes|state|status|stat|tele|cmnd|info|" + KINDS);

    /**
     * Splits topics into named levels and words.
     *
     * @param topics the topics of the samples; empty if unknown
     */
    public static TopicLevels of(Collection<String> topics) {
        if (topics.isEmpty()) {
            return UNKNOWN;
        }
        var all = topics.stream().distinct().map(topic -> topic.split("/", -1)).toList();
        int depth = all.stream().mapToInt(levels -> levels.length).min().orElseThrow();
        var levels = Arrays.copyOf(all.get(0), depth);
        return of(levels, isNamed(levels, all), all);
    }

    private static TopicLevels of(String[] levels, BitSet isNamed, List<String[]> all) {
        int depth = levels.length;
        var named = new LinkedHashMap<String, Set<String>>();
        var words = new ArrayList<String>();
        var filter = new ArrayList<String>();
        for (int i = 0; i < depth; i++) {
            if (isNamed.get(i)) {
                int level = i;
                var name = nameFor(levels, i, isNamed, named.keySet());
                named.put(name, all.stream().map(topic -> topic[level]).collect(Collectors.toSet()));
                filter.add("{" + name + "}");
            } else {
                words.add(levels[i]);
                filter.add(levels[i]);
            }
        }
        if (all.stream().anyMatch(topic -> topic.length > depth)) {
            filter.add("#");
        }
        return new TopicLevels(String.join("/", filter), named, words);
    }

    /** Returns a topic as it is; only levels that no filter can have are named. */
    public static TopicLevels exactly(String topic) {
        var levels = topic.split("/", -1);
        return of(levels, unwritable(levels), List.<String[]>of(levels));
    }

    /**
     * Returns whether a filter and tags can be made for the topic: it has at most 64 levels and 1,024 characters, and
     * begins with no level that a wildcard does not match and XML can't write.
     */
    public static boolean isMappable(String topic) {
        var first = topic.split("/", 2)[0];
        return topic.length() <= MAX_TOPIC
                && topic.chars().filter(c -> c == '/').count() < MAX_LEVELS
                && (!first.startsWith("$") || isWritable(first));
    }

    private static BitSet unwritable(String[] levels) {
        return indices(levels, i -> !isWritable(levels[i]));
    }

    /** Returns whether a filter can have the level: without braces, blanks around it, and what XML can't write. */
    private static boolean isWritable(String level) {
        return level.equals(level.strip())
                && !level.contains("{")
                && !level.contains("}")
                && level.codePoints().allMatch(c -> c >= ' ' && XmlText.isWritable(c));
    }

    /** Returns the filter without names, as an exclude has it. */
    public String wildcards() {
        return filter.replaceAll("\\{[^}]*}", "+");
    }

    /** Returns the topics by the level that has the fewest values, but more than one; all together if none has. */
    public static Collection<List<String>> split(Collection<String> topics) {
        int depth = topics.stream()
                .mapToInt(topic -> topic.split("/", -1).length)
                .min()
                .orElse(0);
        return IntStream.range(0, depth)
                .mapToObj(level -> topics.stream().collect(Collectors.groupingBy(topic -> topic.split("/", -1)[level])))
                .filter(parts -> parts.size() > 1)
                .min(Comparator.comparing(Map::size))
                .map(Map::values)
                .orElseGet(() -> List.of(List.copyOf(topics)));
    }

    /** Returns the filter, to match topics. */
    public TopicFilter parsed() {
        return TopicFilter.parse(filter);
    }

    private static BitSet isNamed(String[] levels, List<String[]> all) {
        var varying = indices(levels, i -> all.stream().anyMatch(topic -> !topic[i].equals(levels[i])));
        var named = varying.isEmpty() ? device(levels) : varying;
        named.or(unwritable(levels));
        if (levels[0].startsWith("$")) {
            named.clear(0); // a wildcard would not match it
        }
        return named;
    }

    /** Returns the levels that identify the device in a single topic. */
    private static BitSet device(String[] levels) {
        var candidates = indices(levels, i -> !FIXED.matcher(levels[i]).matches());
        var digits = indices(levels, i -> candidates.get(i) && levels[i].chars().anyMatch(Character::isDigit));
        if (!digits.isEmpty()) {
            return digits;
        }
        var kinds = indices(
                levels,
                i -> candidates.get(i) && i > 0 && KINDS.matcher(levels[i - 1]).matches());
        int device = kinds.isEmpty() ? candidates.nextSetBit(1) : kinds.nextSetBit(0);
        return indices(levels, i -> i == device);
    }

    private static BitSet indices(String[] levels, IntPredicate condition) {
        return IntStream.range(0, levels.length).filter(condition).collect(BitSet::new, BitSet::set, BitSet::or);
    }

    /** Returns a name after the previous level: {@code meter} for {@code meters/17}. */
    private static String nameFor(String[] levels, int index, BitSet isNamed, Set<String> taken) {
        var before = index == 0 || isNamed.get(index - 1) ? "" : ColumnNames.word(levels[index - 1]);
        var name = before.matches("[a-z][a-z_]{2,}") ? singular(before) : "level_" + (index + 1);
        return taken.contains(name) ? "level_" + (index + 1) : name;
    }

    private static String singular(String word) {
        return word.endsWith("s") && !word.matches(".*[sui]s") ? word.substring(0, word.length() - 1) : word;
    }

    /** Returns an id for the route, which is also the name of the super table. */
    public String id() {
        var id = words.stream()
                .map(TopicLevels::latin)
                .map(word -> ColumnNames.word(word.replaceAll("[^A-Za-z0-9]", "_")))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining("_"));
        return id.isEmpty() ? "suggested" : id.substring(0, Math.min(id.length(), 48));
    }

    /** Returns the word without accents; an empty one if a letter of it is in another script, which ids can't have. */
    private static String latin(String word) {
        var plain = Normalizer.normalize(word, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        return plain.codePoints().allMatch(c -> c < 128 || !Character.isLetter(c)) ? plain : "";
    }
}
