package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Condition;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Decimals;
import io.github.hivemqtdengine.message.ColumnType;
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

    /** Conversion to DOUBLE: exact for whole numbers, nearest double for numbers with a fraction or an exponent. */
    record ToDouble() implements Conversion {

        /** Limit up to which every whole number is a double. */
        private static final long EXACT = 1L << 53;

        @Override
        public Object convert(Object value) throws ConversionException {
            if (Decimals.digitsToLong(value) instanceof Long number && -EXACT <= number && number <= EXACT) {
                return (double) number;
            }
            if (value instanceof Double number && Double.isFinite(number)) {
                return number;
            }
            var decimal = Decimals.decimal(value);
            double nearest = decimal.doubleValue();
            if (Double.isInfinite(nearest)) {
                throw ConversionException.outOfRange(value, "is beyond DOUBLE");
            }
            if (Math.abs(nearest) >= EXACT
                    && Decimals.isPlainWhole(decimal)
                    && new BigDecimal(nearest).compareTo(decimal) != 0) {
                throw ConversionException.of(value, "is a whole number that DOUBLE can't hold exactly");
            }
            return nearest;
        }
    }

    /** Conversion to FLOAT, by the rules of {@link ToDouble}. */
    record ToFloat() implements Conversion {

        /** Limit up to which every whole number is a float. */
        private static final int EXACT = 1 << 24;

        @Override
        public Object convert(Object value) throws ConversionException {
            if (Decimals.digitsToLong(value) instanceof Long number && -EXACT <= number && number <= EXACT) {
                return (float) number;
            }
            if (value instanceof Float number && Float.isFinite(number)) {
                return number;
            }
            if (value instanceof Double number && Double.isFinite(number)) {
                return nearest(number);
            }
            var decimal = Decimals.decimal(value);
            float nearest = nearest(decimal);
            if (Math.abs(nearest) >= EXACT
                    && Decimals.isPlainWhole(decimal)
                    && new BigDecimal(nearest).compareTo(decimal) != 0) {
                throw ConversionException.of(value, "is a whole number that FLOAT can't hold exactly");
            }
            return nearest;
        }

        private static float nearest(Number number) throws ConversionException {
            float nearest = number.floatValue();
            if (Float.isInfinite(nearest)) {
                throw ConversionException.outOfRange(number, "is beyond FLOAT");
            }
            return nearest;
        }
    }
}
