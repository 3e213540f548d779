// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Decimals;
import io.github.hivemqtdengine.expression.IsoTime;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.RowBytes;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TextBytes;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.PayloadRecords.DecodedRecords;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.RouteSettings.StatementSettings;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.stage.PayloadInput;
import io.github.hivemqtdengine.route.table.ValueSources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Route that stores its messages with an SQL statement of the user. The statement's tables and keys are unknown. */
final class StatementRoute extends ConfiguredRoute {

    private final SqlTemplate sql;
    private final List<StatementValue> values;

    static StatementRoute of(RouteSettings settings, StatementSettings statement, PayloadInput input) {
        var sources = new ValueSources(settings.id(), settings.filters());
        var template = statement.template();
        var values = IntStream.range(0, template.values().size())
                .mapToObj(i -> new StatementValue(
                        template.sql().placeholders().get(i),
                        sources.binding().bind(template.values().get(i)),
                        new SharedResult(given -> StatementValue.storable(given[0])),
                        statement.errors()))
                .toList();
        return new StatementRoute(settings, sources, input, template.sql(), values);
    }

    private StatementRoute(
            RouteSettings settings,
            ValueSources sources,
            PayloadInput input,
            SqlTemplate sql,
            List<StatementValue> values) {
        super(settings, sources, input, IntakeFilter.NONE, TimeKeys.OF_STATEMENT);
        this.sql = sql;
        this.values = values;
    }

    @Override
    public List<TableHandle> tables() {
        return List.of();
    }

    @Override
    List<Row> rows(InboundMessage message, DecodedRecords decoded, MappingEvents events) throws MappingException {
        var rows = new ArrayList<Row>(decoded.size());
        long bytes = 0;
        Row previous = null;
        for (int i = 0; i < decoded.size(); i++) {
            try {
                var row = row(message, decoded.take(i), events);
                rows.add(row);
                bytes += decoded.size() == 1 ? 0 : RowBytes.ofRow(row, previous);
                previous = row;
            } catch (MappingException e) {
                decoded.skip(i, e, events);
            }
            requireRoom(bytes, rows.size(), message);
        }
        return rows;
    }

    private Row row(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
        var row = new @Nullable Object[values.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = values.get(i).value(message, fields, events);
        }
        return Row.of(sql, row);
    }

    /**
     * Value of one placeholder of a statement. The value keeps its type; a value without an SQL type becomes text.
     *
     * @param placeholder the placeholder in the mapping's notation
     * @param storable the conversion of a value to one of the types that {@link Row} names
     * @param errors the actions for a value that is missing or can't be stored
     */
    private record StatementValue(String placeholder, ValueSource source, SharedResult storable, ValueErrors errors) {

        /**
         * Returns the value for one row, of one of the types that {@link Row} names.
         *
         * @param events receives a replacement of the value
         * @throws MappingException if the value is missing or can't be stored, and the mapping does not replace it
         */
        @Nullable
        Object value(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
            try {
                var value = source.value(message, fields);
                if (value == Decoder.MISSING) {
                    return replaced(DeadLetterReason.MISSING, "is missing", errors.missing(), events);
                }
                return value == null ? null : storable.of(value);
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
            if (storable instanceof String text && TextBytes.isUnstorable(text)) {
                throw ConversionException.of(
                        value, "has U+0000 or half a surrogate pair, which not every database can store");
            }
            return storable;
        }

        private @Nullable Object replaced(DeadLetterReason reason, String why, OnError action, MappingEvents events)
                throws MappingException {
            if (action == OnError.NULL || action == OnError.DEFAULT) {
                events.count(MappingEvent.VALUES_NULLED, placeholder);
                return null;
            }
            throw new MappingException(reason, "The value of " + placeholder + ": " + why, action);
        }
    }
}
