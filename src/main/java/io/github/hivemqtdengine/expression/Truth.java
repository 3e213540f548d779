package io.github.hivemqtdengine.expression;

import java.math.BigDecimal;

/** Values as true and false. */
public final class Truth {

    private Truth() {}

    /**
     * The truth of a value that is neither null nor missing: true and false, as text too, and the numbers 1 and 0.
     *
     * @throws Refusal for anything else
     */
    public static boolean of(Object value) throws Refusal {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof String text && text.strip().equalsIgnoreCase("true")) {
            return true;
        }
        if (value instanceof String text && text.strip().equalsIgnoreCase("false")) {
            return false;
        }
        var number = Numerals.decimal(value);
        if (number.signum() == 0) {
            return false;
        }
        if (number.compareTo(BigDecimal.ONE) == 0) {
            return true;
        }
        throw Refusal.of(value, "is neither true nor false");
    }
}
