package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Structure;
import io.github.hivemqtdengine.expression.IsoTime;
import io.github.hivemqtdengine.expression.Numerals;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.MappingException.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How one placeholder of a statement gets its value, which keeps its kind; what is no value of SQL becomes text.
 *
 * @param placeholder as the mapping writes it
 * @param errors what happens where there is no value, or none that can be stored
 */
record StatementValue(String placeholder, ValueSource source, ValueErrors errors) {

    /**
     * The value for one row, of the types that {@link io.github.hivemqtdengine.message.Row} names.
     *
     * @param events hears of values that are replaced
     * @throws MappingException if there is none, or none that can be stored, and the mapping wants one
     */
    @Nullable
    Object value(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
        try {
            var value = source.value(message, fields);
            if (value == Decoder.MISSING) {
                return replaced(Reason.MISSING, "is missing", errors.missing(), events);
            }
            return value == null ? null : storable(value);
        } catch (Refusal e) {
            return replaced(MappingException.reason(e), String.valueOf(e.getMessage()), errors.of(e), events);
        }
    }

    private static Object storable(Object value) throws Refusal {
        if (value instanceof Instant time) {
            IsoTime.nanos(time); // refuses what is out of range
            return time;
        }
        if (value instanceof Double || value instanceof Float) {
            return Numerals.decimal(value);
        }
        var storable = value instanceof Structure structure ? structure.text() : value;
        if (storable instanceof String text && ValueText.isUnstorable(text)) {
            throw Refusal.of(value, "has U+0000 or half a surrogate pair, which not every database keeps");
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
