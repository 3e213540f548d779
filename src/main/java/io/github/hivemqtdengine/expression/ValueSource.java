// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/** Bound expression or template that returns a value for a message. Immutable and pure. */
@FunctionalInterface
public interface ValueSource {

    /**
     * Returns the value: one of {@link Decoder}'s types or an {@link java.time.Instant}, {@code null} for a null in the
     * payload, or {@link Decoder#MISSING}.
     *
     * @param fields the decoded fields of one record
     * @throws ConversionException if the expression can't be evaluated for the message
     */
    @Nullable
    Object value(InboundMessage message, @Nullable Object[] fields) throws ConversionException;

    /** Source of the same value for every message. */
    record Constant(@Nullable Object value) implements ValueSource {

        @Override
        public @Nullable Object value(InboundMessage message, @Nullable Object[] fields) {
            return value;
        }
    }
}
