package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
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
        return value != null && value != Decoder.MISSING && Booleans.of(value);
    }
}
