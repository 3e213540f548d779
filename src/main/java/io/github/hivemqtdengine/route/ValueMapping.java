package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/** How one column or tag gets its value. */
final class ValueMapping {

    private final ValueSettings settings;
    private final ValueSource source;
    private final ColumnFit fit;

    /** @throws IllegalArgumentException if the default does not fit the column's type */
    ValueMapping(ValueSettings settings, ValueSources sources) {
        this.settings = settings;
        this.source = sources.binding().bind(settings.value());
        this.fit = new ColumnFit(settings.column(), settings.errors(), settings.defaultValue());
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
            return fit.refused(e, events);
        }
        return value == Decoder.MISSING ? fit.missing(settings.value(), events) : fit.value(value, events);
    }
}
