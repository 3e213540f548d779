package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.MappingException.Reason;
import org.jspecify.annotations.Nullable;

/** How one column or tag gets its value. */
final class ValueMapping {

    private final ValueSettings settings;
    private final ValueSource source;
    private final Conversion conversion;
    private final @Nullable Object defaultValue;

    /** @throws IllegalArgumentException if the default does not fit the column's type */
    ValueMapping(ValueSettings settings, ValueSources sources) {
        this.settings = settings;
        this.source = sources.binding().bind(settings.value());
        this.conversion = Conversion.to(settings.column().type());
        this.defaultValue = settings.defaultValue() == null ? null : converted(settings.defaultValue());
    }

    private Object converted(String text) {
        try {
            return conversion.convert(text);
        } catch (Refusal e) {
            throw new IllegalArgumentException(name() + ": the default does not fit: " + e.getMessage(), e);
        }
    }

    /**
     * The value for one row.
     *
     * @param events hears of values that are replaced
     * @throws MappingException if there is none and the mapping wants one, or if it does not fit
     */
    @Nullable
    Object value(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
        @Nullable Object value;
        try {
            value = source.value(message, fields);
        } catch (Refusal e) {
            return refused(e, events);
        }
        if (value == Decoder.MISSING) {
            return missing(events);
        }
        if (value == null) {
            return defaultValue == null ? null : replaced(OnError.DEFAULT, events);
        }
        try {
            return conversion.convert(value);
        } catch (Refusal e) {
            return settings.errors().of(e) == OnError.TRUNCATE ? truncated(value, e, events) : refused(e, events);
        }
    }

    private @Nullable Object missing(MappingEvents events) throws MappingException {
        var action = defaultValue != null ? OnError.DEFAULT : settings.errors().missing();
        if (isReplacement(action)) {
            return replaced(action, events);
        }
        throw new MappingException(
                Reason.MISSING, name() + " has no value: " + settings.value() + " is missing", action);
    }

    private static boolean isReplacement(OnError action) {
        return action == OnError.NULL || action == OnError.DEFAULT;
    }

    private @Nullable Object replaced(OnError action, MappingEvents events) {
        boolean isDefault = action == OnError.DEFAULT && defaultValue != null;
        events.count(
                isDefault ? MappingEvent.VALUES_DEFAULTED : MappingEvent.VALUES_NULLED,
                settings.column().name());
        return isDefault ? defaultValue : null;
    }

    private Object truncated(Object value, Refusal tooLong, MappingEvents events) throws MappingException {
        try {
            var cut = conversion.truncate(value);
            events.count(MappingEvent.VALUES_TRUNCATED, settings.column().name());
            return cut;
        } catch (Refusal e) {
            throw failure(tooLong, OnError.DEAD_LETTER);
        }
    }

    private @Nullable Object refused(Refusal refusal, MappingEvents events) throws MappingException {
        var action = settings.errors().of(refusal);
        if (isReplacement(action)) {
            return replaced(action, events);
        }
        // what can't be cut is kept whole
        throw failure(refusal, action == OnError.TRUNCATE ? OnError.DEAD_LETTER : action);
    }

    private MappingException failure(Refusal refusal, OnError action) {
        return new MappingException(
                MappingException.reason(refusal),
                name() + " of type " + settings.column().type() + ": " + refusal.getMessage(),
                action);
    }

    private String name() {
        return "Column \"" + settings.column().name() + "\"";
    }
}
