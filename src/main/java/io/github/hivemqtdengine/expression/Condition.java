package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Condition over a message.
 *
 * @param source the value to test
 */
public record Condition(ValueSource source) {

    /**
     * Returns whether the condition holds; false for a missing or null value.
     *
     * @param fields the decoded fields of one record
     * @throws ConversionException if the value is neither true nor false, or can't be computed for this message
     */
    public boolean holds(InboundMessage message, @Nullable Object[] fields) throws ConversionException {
        var value = source.value(message, fields);
        return value != null && value != Decoder.MISSING && booleanOf(value);
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
        var number = Decimals.decimal(value);
        if (number.signum() == 0) {
            return false;
        }
        if (number.compareTo(BigDecimal.ONE) == 0) {
            return true;
        }
        throw ConversionException.of(value, "is neither true nor false");
    }
}
