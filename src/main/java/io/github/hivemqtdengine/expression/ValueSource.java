package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/** Where a value comes from: an expression or a template, ready to be asked. Immutable and pure. */
@FunctionalInterface
public interface ValueSource {

    /**
     * The value: one of a {@link Decoder}'s types or an {@link java.time.Instant}, {@code null} if the payload says
     * null, or {@link Decoder#MISSING}.
     *
     * @param fields the decoded fields of one record
     * @throws Refusal if the message has something that the expression can't work with
     */
    @Nullable
    Object value(InboundMessage message, @Nullable Object[] fields) throws Refusal;
}
