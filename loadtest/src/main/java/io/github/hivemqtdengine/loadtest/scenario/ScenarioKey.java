// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Key of a scenario file: a row of the table in the resource {@code keys.txt}, which the pages of the documentation
 * have, too. Keys without {@code x.} are mqttloader's, with its defaults and units; mqttloader ignores the others. An
 * empty value counts as no value.
 *
 * <p>{@code x.smoke.<key>} replaces {@code <key>} in a smoke run, {@code x.variant.<name>.<key>} for a variant of the
 * scenario, which runs the extension, and {@code x.group.<name>.<key>} for a group of clients.
 *
 * @param word the key as written in a file; {@code <n>} represents a number at its end
 * @param syntax syntax of a value; that of some texts depends on other keys
 * @param byDefault default value, empty for none
 * @param meaning one sentence for the documentation
 * @param chinese the same in Chinese
 */
public record ScenarioKey(
        String word, Syntax<?> syntax, String byDefault, Place place, String meaning, String chinese) {

    private static final String NUMBER = "<n>";
    private static final Map<String, ScenarioKey> TABLE = read();

    /** Part of a scenario that may have a value of its own. */
    public enum Place {
        /** Only the scenario; describes and judges a measurement, but does not change it. */
        REPORT,
        /** Only the scenario: the value is the same for all variants. */
        SCENARIO,
        /** Also a variant. */
        RUN,
        /** Also a variant, and a group of clients. */
        GROUP
    }

    /** Returns all keys, in the order of the documentation. */
    public static Collection<ScenarioKey> all() {
        return TABLE.values();
    }

    /** Returns the key with this name, which may end with a number; empty if there is none. */
    public static Optional<ScenarioKey> of(String name) {
        return Optional.ofNullable(TABLE.get(name.replaceFirst("(?<=\\.)\\d{1,4}$", NUMBER)))
                .filter(key -> !name.endsWith(NUMBER));
    }

    /** Returns the value of a key, or its default. */
    public static String value(Map<String, String> settings, String key) {
        return settings.getOrDefault(key, of(key).orElseThrow().byDefault());
    }

    /** Returns the rows of a table in a resource, without their titles. */
    public static Stream<List<String>> table(String resource) {
        try (var in = Objects.requireNonNull(ScenarioKey.class.getResourceAsStream(resource), resource)) {
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .skip(2)
                    .map(line -> Arrays.stream(line.substring(1).split(" \\|", -1))
                            .map(String::strip)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, ScenarioKey> read() {
        var keys = new LinkedHashMap<String, ScenarioKey>();
        table("keys.txt").forEach(row -> {
            var place = Place.valueOf(row.get(3).toUpperCase(Locale.ROOT));
            var syntax = KeyTypes.syntax(row.get(1));
            keys.put(row.get(0), new ScenarioKey(row.get(0), syntax, row.get(2), place, row.get(4), row.get(5)));
        });
        return Collections.unmodifiableMap(keys);
    }
}
