// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Durations;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Syntax;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Values of one scenario, and the problems found while reading them. Not thread-safe. */
public final class Settings {

    private final Map<ScenarioKey, Setting> single = new EnumMap<>(ScenarioKey.class);
    private final Map<ScenarioKey, TreeMap<Integer, Setting>> numbered = new EnumMap<>(ScenarioKey.class);
    private final Map<String, Settings> groups = new LinkedHashMap<>();
    private final List<Problem> problems;
    private final Predicate<ScenarioKey> own;

    /** @param problems earlier problems; new ones are added */
    public Settings(List<Problem> problems) {
        this(problems, key -> true);
    }

    /**
     * Creates the settings of a group.
     *
     * @param own keys with a value of the group's own; the other values are inherited from the scenario
     */
    Settings(List<Problem> problems, Predicate<ScenarioKey> own) {
        this.problems = problems;
        this.own = own;
    }

    /** Adds the settings of a group. */
    void put(String group, Settings ofGroup) {
        groups.put(group, ofGroup);
    }

    /** Returns the settings of each group, which include those inherited from the scenario, in file order. */
    Map<String, Settings> groups() {
        return Collections.unmodifiableMap(groups);
    }

    public void put(ScenarioKey key, Setting setting) {
        single.put(key, setting);
    }

    public void put(ScenarioKey key, int number, Setting setting) {
        numbered.computeIfAbsent(key, any -> new TreeMap<>()).put(number, setting);
    }

    /** Returns whether there is a value that is not inherited. */
    boolean hasOwn(ScenarioKey key) {
        return has(key) && own.test(key);
    }

    boolean has(ScenarioKey key) {
        return single.containsKey(key);
    }

    /** Returns the value or the key's default. */
    String text(ScenarioKey key) {
        var setting = single.get(key);
        return setting == null ? key.byDefault() : setting.value();
    }

    /** Returns the value or the key's default, which also replaces a malformed value. */
    <T> T read(ScenarioKey key, Syntax<T> syntax) {
        return find(key, syntax).orElseGet(() -> syntax.read(key.byDefault()));
    }

    /** Returns the value; empty if it is missing or malformed. */
    <T> Optional<T> find(ScenarioKey key, Syntax<T> syntax) {
        return Optional.ofNullable(readOrNull(single.get(key), syntax));
    }

    /** Returns the values of a numbered key, in ascending order of their numbers. */
    <T> List<T> findAll(ScenarioKey key, Syntax<T> syntax) {
        var values = new ArrayList<T>();
        for (var setting : numbered.getOrDefault(key, new TreeMap<>()).values()) {
            var value = readOrNull(setting, syntax);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private <T> @Nullable T readOrNull(@Nullable Setting setting, Syntax<T> syntax) {
        if (setting == null) {
            return null;
        }
        try {
            return syntax.read(setting.value());
        } catch (MalformedValueException malformed) {
            problems.add(setting.problem(malformed.rule(), malformed.suggestion()));
            return null;
        }
    }

    int whole(ScenarioKey key, int minimum, int maximum) {
        return read(key, Numbers.whole(minimum, maximum));
    }

    Duration seconds(ScenarioKey key, int minimum) {
        return Duration.ofSeconds(whole(key, minimum, 31_536_000));
    }

    Duration duration(ScenarioKey key) {
        return read(key, Durations::parse);
    }

    boolean flag(ScenarioKey key) {
        return read(key, Choice.of("true", true, "false", false));
    }

    /** Adds a problem for the first of these keys that was set; returns false if none was. */
    boolean refuseFirst(List<ScenarioKey> keys, String rule) {
        var set = keys.stream().filter(single::containsKey).findFirst();
        set.ifPresent(key -> refuseInherited(key, rule));
        return set.isPresent();
    }

    /** Adds a problem for a key that was set but contradicts others; an inherited value has no effect instead. */
    void refuse(ScenarioKey key, String rule) {
        if (own.test(key)) {
            refuseInherited(key, rule);
        }
    }

    /** Adds a problem for a key that was set but contradicts others, even if its value is inherited. */
    void refuseInherited(ScenarioKey key, String rule) {
        var setting = single.get(key);
        if (setting != null) {
            problems.add(setting.problem(rule, ""));
        }
    }
}
