package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Numerals;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.message.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Conversion to DECIMAL with the scale of the column; digits are never rounded away. */
record DecimalConversion(ColumnType type) implements Conversion {

    @Override
    public Object convert(Object value) throws Refusal {
        var decimal = Numerals.decimal(value);
        if (decimal.signum() == 0) {
            return BigDecimal.ZERO.setScale(type.scale(), RoundingMode.UNNECESSARY);
        }
        // as long: an exponent may be near the limits of int
        long digitsBeforePoint = (long) decimal.precision() - decimal.scale();
        if (digitsBeforePoint > type.length() - type.scale()) {
            throw Refusal.outOfRange(value, "is too large for " + type);
        }
        var shortest = decimal.stripTrailingZeros();
        if (shortest.scale() > type.scale()) {
            throw Refusal.of(value, "has more digits behind the point than " + type);
        }
        return shortest.setScale(type.scale(), RoundingMode.UNNECESSARY);
    }
}
