package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.MappingException.Reason;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds the values of automatic columns to rows. May be called by many threads. */
final class AutoValues {

    private final AutoColumns settings;
    private final EvolvingTable table;
    private final int slot;
    private final FieldNames names;
    private final boolean needsFields;

    private record DeferredEvent(MappingEvent event, String subject) {}

    /** @param slot the index of a record's {@link Scalars} */
    AutoValues(AutoColumns settings, EvolvingTable table, int slot, FieldNames names) {
        this.settings = settings;
        this.table = table;
        this.slot = slot;
        this.names = names;
        this.needsFields = table.shape().columns().isEmpty();
    }

    TableHandle table() {
        return table;
    }

    /**
     * Returns a row with the values of all its columns, after adding columns to the table if needed.
     *
     * @param row the values of the declared columns and the tags only
     * @param fields the fields of the record
     * @param events receives the fields left out and the values replaced
     * @throws MappingException if a value does not fit, or the record has no value at all
     */
    Row complete(Row row, @Nullable Object[] fields, MappingEvents events) throws MappingException {
        var scalars = fields[slot] instanceof Scalars found ? found : new Scalars(Map.of(), 0);
        while (true) {
            var deferred = new ArrayList<DeferredEvent>();
            var known = table.known();
            var values = values(scalars, known, (event, subject) -> deferred.add(new DeferredEvent(event, subject)));
            var reached = values.changes().isEmpty() ? known : table.evolve(known, values.changes());
            if (reached != null) {
                deferred.forEach(one -> events.count(one.event, one.subject));
                return row(row, values, reached);
            }
        }
    }

    private FieldsOfRow values(Scalars scalars, KnownColumns known, MappingEvents events) throws MappingException {
        var values = new FieldsOfRow(known, settings, events);
        for (var field : scalars.fields().entrySet()) {
            var name = names.of(field.getKey());
            if (!name.equals(FieldNames.NONE)) {
                values.add(name, field.getValue() instanceof byte[] bytes ? ValueText.of(bytes) : field.getValue());
            }
        }
        for (int i = 0; i < scalars.left(); i++) {
            events.count(MappingEvent.FIELDS_LEFT_OUT, "a field");
        }
        if (needsFields && values.isEmpty()) {
            throw new MappingException(
                    Reason.MISSING, "The record has no field that becomes a column", withoutFields());
        }
        return values;
    }

    /** Replaces NULL and DEFAULT by SKIP_ROW, because the table may have no column yet. */
    private OnError withoutFields() {
        var action = settings.errors().missing();
        return List.of(OnError.NULL, OnError.DEFAULT).contains(action) ? OnError.SKIP_ROW : action;
    }

    private static Row row(Row row, FieldsOfRow values, KnownColumns known) {
        var all = known.values(row.values());
        values.putInto(all, known);
        return new Row(known.version(), row.subtable(), row.timestamp(), row.sequence(), all);
    }
}
