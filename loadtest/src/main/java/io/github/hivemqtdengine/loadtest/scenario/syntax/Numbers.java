// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.syntax;

import java.util.regex.Pattern;

/** Syntax of numbers in scenario files: no signs, thousands separators or exponents. */
public final class Numbers {

    /** Number with or without a fraction, as a building block for larger patterns. */
    public static final String DECIMAL = "\\d{1,12}(?:\\.\\d{1,9})?";

    private static final Pattern DECIMAL_PATTERN = Pattern.compile(DECIMAL);
    private static final Pattern WHOLE = Pattern.compile("\\d{1,10}");

    private Numbers() {}

    /** Returns the syntax of a whole number in an inclusive range. */
    public static Syntax<Integer> whole(int minimum, int maximum) {
        return text -> {
            long value = WHOLE.matcher(text).matches() ? Long.parseLong(text) : -1;
            if (value < minimum || value > maximum) {
                throw new MalformedValueException("must be a whole number from " + minimum + " to " + maximum);
            }
            return Math.toIntExact(value);
        };
    }

    /** Parses a number from 0. */
    public static double decimal(String text) {
        if (!DECIMAL_PATTERN.matcher(text).matches()) {
            throw new MalformedValueException("must have a number, like 0.95, where it says \"" + text + "\"");
        }
        return Double.parseDouble(text);
    }
}
