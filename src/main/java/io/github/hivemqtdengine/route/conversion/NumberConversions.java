// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Condition;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Decimals;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Conversions to BOOL and to the types of numbers. */
final class NumberConversions {

    private NumberConversions() {}

    /** Conversion to BOOL of booleans, of the strings {@code true} and {@code false}, and of the numbers 1 and 0. */
    record ToBool() implements Conversion {

        @Override
        public Object convert(Object value) throws ConversionException {
            return Condition.booleanOf(value);
        }
    }

    /**
     * Conversion to the integer types that fit into a signed 64-bit integer.
     *
     * @param type the type's name, for messages
     */
    record ToInteger(String type, long min, long max) implements Conversion {

        static ToInteger signed(ColumnType type, int bits) {
            return new ToInteger(type.toString(), -1L << (bits - 1), -1L >>> (Long.SIZE - bits + 1));
        }

        /** @param bits at most 32 */
        static ToInteger unsigned(ColumnType type, int bits) {
            return new ToInteger(type.toString(), 0, -1L >>> (Long.SIZE - bits));
        }

        @Override
        public Object convert(Object value) throws ConversionException {
            if (Decimals.digitsToLong(value) instanceof Long number) {
                return inRange(number);
            }
            var decimal = Decimals.decimal(value);
            if (!Decimals.isWhole(decimal)) {
                throw ConversionException.of(value, "is not a whole number");
            }
            if (!Decimals.isLong(decimal)) {
                throw outOfRange(value);
            }
            return inRange(decimal.longValueExact());
        }

        private Long inRange(Long number) throws ConversionException {
            if (number < min || number > max) {
                throw outOfRange(number);
            }
            return number;
        }

        private ConversionException outOfRange(Object value) {
            return ConversionException.outOfRange(value, "is outside " + type + ", which holds " + min + " to " + max);
        }
    }

    /** Conversion to BIGINT UNSIGNED. */
    record ToBigUnsigned() implements Conversion {

        private static final BigDecimal MAX =
                new BigDecimal(BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE));

        @Override
        public Object convert(Object value) throws ConversionException {
            var decimal = Decimals.decimal(value);
            if (!Decimals.isWhole(decimal)) {
                throw ConversionException.of(value, "is not a whole number");
            }
            if (decimal.signum() < 0 || decimal.compareTo(MAX) > 0) {
                throw ConversionException.outOfRange(value, "is outside BIGINT UNSIGNED, which holds 0 to " + MAX);
            }
            return decimal.toBigIntegerExact();
        }
    }

    /** Conversion to DECIMAL with the scale of the column; digits are never rounded away. */
    record ToDecimal(ColumnType type) implements Conversion {

        @Override
        public Object convert(Object value) throws ConversionException {
            var decimal = Decimals.decimal(value);
            if (decimal.signum() == 0) {
                return BigDecimal.ZERO.setScale(type.scale(), RoundingMode.UNNECESSARY);
            }
            // as long: an exponent may be near the limits of int
            long digitsBeforePoint = (long) decimal.precision() - decimal.scale();
            if (digitsBeforePoint > type.length() - type.scale()) {
                throw ConversionException.outOfRange(value, "is too large for " + type);
            }
            var shortest = decimal.stripTrailingZeros();
            if (shortest.scale() > type.scale()) {
                throw ConversionException.of(value, "has more digits after the decimal point than " + type);
            }
            return shortest.setScale(type.scale(), RoundingMode.UNNECESSARY);
        }
    }

    /**
     * Conversion to DOUBLE or FLOAT: the nearest number.
     *
     * @param rounds whether whole numbers may change; if not, those that would are out of range
     */
    record ToFloating(ColumnType type, boolean rounds) implements Conversion {

        @Override
        public Object convert(Object value) throws ConversionException {
            boolean isFloat = type.kind() == Kind.FLOAT;
            var number = Decimals.digitsToLong(value);
            boolean isPrimitive = number instanceof Long || (number instanceof Double it && Double.isFinite(it));
            var finite = isPrimitive ? (Number) number : Decimals.decimal(number);
            double nearest = isFloat ? finite.floatValue() : finite.doubleValue();
            if (Double.isInfinite(nearest)) {
                throw ConversionException.outOfRange(value, "is beyond " + type);
            }
            boolean isExact = rounds || value instanceof Double || Math.abs(nearest) < (isFloat ? 1 << 24 : 1L << 53);
            if (!isExact && isOtherWhole(Decimals.decimal(value), nearest)) {
                throw ConversionException.outOfRange(value, "is a whole number that " + type + " can't hold exactly");
            }
            return isFloat ? (Object) (float) nearest : (Object) nearest;
        }

        private static boolean isOtherWhole(BigDecimal decimal, double nearest) {
            return Decimals.isPlainWhole(decimal) && new BigDecimal(nearest).compareTo(decimal) != 0;
        }
    }
}
