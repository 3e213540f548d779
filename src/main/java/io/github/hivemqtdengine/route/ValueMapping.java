package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
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
     * @throws MappingException if there is none and the mapping wants one, or if it does not fit
     */
    @Nullable
    Object value(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        try {
            var value = source.value(message, fields);
            if (value == Decoder.MISSING) {
                return missing();
            }
            return value == null ? defaultValue : conversion.convert(value);
        } catch (Refusal e) {
            return mismatch(e);
        }
    }

    private @Nullable Object missing() throws MappingException {
        if (defaultValue != null || settings.onMissing() == OnError.NULL) {
            return defaultValue;
        }
        throw new MappingException(
                Reason.MISSING,
                name() + " has no value: " + settings.value() + " is missing",
                settings.onMissing() == OnError.DROP);
    }

    private @Nullable Object mismatch(Refusal refusal) throws MappingException {
        if (settings.onMismatch() == OnError.NULL) {
            return null;
        }
        throw new MappingException(
                Reason.TYPE_MISMATCH,
                name() + " of type " + settings.column().type() + ": " + refusal.getMessage(),
                settings.onMismatch() == OnError.DROP);
    }

    private String name() {
        return "Column \"" + settings.column().name() + "\"";
    }
}
