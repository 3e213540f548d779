// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collector of one record's fields for the columns, or the tags, of an evolving table at one version. */
final class FieldsOfRow {

    private final KnownFields known;
    private final Predicate<String> isTaken;
    private final Rules rules;
    private final MappingEvents events;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, Column> changes = new LinkedHashMap<>();
    private int newBytes;
    private boolean isEmpty = true;
    private String whyLeftOut = "";

    /**
     * Rules for new columns or tags.
     *
     * @param limit the maximum number of automatic ones
     * @param limitName what the limit is called in sentences
     * @param maxBytes the maximum size of the values of a row, declared ones included
     * @param newType the type for a first value
     * @param leftOut receives the fields that are not stored
     */
    record Rules(int limit, String limitName, int maxBytes, Function<Object, ColumnType> newType, LeftOut leftOut) {}

    /** Treatment of a field that is not stored. */
    @FunctionalInterface
    interface LeftOut {

        /**
         * Handles the field.
         *
         * @param why the end of a sentence about the field
         */
        void leaveOut(String name, String why, MappingEvents events) throws MappingException;
    }

    /**
     * Begins a record.
     *
     * @param isTaken the names that fields can't have
     * @param events receives the fields left out and the values replaced
     */
    FieldsOfRow(KnownFields known, Predicate<String> isTaken, Rules rules, MappingEvents events) {
        this.known = known;
        this.isTaken = isTaken;
        this.rules = rules;
        this.events = events;
    }

    /**
     * Adds a field; a second field of the same name is left out.
     *
     * @throws MappingException if the value does not fit and the mapping does not replace it
     */
    void add(String name, Object value) throws MappingException {
        if (isTaken.test(name) || !seen.add(name)) {
            leaveOut(name, "its name is in use");
            return;
        }
        var slot = known.slot(name);
        if (slot == null) {
            addToNew(name, value);
        } else {
            addTo(slot, value);
        }
    }

    private void addTo(KnownFields.Slot slot, Object value) throws MappingException {
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
        var type = AutoType.wideEnough(there == null ? rules.newType.apply(value) : there, value);
        int bytes = type.bytes() - (there == null ? 0 : there.bytes());
        if (there == null && known.size() + newFields() >= rules.limit) {
            leaveOut(name, "the table has as many as " + rules.limitName + ", " + rules.limit + ", allows");
        } else if (hasRoom(bytes)) {
            change(new Column(name, type), value, bytes);
        } else {
            leaveOut(name, "with it the table could have more than " + rules.maxBytes + " bytes");
        }
    }

    private void leaveOut(String name, String why) throws MappingException {
        whyLeftOut = ": \"" + name + "\" is left out, since " + why;
        rules.leftOut.leaveOut(name, why, events);
    }

    /** Returns the end of a sentence about a record without columns: the last field left out, and why; may be empty. */
    String whyLeftOut() {
        return whyLeftOut;
    }

    private int newFields() {
        return (int) changes.keySet().stream().filter(name -> !known.has(name)).count();
    }

    private boolean hasRoom(int bytes) {
        return bytes <= 0 || known.bytes() + newBytes + bytes <= rules.maxBytes;
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

    /** Returns whether the row adds a column of this name. */
    boolean adds(String name) {
        return changes.containsKey(name);
    }

    /** Returns whether no field has a column. */
    boolean isEmpty() {
        return isEmpty;
    }

    /**
     * Writes the values to their indices in a row.
     *
     * @param from the index of the first column, or the first tag, in the row
     * @param reached columns that include the changed ones
     */
    void putInto(@Nullable Object[] row, int from, KnownFields reached) {
        values.forEach((name, value) -> {
            var slot = reached.slot(name);
            if (slot != null) {
                row[from + slot.index()] = value;
            }
        });
    }
}
