package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Numerals;
import io.github.hivemqtdengine.expression.Refusal;
import java.math.BigDecimal;

/** Conversion to FLOAT, by the rules of {@link DoubleConversion}. */
record FloatConversion() implements Conversion {

    /** Limit up to which every whole number is a float. */
    private static final float EXACT = 1 << 24;

    @Override
    public Object convert(Object value) throws Refusal {
        if (value instanceof Float number && Float.isFinite(number)) {
            return number;
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return nearest(number);
        }
        var decimal = Numerals.decimal(value);
        float nearest = nearest(decimal);
        if (Math.abs(nearest) >= EXACT
                && Numerals.isPlainWhole(decimal)
                && new BigDecimal(nearest).compareTo(decimal) != 0) {
            throw Refusal.of(value, "is a whole number that FLOAT can't hold exactly");
        }
        return nearest;
    }

    private static float nearest(Number number) throws Refusal {
        float nearest = number.floatValue();
        if (Float.isInfinite(nearest)) {
            throw Refusal.outOfRange(number, "is beyond FLOAT");
        }
        return nearest;
    }
}
