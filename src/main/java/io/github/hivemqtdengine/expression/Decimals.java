// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Exact values of numbers and of strings that are numbers. */
public final class Decimals {

    private static final int MAX_CHARACTERS = 400;
    private static final int MAX_EXPONENT_DIGITS = 9;

    /** Number of digits up to which every whole number is a long. */
    private static final int LONG_DIGITS = 18;

    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private Decimals() {}

    /** Returns the value of a number, or of a string that is one, ignoring surrounding white space. */
    public static BigDecimal decimal(Object value) throws ConversionException {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof Long number) {
            return BigDecimal.valueOf(number);
        }
        if (value instanceof BigInteger number) {
            return new BigDecimal(number);
        }
        if (value instanceof Double || value instanceof Float) {
            return finite((Number) value);
        }
        if (value instanceof String text) {
            return parse(text.strip());
        }
        throw ConversionException.of(value, "is not a number");
    }

    /** Returns the shortest decimal that denotes this floating-point number. */
    private static BigDecimal finite(Number value) throws ConversionException {
        if (!Double.isFinite(value.doubleValue())) {
            throw ConversionException.of(value, "is not a number that can be stored");
        }
        return new BigDecimal(value.toString());
    }

    private static BigDecimal parse(String text) throws ConversionException {
        if (text.length() > MAX_CHARACTERS || !isNumber(text)) {
            throw ConversionException.of(text, "is not a number");
        }
        return new BigDecimal(text);
    }

    /** Returns whether a string has ASCII digits, optionally with a sign, a decimal point and an exponent. */
    private static boolean isNumber(String text) {
        int from = afterSign(text, 0);
        int point = afterDigits(text, from);
        boolean hasPoint = point < text.length() && text.charAt(point) == '.';
        int end = hasPoint ? afterDigits(text, point + 1) : point;
        boolean hasDigits = end - from > (hasPoint ? 1 : 0);
        if (!hasDigits || end == text.length()) {
            return hasDigits;
        }
        int exponent = afterSign(text, end + 1);
        int exponentDigits = afterDigits(text, exponent) - exponent;
        return (text.charAt(end) == 'e' || text.charAt(end) == 'E')
                && exponentDigits > 0
                && exponentDigits <= MAX_EXPONENT_DIGITS
                && exponent + exponentDigits == text.length();
    }

    private static int afterSign(String text, int from) {
        return from < text.length() && (text.charAt(from) == '+' || text.charAt(from) == '-') ? from + 1 : from;
    }

    private static int afterDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    /**
     * Returns the value of a string of up to 18 digits with an optional sign as a {@link Long}, ignoring surrounding
     * white space; any other value unchanged. Saves the decimal for most whole numbers that are strings.
     */
    public static Object digitsToLong(Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        var digits = text.strip();
        int from = afterSign(digits, 0);
        int count = digits.length() - from;
        boolean isLong = count > 0 && count <= LONG_DIGITS && afterDigits(digits, from) == digits.length();
        return isLong ? (Object) Long.parseLong(digits) : value;
    }

    /** Returns whether a decimal is a whole number of 64 bits; cheap for any exponent. */
    public static boolean isLong(BigDecimal value) {
        return isWhole(value) && value.compareTo(LONG_MIN) >= 0 && value.compareTo(LONG_MAX) <= 0;
    }

    /** Returns whether a decimal is a whole number written without an exponent. */
    public static boolean isPlainWhole(BigDecimal value) {
        return value.scale() >= 0 && isWhole(value);
    }

    /** Returns whether a decimal has no fraction; cheap for any exponent. */
    public static boolean isWhole(BigDecimal value) {
        return value.scale() <= 0
                || value.signum() == 0
                || value.stripTrailingZeros().scale() <= 0;
    }
}
