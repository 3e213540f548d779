package io.github.hivemqtdengine.jdbc;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Options of CREATE DATABASE that the configuration has no word of its own for. Which of them there are, the server
 * knows; that they are nothing but options, their shape says.
 *
 * @param byName names in capitals, and values as they stand in SQL
 */
public record DatabaseOptions(Map<String, String> byName) {

    public static final DatabaseOptions NONE = new DatabaseOptions(Map.of());

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}[A-Za-z]?(?:,-?\\d{1,18}[A-Za-z]?){0,2}");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})([mhd]?)");

    private static final String DURATION = "DURATION";

    /** Options that have words of their own, and these words. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "PRECISION", "<precision>",
            "KEEP", "keep",
            "REPLICA", "replica",
            "VGROUPS", "vgroups",
            "WAL_LEVEL", "wal-level",
            "WAL_FSYNC_PERIOD", "wal-fsync-period");

    public DatabaseOptions {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName)); // the order of the user
    }

    /**
     * Reads options as a configuration writes them: {@code BUFFER 256 CACHEMODEL both}.
     *
     * @throws IllegalArgumentException with the end of a sentence for the user if these are none
     */
    public static DatabaseOptions parse(String text) {
        var options = new LinkedHashMap<String, String>();
        var words = text.strip().split("\\s+", -1);
        for (int i = 0; i < words.length; i += 2) {
            var name = words[i].toUpperCase(Locale.ROOT);
            if (!NAME.matcher(words[i]).matches() || i + 1 == words.length) {
                throw new IllegalArgumentException(
                        "is no list of names and values; write it like BUFFER 256 STT_TRIGGER 2");
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

    /** How much time one file of the database holds, if that is among the options. */
    Optional<Duration> duration() {
        return Optional.ofNullable(byName.get(DURATION)).flatMap(DatabaseOptions::time);
    }

    /** A time as TDengine writes it, in days where it has no unit; nothing if it is none. */
    static Optional<Duration> time(String text) {
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

    /** In SQL, each with a blank in front. */
    String sql() {
        return byName.entrySet().stream()
                .map(option -> " " + option.getKey() + " " + option.getValue())
                .collect(Collectors.joining());
    }
}
