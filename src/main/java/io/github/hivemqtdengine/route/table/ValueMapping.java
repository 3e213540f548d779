package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.conversion.ColumnFit;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import org.jspecify.annotations.Nullable;

/** Mapping of a message to the value of one column or tag. */
final class ValueMapping {

    private final ValueSettings settings;
    private final ValueSource source;
    private final ColumnFit fit;

    /** @throws IllegalArgumentException if the default does not fit the column's type */
    ValueMapping(ValueSettings settings, ValueSources sources) {
        this.settings = settings;
        this.source = settings.value().bind(sources.binding());
        this.fit = new ColumnFit(settings.column(), settings.errors(), settings.defaultValue());
    }

    /**
     * Returns the value for one row.
     *
     * @param events receives a replacement of the value
     * @throws MappingException if a required value is missing, or if the value does not fit
     */
    @Nullable
    Object value(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
        @Nullable Object value;
        try {
            value = source.value(message, fields);
        } catch (ConversionException e) {
            return fit.refused(e, events);
        }
        return value == Decoder.MISSING ? fit.missing(settings.value(), events) : fit.value(value, events);
    }
}
