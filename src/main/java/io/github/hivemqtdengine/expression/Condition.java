package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/**
 * An expression that is true or not.
 *
 * @param source its value
 */
public record Condition(ValueSource source) {

    /**
     * Whether it holds; what is missing or null does not.
     *
     * @param fields the decoded fields of one record
     * @throws Refusal if its value is neither true nor false, or can't be had of this message
     */
    public boolean holds(InboundMessage message, @Nullable Object[] fields) throws Refusal {
        var value = source.value(message, fields);
        return value != null && value != Decoder.MISSING && Truth.of(value);
    }
}
