// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.FunctionType.StrictCall;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Comparison operators. A number compares with a string that is a number, a time with an ISO 8601 string. A missing
 * value equals null, and is neither less nor greater than any value.
 */
final class Comparisons {

    static final FunctionType EQUAL = equality("=", true);
    static final FunctionType UNEQUAL = equality("!=", false);

    static final FunctionType LESS = ordered("<", order -> order < 0);
    static final FunctionType AT_MOST = ordered("<=", order -> order <= 0);
    static final FunctionType GREATER = ordered(">", order -> order > 0);
    static final FunctionType AT_LEAST = ordered(">=", order -> order >= 0);

    private Comparisons() {}

    private static FunctionType ordered(String name, IntPredicate holds) {
        return new FunctionType(name, 2, 2, StrictCall.maker(values -> holds.test(compare(values[0], values[1]))));
    }

    private static FunctionType equality(String name, boolean expected) {
        return new FunctionType(name, 2, 2, arguments -> {
            var left = arguments.source(0);
            var right = arguments.source(1);
            var equality = new Equality();
            return (message, fields) ->
                    equality.holds(left.value(message, fields), right.value(message, fields)) == expected;
        });
    }

    /** Returns whether a value is neither null nor missing. */
    static boolean isPresent(@Nullable Object value) {
        return value != null && value != Decoder.MISSING;
    }

    /** Equality of two arguments of a function. */
    static final class Equality {

        private final SharedResult result = new SharedResult(values -> areEqual(values[0], values[1]));

        boolean holds(@Nullable Object left, @Nullable Object right) throws ConversionException {
            if (left == null || right == null || left == Decoder.MISSING || right == Decoder.MISSING) {
                return isPresent(left) == isPresent(right);
            }
            boolean mayBeEqual =
                    !(left instanceof String one && right instanceof String other) || one.length() == other.length();
            return mayBeEqual && Boolean.TRUE.equals(result.of(left, right));
        }
    }

    static boolean areEqual(Object left, Object right) {
        if (left instanceof Instant || right instanceof Instant) {
            return areEqualTimes(left, right);
        }
        if (left instanceof Number || right instanceof Number) {
            return left.equals(right) || areEqualNumbers(left, right);
        }
        if (left instanceof byte[] some && right instanceof byte[] others) {
            return Arrays.equals(some, others);
        }
        return left.equals(right) || ValueText.of(left).equals(ValueText.of(right));
    }

    private static boolean areEqualNumbers(Object left, Object right) {
        var one = number(left);
        var other = number(right);
        return one != null && other != null && one.compareTo(other) == 0;
    }

    private static boolean areEqualTimes(Object left, Object right) {
        try {
            return TimeFunctions.instant(left).equals(TimeFunctions.instant(right));
        } catch (ConversionException e) {
            return false;
        }
    }

    private static @Nullable BigDecimal number(Object value) {
        try {
            return Decimals.decimal(value);
        } catch (ConversionException e) {
            return null;
        }
    }

    private static int compare(Object left, Object right) throws ConversionException {
        if (left instanceof Long one && right instanceof Long other) {
            return one.compareTo(other);
        }
        if (left instanceof Instant || right instanceof Instant) {
            return TimeFunctions.instant(left).compareTo(TimeFunctions.instant(right));
        }
        if (left instanceof String one && right instanceof String other) {
            return one.compareTo(other);
        }
        return Decimals.decimal(left).compareTo(Decimals.decimal(right));
    }
}
