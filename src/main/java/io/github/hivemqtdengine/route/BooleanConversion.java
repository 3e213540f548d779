package io.github.hivemqtdengine.route;

import java.math.BigDecimal;

/** Into BOOL: true and false, as text too, and the numbers 1 and 0. */
record BooleanConversion() implements Conversion {

    @Override
    public Object convert(Object value) throws Refusal {
        if (value instanceof Boolean) {
            return value;
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
