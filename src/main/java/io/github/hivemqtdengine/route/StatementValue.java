package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Decimals;
import io.github.hivemqtdengine.expression.IsoTime;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.MappingException.Reason;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Value of one placeholder of a statement. The value keeps its type; a value without an SQL type becomes text.
 *
 * @param placeholder the placeholder in the mapping's notation
 * @param errors the actions for a value that is missing or can't be stored
 */
record StatementValue(String placeholder, ValueSource source, ValueErrors errors) {

    /**
     * Returns the value for one row, of one of the types that {@link io.github.hivemqtdengine.message.Row} names.
     *
     * @param events receives a replacement of the value
     * @throws MappingException if the value is missing or can't be stored, and the mapping does not replace it
     */
    @Nullable
    Object value(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
        try {
            var value = source.value(message, fields);
            if (value == Decoder.MISSING) {
                return replaced(Reason.MISSING, "is missing", errors.missing(), events);
            }
            return value == null ? null : storable(value);
        } catch (ConversionException e) {
            return replaced(MappingException.reason(e), String.valueOf(e.getMessage()), errors.of(e), events);
        }
    }

    private static Object storable(Object value) throws ConversionException {
        if (value instanceof Instant time) {
            IsoTime.nanos(time); // throws if out of range
            return time;
        }
        if (value instanceof Double || value instanceof Float) {
            return Decimals.decimal(value);
        }
        var storable = value instanceof Structure structure ? structure.text() : value;
        if (storable instanceof String text && ValueText.isUnstorable(text)) {
            throw ConversionException.of(
                    value, "has U+0000 or half a surrogate pair, which not every database can store");
        }
        return storable;
    }

    private @Nullable Object replaced(Reason reason, String why, OnError action, MappingEvents events)
            throws MappingException {
        if (action == OnError.NULL || action == OnError.DEFAULT) {
            events.count(MappingEvent.VALUES_NULLED, placeholder);
            return null;
        }
        throw new MappingException(reason, "The value of " + placeholder + ": " + why, action);
    }
}
