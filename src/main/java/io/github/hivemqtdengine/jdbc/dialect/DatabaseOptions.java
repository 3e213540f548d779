// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Options of CREATE DATABASE that have no element of their own in the configuration. Only the shape of an option is
 * checked here; the server knows which options exist.
 *
 * @param byName names in capitals, and values as SQL
 */
public record DatabaseOptions(Map<String, String> byName) {

    public static final DatabaseOptions NONE = new DatabaseOptions(Map.of());

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}[A-Za-z]?(?:,-?\\d{1,18}[A-Za-z]?){0,2}");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})([mhd]?)");

    private static final String DURATION = "DURATION";

    /** Options that have configuration elements of their own, with the names of those elements. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "PRECISION", "<precision>",
            "KEEP", "keep",
            "REPLICA", "replica",
            "VGROUPS", "vgroups",
            "WAL_LEVEL", "wal-level",
            "WAL_FSYNC_PERIOD", "wal-fsync-period");

    public DatabaseOptions {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName)); // keeps the user's order
    }

    /**
     * Parses options as written in a configuration: {@code BUFFER 256 CACHEMODEL both}.
     *
     * @throws IllegalArgumentException with the end of a sentence for the user if the string is no list of options
     */
    public static DatabaseOptions parse(String text) {
        var options = new LinkedHashMap<String, String>();
        var words = text.strip().split("\\s+", -1);
        for (int i = 0; i < words.length; i += 2) {
            var name = words[i].toUpperCase(Locale.ROOT);
            if (!NAME.matcher(words[i]).matches() || i + 1 == words.length) {
                throw new IllegalArgumentException(
                        "is not a list of names and values; write it like BUFFER 256 STT_TRIGGER 2");
            }
            if (ELSEWHERE.containsKey(name)) {
                throw new IllegalArgumentException(
                        "holds " + name + ", which " + ELSEWHERE.get(name) + " is for; leave it out here");
            }
            if (options.put(name, value(words[i + 1])) != null) {
                throw new IllegalArgumentException("holds " + name + " more than once");
            }
        }
        return new DatabaseOptions(options);
    }

    private static String value(String text) {
        if (NUMBER.matcher(text).matches()) {
            return text;
        }
        if (WORD.matcher(text).matches()) {
            return "'" + text + "'";
        }
        throw new IllegalArgumentException(
                "holds the value " + text + "; use a number, with a unit where it has one, or a word without quotes");
    }

    /** Returns the time span of one database file, if it is among the options. */
    Optional<Duration> duration() {
        return Optional.ofNullable(byName.get(DURATION)).flatMap(DatabaseOptions::time);
    }

    /** Parses a time in TDengine's form, in days if it has no unit; empty if the string is not a time. */
    public static Optional<Duration> time(String text) {
        var time = TIME.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(time.group(1));
        return Optional.of(
                switch (time.group(2)) {
                    case "m" -> Duration.ofMinutes(amount);
                    case "h" -> Duration.ofHours(amount);
                    default -> Duration.ofDays(amount);
                });
    }

    /** Returns the options as SQL, each with a leading blank. */
    String sql() {
        return byName.entrySet().stream()
                .map(option -> " " + option.getKey() + " " + option.getValue())
                .collect(Collectors.joining());
    }
}
