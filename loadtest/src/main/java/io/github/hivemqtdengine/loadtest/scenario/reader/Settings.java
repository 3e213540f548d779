// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.Syntax;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Values of a scenario or of a group of clients, and the problems found while reading them. Callers name keys as files
 * do. Not thread-safe.
 */
final class Settings {

    private final Map<String, Setting> written = new LinkedHashMap<>();
    private final Predicate<String> own;
    private final Map<String, Settings> groups;
    private final List<Problem> problems;
    private final Map<String, Object> values = new HashMap<>();

    /**
     * Reads all values with the types of their keys.
     *
     * @param written settings by key, those of a group with the inherited ones; empty values count as none
     * @param own whether the value of a key is not inherited
     * @param groups settings of each group, in file order
     * @param problems earlier problems; new ones are added
     */
    Settings(
            Map<String, Setting> written, Predicate<String> own, Map<String, Settings> groups, List<Problem> problems) {
        this.own = own;
        this.groups = groups;
        this.problems = problems;
        written.forEach((key, setting) -> {
            if (!setting.value().isEmpty()) {
                this.written.put(key, setting);
                read(setting, key(key).syntax()).ifPresent(value -> values.put(key, value));
            }
        });
    }

    private static ScenarioKey key(String key) {
        return ScenarioKey.of(key).orElseThrow(() -> new IllegalArgumentException(key));
    }

    private <T> Optional<T> read(Setting setting, Syntax<T> syntax) {
        try {
            return Optional.of(syntax.read(setting.value()));
        } catch (MalformedValueException malformed) {
            problems.add(setting.problem(malformed.rule(), malformed.suggestion()));
            return Optional.empty();
        }
    }

    Map<String, Settings> groups() {
        return groups;
    }

    boolean has(String key) {
        return key(key).word().equals(key) && written.containsKey(key);
    }

    /** Returns whether there is a value that is not inherited. */
    boolean hasOwn(String key) {
        return has(key) && own.test(key);
    }

    /** Returns the value as it is written; the default if it is missing or malformed. */
    String text(String key) {
        return values.containsKey(key) ? setting(key).map(Setting::value).orElseThrow() : key(key).byDefault();
    }

    private Optional<Setting> setting(String key) {
        return Optional.ofNullable(written.get(key));
    }

    /** Returns the value, which has the type of the key; the default if it is missing or malformed. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the table of keys says
    <T> T get(String key) {
        return (T) find(key).orElseGet(() -> key(key).syntax().read(key(key).byDefault()));
    }

    /** Returns the value, which has the type of the key; empty if it is missing or malformed. */
    @SuppressWarnings("unchecked")
    <T> Optional<T> find(String key) {
        return has(key) ? Optional.ofNullable((T) values.get(key)) : Optional.empty();
    }

    /** Returns the value of a text whose syntax depends on other keys; the default if it is missing or malformed. */
    <T> T get(String key, Syntax<T> syntax) {
        return find(key, syntax).orElseGet(() -> syntax.read(key(key).byDefault()));
    }

    /** Returns the value of a text whose syntax depends on other keys; empty if it is missing or malformed. */
    <T> Optional<T> find(String key, Syntax<T> syntax) {
        return setting(key).flatMap(setting -> read(setting, syntax));
    }

    /** Returns the values of a numbered key, in ascending order of their numbers. */
    <T> List<T> findAll(String prefix, Syntax<T> syntax) {
        return written.keySet().stream()
                .filter(key -> key.startsWith(prefix))
                .sorted(Comparator.comparingInt(key -> Integer.parseInt(key.substring(prefix.length()))))
                .flatMap(key -> find(key, syntax).stream())
                .toList();
    }

    /** Adds a problem for the first of these keys that was set; returns false if none was. */
    boolean refuseFirst(List<String> keys, String rule) {
        var set = keys.stream().filter(this::has).findFirst();
        set.ifPresent(key -> refuseInherited(key, rule));
        return set.isPresent();
    }

    /** Adds a problem for a key that was set but contradicts others; an inherited value has no effect instead. */
    void refuse(String key, String rule) {
        if (own.test(key)) {
            refuseInherited(key, rule);
        }
    }

    /** Adds a problem for a key that was set but contradicts others, even if its value is inherited. */
    void refuseInherited(String key, String rule) {
        if (has(key)) {
            setting(key).ifPresent(setting -> problems.add(setting.problem(rule, "")));
        }
    }
}
