// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.route.conversion.ColumnFit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Columns, or tags, of one version of an evolving table: those of its rows, and those in the database. Immutable. */
final class KnownFields {

    private final String what;
    /** Those of the rows: the declared ones, then the automatic ones. */
    private final List<Column> all;

    private final int declared;
    private final ValueErrors errors;
    /** Those in the database that the mapping does not declare; fields of these names get these types. */
    private final Map<String, ColumnType> there;

    private final Map<String, Slot> slots = new HashMap<>();
    private final int size;
    private final int bytes;

    /**
     * Automatic column or tag.
     *
     * @param index the index among all columns, or among all tags
     */
    record Slot(int index, Column column, ColumnFit fit) {}

    /**
     * Creates the first version.
     *
     * @param what {@code Column} or {@code Tag}, for messages
     * @param errors the actions for values that do not fit the others
     */
    KnownFields(String what, List<Column> declared, ValueErrors errors) {
        this(what, declared, declared.size(), errors, Map.of());
    }

    private KnownFields(
            String what, List<Column> all, int declared, ValueErrors errors, Map<String, ColumnType> there) {
        this.what = what;
        this.all = all;
        this.declared = declared;
        this.errors = errors;
        this.there = there;
        for (int i = declared; i < all.size(); i++) {
            var column = all.get(i);
            slots.put(column.name(), new Slot(i, column, fit(column)));
        }
        this.size = slots.size() + (int) onlyThere().count();
        this.bytes = Stream.concat(all.stream().map(Column::type), onlyThere().map(Map.Entry::getValue))
                .mapToInt(ColumnType::bytes)
                .sum();
    }

    private Stream<Map.Entry<String, ColumnType>> onlyThere() {
        return there.entrySet().stream().filter(column -> !slots.containsKey(column.getKey()));
    }

    List<Column> all() {
        return all;
    }

    int declared() {
        return declared;
    }

    /** Returns the automatic one that rows have under a name, {@code null} for none. */
    @Nullable
    Slot slot(String name) {
        return slots.get(name);
    }

    /** Returns the type of an undeclared one in the database, {@code null} for none. */
    @Nullable
    ColumnType typeThere(String name) {
        return there.get(name);
    }

    /** Returns whether there is an undeclared one of this name, in rows or only in the database. */
    boolean has(String name) {
        return slots.containsKey(name) || there.containsKey(name);
    }

    /** Returns the conversion of values. */
    ColumnFit fit(Column column) {
        return new ColumnFit(what, column, errors, null, false);
    }

    /** Returns the number of those that are not declared, in rows or only in the database. */
    int size() {
        return size;
    }

    /** Returns the maximum size of the values of a row in TDengine in bytes. */
    int bytes() {
        return bytes;
    }

    /** Returns these with more or wider ones. */
    KnownFields with(Collection<Column> changes) {
        if (changes.isEmpty()) {
            return this;
        }
        var changed = new ArrayList<>(all);
        for (var column : changes) {
            var slot = slots.get(column.name());
            if (slot == null) {
                changed.add(column);
            } else {
                changed.set(slot.index, column);
            }
        }
        return new KnownFields(what, List.copyOf(changed), declared, errors, there);
    }

    /**
     * Returns those that agree with the database.
     *
     * @param types the types of the undeclared ones in the database
     * @param isOther whether the database has something else under a name
     */
    KnownFields adopting(Map<String, ColumnType> types, Predicate<String> isOther) {
        var adopted = new ArrayList<>(all.subList(0, declared));
        for (var column : all.subList(declared, all.size())) {
            if (!isOther.test(column.name())) {
                adopted.add(new Column(column.name(), types.getOrDefault(column.name(), column.type())));
            }
        }
        return new KnownFields(what, List.copyOf(adopted), declared, errors, types);
    }

    /** Returns whether the database has exactly these undeclared ones. */
    boolean areThere(Map<String, ColumnType> types) {
        return there.equals(types);
    }

    /**
     * Converts the automatic values of a row of another version.
     *
     * @param others the columns, or tags, of the other version
     * @param values the values of these
     * @param row receives the values, from an index on
     * @throws IllegalArgumentException if a value does not fit in this version
     */
    void convert(List<Column> others, IntFunction<@Nullable Object> values, @Nullable Object[] row, int from) {
        for (int i = declared; i < others.size(); i++) {
            var value = values.apply(i);
            if (value != null) {
                var column = others.get(i);
                var slot = slots.get(column.name());
                if (slot == null) {
                    throw new IllegalArgumentException(
                            what + " \"" + column.name() + "\" can't be written, as the database has it");
                }
                row[from + slot.index] = column.equals(slot.column)
                        ? value
                        : slot.fit.ofAnother(AutoType.suiting(slot.column.type(), value));
            }
        }
    }
}
