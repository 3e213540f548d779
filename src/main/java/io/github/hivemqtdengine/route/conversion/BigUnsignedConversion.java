package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Numerals;
import io.github.hivemqtdengine.expression.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Conversion to BIGINT UNSIGNED. */
record BigUnsignedConversion() implements Conversion {

    private static final BigDecimal MAX =
            new BigDecimal(BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE));

    @Override
    public Object convert(Object value) throws Refusal {
        var decimal = Numerals.decimal(value);
        if (!Numerals.isWhole(decimal)) {
            throw Refusal.of(value, "is no whole number");
        }
        if (decimal.signum() < 0 || decimal.compareTo(MAX) > 0) {
            throw Refusal.outOfRange(value, "is outside BIGINT UNSIGNED, which holds 0 to " + MAX);
        }
        return decimal.toBigIntegerExact();
    }
}
