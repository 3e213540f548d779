package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Numerals;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.message.ColumnType;

/**
 * Conversion to the integer types that fit into a signed 64-bit integer.
 *
 * @param type the type's name, for messages
 */
record IntegerConversion(String type, long min, long max) implements Conversion {

    static IntegerConversion signed(ColumnType type, int bits) {
        return new IntegerConversion(type.toString(), -1L << (bits - 1), -1L >>> (Long.SIZE - bits + 1));
    }

    /** @param bits at most 32 */
    static IntegerConversion unsigned(ColumnType type, int bits) {
        return new IntegerConversion(type.toString(), 0, -1L >>> (Long.SIZE - bits));
    }

    @Override
    public Object convert(Object value) throws Refusal {
        if (value instanceof Long number) {
            return inRange(number);
        }
        var decimal = Numerals.decimal(value);
        if (!Numerals.isWhole(decimal)) {
            throw Refusal.of(value, "is no whole number");
        }
        if (!Numerals.isLong(decimal)) {
            throw outOfRange(value);
        }
        return inRange(decimal.longValueExact());
    }

    private Long inRange(Long number) throws Refusal {
        if (number < min || number > max) {
            throw outOfRange(number);
        }
        return number;
    }

    private Refusal outOfRange(Object value) {
        return Refusal.outOfRange(value, "is outside " + type + ", which holds " + min + " to " + max);
    }
}
