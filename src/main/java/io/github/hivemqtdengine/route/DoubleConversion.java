package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Numerals;
import io.github.hivemqtdengine.expression.Refusal;
import java.math.BigDecimal;

/**
 * Into DOUBLE: the nearest one for a number with a fraction or an exponent, as everywhere; a whole number only if it
 * stays the same.
 */
record DoubleConversion() implements Conversion {

    /** Up to here every whole number is a double. */
    private static final long EXACT = 1L << 53;

    @Override
    public Object convert(Object value) throws Refusal {
        if (value instanceof Long number && -EXACT <= number && number <= EXACT) {
            return (double) number;
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return number;
        }
        var decimal = Numerals.decimal(value);
        double nearest = decimal.doubleValue();
        if (Double.isInfinite(nearest)) {
            throw Refusal.outOfRange(value, "is beyond DOUBLE");
        }
        if (Math.abs(nearest) >= EXACT
                && Numerals.isPlainWhole(decimal)
                && new BigDecimal(nearest).compareTo(decimal) != 0) {
            throw Refusal.of(value, "is a whole number that DOUBLE can't hold exactly");
        }
        return nearest;
    }
}
