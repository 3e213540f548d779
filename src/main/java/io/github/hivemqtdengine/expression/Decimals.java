package io.github.hivemqtdengine.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Exact values of numbers and of strings that are numbers. */
public final class Decimals {

    private static final int MAX_CHARACTERS = 400;
    private static final Pattern SYNTAX =
            Pattern.compile("[+-]?(?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(?:[eE][+-]?[0-9]{1,9})?");
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
        if (text.length() > MAX_CHARACTERS || !SYNTAX.matcher(text).matches()) {
            throw ConversionException.of(text, "is not a number");
        }
        return new BigDecimal(text);
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
