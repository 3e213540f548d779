package io.github.hivemqtdengine.expression;

import java.math.BigDecimal;

/** Conversion of values to booleans. */
public final class Booleans {

    private Booleans() {}

    /**
     * Converts booleans, also as strings, and the numbers 1 and 0; the value is neither null nor missing.
     *
     * @throws ConversionException for any other value
     */
    public static boolean of(Object value) throws ConversionException {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof String text && text.strip().equalsIgnoreCase("true")) {
            return true;
        }
        if (value instanceof String text && text.strip().equalsIgnoreCase("false")) {
            return false;
        }
        var number = Decimals.decimal(value);
        if (number.signum() == 0) {
            return false;
        }
        if (number.compareTo(BigDecimal.ONE) == 0) {
            return true;
        }
        throw ConversionException.of(value, "is neither true nor false");
    }
}
