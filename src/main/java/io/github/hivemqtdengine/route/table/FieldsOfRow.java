package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collector of one record's fields for the columns of an evolving table at one version. */
final class FieldsOfRow {

    /** Limit below TDengine's maximum row size. */
    private static final int MOST_BYTES = 60_000;

    private final KnownColumns known;
    private final AutoColumns settings;
    private final MappingEvents events;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, Column> changes = new LinkedHashMap<>();
    private int newBytes;
    private boolean isEmpty = true;

    /** @param events receives the fields left out and the values replaced */
    FieldsOfRow(KnownColumns known, AutoColumns settings, MappingEvents events) {
        this.known = known;
        this.settings = settings;
        this.events = events;
    }

    /**
     * Adds a field; a second field of the same name is left out.
     *
     * @throws MappingException if the value does not fit and the mapping does not replace it
     */
    void add(String name, Object value) throws MappingException {
        if (known.isTaken(name) || !seen.add(name)) {
            events.count(MappingEvent.FIELDS_LEFT_OUT, name);
            return;
        }
        var slot = known.slot(name);
        if (slot == null) {
            addToNew(name, value);
        } else {
            addTo(slot, value);
        }
    }

    private void addTo(KnownColumns.Slot slot, Object value) throws MappingException {
        var type = slot.column().type();
        var wide = AutoType.wideEnough(type, value);
        if (wide.equals(type) || !hasRoom(wide.bytes() - type.bytes())) {
            put(slot.column(), slot.fit().value(AutoType.suiting(type, value), events));
        } else {
            change(new Column(slot.column().name(), wide), value, wide.bytes() - type.bytes());
        }
    }

    private void addToNew(String name, Object value) throws MappingException {
        var there = known.typeThere(name);
        var type = AutoType.wideEnough(there == null ? AutoType.of(value, settings.hasTypedNumbers()) : there, value);
        int bytes = type.bytes() - (there == null ? 0 : there.bytes());
        boolean isAllowed = there != null || known.size() + newColumns() < settings.limit();
        if (isAllowed && hasRoom(bytes)) {
            change(new Column(name, type), value, bytes);
        } else {
            events.count(MappingEvent.FIELDS_LEFT_OUT, name);
        }
    }

    private int newColumns() {
        return (int) changes.keySet().stream()
                .filter(name -> known.slot(name) == null && known.typeThere(name) == null)
                .count();
    }

    private boolean hasRoom(int bytes) {
        return bytes <= 0 || known.bytes() + newBytes + bytes <= MOST_BYTES;
    }

    /** Adds or widens a column only if the value is stored in it. */
    private void change(Column column, Object value, int bytes) throws MappingException {
        var stored = known.fit(column).value(AutoType.suiting(column.type(), value), events);
        if (stored != null) {
            newBytes += bytes;
            changes.put(column.name(), column);
            put(column, stored);
        }
    }

    private void put(Column column, @Nullable Object stored) {
        isEmpty = false;
        if (stored != null) {
            values.put(column.name(), stored);
        }
    }

    /** Returns the columns that the row adds to the table, or widens. */
    Collection<Column> changes() {
        return changes.values();
    }

    /** Returns whether no field has a column. */
    boolean isEmpty() {
        return isEmpty;
    }

    /**
     * Writes the values to their indices in a row.
     *
     * @param reached columns that include the changed ones
     */
    void putInto(@Nullable Object[] row, KnownColumns reached) {
        values.forEach((name, value) -> {
            var slot = reached.slot(name);
            if (slot != null) {
                row[slot.index()] = value;
            }
        });
    }
}
