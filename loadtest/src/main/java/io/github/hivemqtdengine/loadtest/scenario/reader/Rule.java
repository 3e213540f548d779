// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey.Place;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keys that do not go together, in the resource {@code rules.txt}: each row has the keys that are refused, the
 * conditions that must all hold, and what the problem says. {@code KEY} alone holds if the key has a value that is not
 * malformed, {@code no KEY} if it is not set; {@code =} and {@code !=} compare its value or default, {@code ~} is a pattern in it; {@code x.group} holds
 * for a scenario with groups.
 *
 * <p>A group has no problem with a value that it inherits, unless the whole run contradicts it.
 */
record Rule(List<Condition> refused, List<Condition> conditions, String sentence) {

    private static final String GROUPS = "x.group";
    private static final List<Rule> ALL = ScenarioKey.table("rules.txt")
            .map(row -> new Rule(conditions(row.get(0)), conditions(row.get(1)), row.get(2)))
            .toList();

    private static List<Condition> conditions(String cell) {
        return Stream.of(cell.split(", ", -1)).map(Condition::of).toList();
    }

    /** Adds a problem for each key that contradicts others. */
    static void check(Settings settings) {
        ALL.forEach(rule -> rule.refused.forEach(key -> {
            boolean inGroups = key.isOfGroup() && !settings.groups().isEmpty();
            (inGroups ? settings.groups().values() : List.of(settings))
                    .forEach(its -> rule.check(key, its, !settings.groups().isEmpty()));
        }));
    }

    private void check(Condition key, Settings settings, boolean hasGroups) {
        boolean applies = key.holds(settings)
                && conditions.stream().allMatch(each -> each.key.equals(GROUPS) ? hasGroups : each.holds(settings));
        if (applies && conditions.stream().anyMatch(Condition::isOfGroup)) {
            settings.refuse(key.key, sentence);
        } else if (applies) {
            settings.refuseInherited(key.key, sentence);
        }
    }

    /** Condition on a key. */
    record Condition(String key, String operator, String value) {

        private static final Pattern PATTERN = Pattern.compile("(no )?(\\S+)(?: (=|!=|~) (.+))?");

        static Condition of(String text) {
            var parts = PATTERN.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException(text);
            }
            return parts.group(3) == null
                    ? new Condition(parts.group(2), parts.group(1) == null ? "" : "no", "")
                    : new Condition(parts.group(2), parts.group(3), parts.group(4));
        }

        boolean isOfGroup() {
            return !key.equals(GROUPS) && ScenarioKey.of(key).orElseThrow().place() == Place.GROUP;
        }

        boolean holds(Settings settings) {
            return switch (operator) {
                case "no" -> !settings.has(key);
                case "=" -> settings.text(key).equals(value);
                case "!=" -> !settings.text(key).equals(value);
                case "~" -> Pattern.compile(value).matcher(settings.text(key)).find();
                default -> settings.find(key).isPresent();
            };
        }
    }
}
