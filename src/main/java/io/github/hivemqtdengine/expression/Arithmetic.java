// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.FunctionType.Arguments;
import io.github.hivemqtdengine.expression.FunctionType.StrictCall;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * Arithmetic with 34 decimal digits, as in IEEE 754 decimal128, so that {@code 0.1 * 3} is 0.3. Strings that are
 * numbers count as numbers.
 */
final class Arithmetic {

    static final FunctionType PLUS = operator("+", (a, b) -> a.add(b, MathContext.DECIMAL128));
    static final FunctionType MINUS = operator("-", (a, b) -> a.subtract(b, MathContext.DECIMAL128));
    static final FunctionType TIMES = operator("*", (a, b) -> a.multiply(b, MathContext.DECIMAL128));
    static final FunctionType BY = operator("/", (a, b) -> a.divide(b, MathContext.DECIMAL128));
    static final FunctionType NEGATIVE = new FunctionType(
            "-", 1, 1, StrictCall.maker(values -> result(number(values[0]).negate())));

    /** Limit of magnitude and scale: no measured value exceeds it, and writing out more digits would fill the heap. */
    private static final int MAX_EXPONENT = 400;

    private static final int MAX_DIGITS = 30;
    private static final int BITS = 64;
    private static final int BASE_OF_HEX = 16;

    @FunctionalInterface
    private interface Operator {
        BigDecimal of(BigDecimal left, BigDecimal right);
    }

    private Arithmetic() {}

    static List<FunctionType> all() {
        return List.of(
                new FunctionType("number", 1, 1, StrictCall.maker(values -> result(number(values[0])))),
                new FunctionType(
                        "abs",
                        1,
                        1,
                        StrictCall.maker(values -> result(number(values[0]).abs()))),
                new FunctionType("min", 1, FunctionType.ANY, StrictCall.maker(values -> extreme(values, -1))),
                new FunctionType("max", 1, FunctionType.ANY, StrictCall.maker(values -> extreme(values, 1))),
                new FunctionType("round", 1, 2, Arithmetic::round),
                new FunctionType("bit", 2, 2, Arithmetic::bit),
                new FunctionType("from-hex", 1, 1, StrictCall.maker(values -> fromHex(values[0]))));
    }

    private static FunctionType operator(String name, Operator operator) {
        return new FunctionType(name, 2, 2, StrictCall.maker(values -> {
            try {
                return result(operator.of(number(values[0]), number(values[1])));
            } catch (ArithmeticException e) {
                throw ConversionException.of(values[0], name + " " + ValueText.of(values[1]) + " has no value");
            }
        }));
    }

    /** Converts a value to a number within the limit of magnitude. */
    static BigDecimal number(Object value) throws ConversionException {
        var number = Decimals.decimal(value);
        if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT || number.scale() > MAX_EXPONENT) {
            throw ConversionException.outOfRange(value, "is too large or too small to calculate with");
        }
        return number;
    }

    /** Returns whole numbers of 64 bits as {@link Long}. */
    private static Object result(BigDecimal number) {
        return Decimals.isLong(number) ? (Object) number.longValueExact() : number;
    }

    private static Object extreme(Object[] values, int sign) throws ConversionException {
        var extreme = number(values[0]);
        for (var value : values) {
            var number = number(value);
            extreme = number.compareTo(extreme) * sign > 0 ? number : extreme;
        }
        return result(extreme);
    }

    /** Rounds half away from zero. */
    private static ValueSource round(Arguments arguments) {
        int digits = arguments.count() == 1 ? 0 : arguments.number(1, 0, MAX_DIGITS);
        return StrictCall.ofFirst(
                arguments, values -> result(number(values[0]).setScale(digits, RoundingMode.HALF_UP)));
    }

    /** Tests a bit; the lowest is number 0. */
    private static ValueSource bit(Arguments arguments) {
        int bit = arguments.number(1, 0, BITS - 1);
        return StrictCall.ofFirst(arguments, values -> {
            var number = number(values[0]);
            if (!Decimals.isWhole(number)) {
                throw ConversionException.of(values[0], "is not a whole number, so it has no bits");
            }
            return number.toBigIntegerExact().testBit(bit);
        });
    }

    private static Object fromHex(Object value) throws ConversionException {
        var text = ValueText.of(value).strip();
        var digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
        if (digits.length() > BITS || !digits.matches("[0-9a-fA-F]+")) {
            throw ConversionException.of(value, "is not a hexadecimal number");
        }
        return result(new BigDecimal(new BigInteger(digits, BASE_OF_HEX)));
    }
}
