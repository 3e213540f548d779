// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Adds the values of automatic columns and tags to rows. May be called by many threads. */
final class AutoValues {

    /** Limit below TDengine's maximum row size. */
    private static final int MAX_BYTES = 60_000;

    private static final int KEY_BYTES = 8;

    private final AutoColumns settings;
    private final int slot;
    private final FieldNames names;
    private final boolean needsFields;
    private final FieldsOfRow.Rules rules;
    private final @Nullable AutoTags tags;

    /** Events of an attempt, for when it counts. */
    private record DeferredEvents(List<Consumer<MappingEvents>> events) implements MappingEvents {

        @Override
        public void count(MappingEvent event, String subject) {
            events.add(to -> to.count(event, subject));
        }

        @Override
        public void leaveOut(String field, String why) {
            events.add(to -> to.leaveOut(field, why));
        }
    }

    AutoValues(TableSettings settings, AutoColumns auto, ValueSources sources) {
        var shape = settings.shape();
        var autoTags = auto.tags();
        this.settings = auto;
        this.slot = slot(auto.from(), sources);
        this.names = new FieldNames(auto.from(), isStoredOtherwise(settings, autoTags));
        this.needsFields = shape.columns().isEmpty();
        this.rules = new FieldsOfRow.Rules(
                auto.limit(),
                "the limit of <auto-columns>",
                MAX_BYTES - (shape.sequence().isPresent() ? 2 : 1) * KEY_BYTES,
                value -> AutoType.of(value, auto.hasTypedNumbers()),
                (name, why, events) -> events.leaveOut(name, why));
        this.tags = autoTags == null
                ? null
                : new AutoTags(
                        slot(autoTags.from(), sources),
                        new FieldNames(autoTags.from(), settings.storedPointers()::contains),
                        autoTags.limit(),
                        shape,
                        settings.onNameError());
    }

    private static int slot(String from, ValueSources sources) {
        return sources.slot(new FieldPath(FieldPath.Scope.SCALARS, from));
    }

    private static Predicate<String> isStoredOtherwise(
            TableSettings settings, TableSettings.@Nullable AutoTags autoTags) {
        var named = settings.pointers();
        return autoTags == null
                ? named::contains
                : pointer -> named.contains(pointer) || pointer.startsWith(autoTags.from() + "/");
    }

    /**
     * Returns the automatic tags of a record by the names that they are stored under, sorted.
     *
     * @throws MappingException if not all of them can be stored
     */
    Map<String, String> tags(@Nullable Object[] fields) throws MappingException {
        return tags == null ? Map.of() : tags.of(fields);
    }

    /**
     * Returns a row with the values of all its columns and tags, after adding them to the table if needed.
     *
     * @param row the values of the declared columns and tags only, for the table's first version
     * @param fields the fields of the record
     * @param tagValues the {@link #tags} of the record
     * @param events receives the fields left out and the values replaced
     * @throws MappingException if a value does not fit, or the record has no value at all
     */
    Row complete(Row row, @Nullable Object[] fields, Map<String, String> tagValues, MappingEvents events)
            throws MappingException {
        var table = (EvolvingTable) row.table();
        var scalars = fields[slot] instanceof Scalars found ? found : new Scalars(Map.of(), 0);
        while (true) {
            var counts = new DeferredEvents(new ArrayList<>());
            var known = table.known();
            var ofTags = tags == null ? null : tags.fitted(tagValues, known, counts);
            var ofColumns = values(scalars, known, ofTags, counts);
            var newTags = ofTags == null ? List.<Column>of() : ofTags.changes();
            var reached = ofColumns.changes().isEmpty() && newTags.isEmpty()
                    ? known
                    : table.evolve(known, ofColumns.changes(), newTags);
            if (reached != null) {
                counts.events.forEach(one -> one.accept(events));
                return row(row, ofColumns, ofTags, reached);
            }
        }
    }

    private FieldsOfRow values(Scalars scalars, KnownColumns known, @Nullable FieldsOfRow ofTags, MappingEvents events)
            throws MappingException {
        var values = new FieldsOfRow(
                known.columns(),
                name -> known.isTakenForColumn(name) || (ofTags != null && ofTags.adds(name)),
                rules,
                events);
        for (var field : scalars.fields().entrySet()) {
            var name = names.of(field.getKey());
            if (!name.equals(FieldNames.NONE)) {
                values.add(name, field.getValue());
            }
        }
        for (int i = 0; i < scalars.left(); i++) {
            events.leaveOut("a field", "a record has at most 1,000, with pointers of at most 256 characters");
        }
        if (needsFields && values.isEmpty()) {
            throw new MappingException(
                    DeadLetterReason.MISSING,
                    "The record has no field that becomes a column" + values.whyLeftOut(),
                    withoutFields());
        }
        return values;
    }

    /** Replaces NULL and DEFAULT by SKIP_ROW, because the table may have no column yet. */
    private OnError withoutFields() {
        var action = settings.errors().missing();
        return List.of(OnError.NULL, OnError.DEFAULT).contains(action) ? OnError.SKIP_ROW : action;
    }

    private static Row row(Row row, FieldsOfRow ofColumns, @Nullable FieldsOfRow ofTags, KnownColumns known) {
        var all = known.declaredValues(row);
        ofColumns.putInto(all, 0, known.columns());
        if (ofTags != null) {
            ofTags.putInto(all, known.tagsAt(), known.tags());
        }
        return known.row(row, all);
    }
}
