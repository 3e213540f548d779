// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.FunctionType.StrictCall;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Condition over a message.
 *
 * @param source the value to test
 */
public record Condition(ValueSource source) {

    public Condition {
        source = new StrictCall(List.of(source), values -> booleanOf(values[0]));
    }

    /**
     * Returns whether the condition holds; false for a missing or null value.
     *
     * @param fields the decoded fields of one record
     * @throws ConversionException if the value is neither true nor false, or can't be computed for this message
     */
    public boolean holds(InboundMessage message, @Nullable Object[] fields) throws ConversionException {
        return Boolean.TRUE.equals(source.value(message, fields));
    }

    /**
     * Converts booleans, also as strings, and the numbers 1 and 0; the value is neither null nor missing.
     *
     * @throws ConversionException for any other value
     */
    public static boolean booleanOf(Object value) throws ConversionException {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof String text && text.strip().equalsIgnoreCase("true")) {
            return true;
        }
        if (value instanceof String text && text.strip().equalsIgnoreCase("false")) {
            return false;
        }
        if (Comparisons.areEqual(value, 0L)) {
            return false;
        }
        if (Comparisons.areEqual(value, 1L)) {
            return true;
        }
        throw ConversionException.of(
                value, "is neither true nor false (or 1 or 0); for other words write one-of(value, 'on', 'open')");
    }
}
