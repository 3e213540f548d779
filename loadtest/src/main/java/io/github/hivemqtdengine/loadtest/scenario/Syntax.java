// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Syntax of a value. */
@FunctionalInterface
public interface Syntax<T> {

    /** Number from 0 with or without a fraction, as a building block for patterns. */
    String DECIMAL = "\\d{1,12}(?:\\.\\d{1,9})?";

    /** Any text. */
    Syntax<String> TEXT = text -> text;

    Syntax<Boolean> FLAG = oneOf(List.of("true", "false"), Boolean::valueOf);

    /**
     * Parses a value.
     *
     * @throws MalformedValueException if the text is malformed
     */
    T read(String text);

    /**
     * Returns the syntax of texts with a pattern.
     *
     * @param rule what other texts violate, like {@code must be like 1000 every 10 s}
     */
    static <T> Syntax<T> of(String pattern, String rule, Function<Matcher, T> value) {
        var compiled = Pattern.compile(pattern);
        return text -> {
            var matcher = compiled.matcher(text);
            require(matcher.matches(), rule);
            return value.apply(matcher);
        };
    }

    /** Returns the syntax of a whole number in an inclusive range. */
    static Syntax<Integer> whole(int minimum, int maximum) {
        return text -> {
            long value = text.matches("\\d{1,10}") ? Long.parseLong(text) : -1;
            require(value >= minimum && value <= maximum, "must be a whole number from " + minimum + " to " + maximum);
            return Math.toIntExact(value);
        };
    }

    /** Parses a number from 0. */
    static double decimal(String text) {
        require(text.matches(DECIMAL), "must have a number, like 0.95, where it says \"" + text + "\"");
        return Double.parseDouble(text);
    }

    /** Returns the syntax of the constants of an enum: their names in lower case with hyphens. */
    static <E extends Enum<E>> Syntax<E> oneOf(Class<E> type) {
        var words = Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        return oneOf(
                words, word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    /** Returns the syntax of some words. */
    static <T> Syntax<T> oneOf(Collection<String> words, Function<String, T> value) {
        return oneOf(words, "is not known here", value);
    }

    /**
     * Returns the syntax of some words.
     *
     * @param rule what other words violate, like {@code is not known here}
     */
    static <T> Syntax<T> oneOf(Collection<String> words, String rule, Function<String, T> value) {
        return text -> {
            if (!words.contains(text)) {
                throw new MalformedValueException(
                        "has \"" + text + "\", which " + rule, NearestWord.suggestion(text, words));
            }
            return value.apply(text);
        };
    }

    /**
     * Checks a value.
     *
     * @throws MalformedValueException with the rule if it does not hold
     */
    static void require(boolean holds, String rule) {
        if (!holds) {
            throw new MalformedValueException(rule);
        }
    }
}
