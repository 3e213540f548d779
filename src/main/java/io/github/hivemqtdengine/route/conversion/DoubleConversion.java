package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Numerals;
import io.github.hivemqtdengine.expression.Refusal;
import java.math.BigDecimal;

/** Conversion to DOUBLE: exact for whole numbers, nearest double for numbers with a fraction or an exponent. */
record DoubleConversion() implements Conversion {

    /** Limit up to which every whole number is a double. */
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
