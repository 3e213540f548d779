package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.route.conversion.ColumnFit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Columns of one version of an evolving table: those of its rows, and those known in the database. Immutable. */
final class KnownColumns {

    private static final int KEY_BYTES = 8;

    private final TableVersion version;
    private final TableShape shape;
    private final int declared;
    private final ValueErrors errors;
    private final Set<String> reserved;
    /** Columns in the database that the mapping does not declare; fields of these names get these types. */
    private final Map<String, ColumnType> there;
    /** Names in the database that can't be written. */
    private final Set<String> others;

    private final Map<String, Slot> slots;
    private final int size;
    private final int bytes;

    /**
     * Column that is not declared.
     *
     * @param index the index among the table's columns
     */
    record Slot(int index, Column column, ColumnFit fit) {}

    /**
     * Creates the columns of the first version.
     *
     * @param version the version with the columns that the mapping declares
     * @param errors the actions for values that do not fit the other columns
     */
    KnownColumns(TableVersion version, ValueErrors errors) {
        this(version, version.shape().columns().size(), errors, reserved(version.shape()), Map.of(), Set.of());
    }

    private KnownColumns(
            TableVersion version,
            int declared,
            ValueErrors errors,
            Set<String> reserved,
            Map<String, ColumnType> there,
            Set<String> others) {
        this.version = version;
        this.shape = version.shape();
        this.declared = declared;
        this.errors = errors;
        this.reserved = reserved;
        this.there = there;
        this.others = others;
        this.slots = new HashMap<>();
        for (int i = declared; i < shape.columns().size(); i++) {
            var column = shape.columns().get(i);
            slots.put(column.name(), new Slot(i, column, fit(column)));
        }
        this.size = slots.size() + (int) onlyThere().count();
        this.bytes = countBytes();
    }

    private static Set<String> reserved(TableShape shape) {
        var keys = Stream.concat(Stream.of(shape.timestampColumn()), shape.sequence().stream());
        var named =
                Stream.concat(shape.columns().stream(), shape.tags().stream()).map(Column::name);
        return Stream.concat(keys, named)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    TableVersion version() {
        return version;
    }

    /** Returns whether no field can have a column of this name. */
    boolean isTaken(String name) {
        return reserved.contains(name) || others.contains(name);
    }

    /** Returns the column that rows have under a name, {@code null} for none. */
    @Nullable
    Slot slot(String name) {
        return slots.get(name);
    }

    /** Returns the type of an undeclared column in the database, {@code null} for none. */
    @Nullable
    ColumnType typeThere(String name) {
        return there.get(name);
    }

    /** Returns the conversion of values to a column. */
    ColumnFit fit(Column column) {
        return new ColumnFit(column, errors, null);
    }

    /** Returns the number of columns that are not declared, in rows or only in the database. */
    int size() {
        return size;
    }

    /** Returns the maximum size of a row in TDengine in bytes. */
    int bytes() {
        return bytes;
    }

    private int countBytes() {
        return (shape.sequence().isPresent() ? 2 : 1) * KEY_BYTES
                + Stream.concat(
                                shape.columns().stream().map(Column::type),
                                onlyThere().map(Map.Entry::getValue))
                        .mapToInt(ColumnType::bytes)
                        .sum();
    }

    private Stream<Map.Entry<String, ColumnType>> onlyThere() {
        return there.entrySet().stream().filter(column -> !slots.containsKey(column.getKey()));
    }

    /** Returns the columns of a version with more or wider ones. */
    KnownColumns with(Collection<Column> changes) {
        var columns = new ArrayList<>(shape.columns());
        for (var column : changes) {
            var slot = slots.get(column.name());
            if (slot == null) {
                columns.add(column);
            } else {
                columns.set(slot.index, column);
            }
        }
        return next(columns, there, others);
    }

    /** Returns the columns that agree with the database; these themselves if nothing changes. */
    KnownColumns adopting(List<Column> found, Set<String> foundOthers) {
        var types = new HashMap<String, ColumnType>();
        found.stream()
                .filter(column -> !reserved.contains(column.name().toLowerCase(Locale.ROOT)))
                .forEach(column -> types.put(column.name(), column.type()));
        if (types.equals(there) && foundOthers.equals(others)) {
            return this;
        }
        var columns = new ArrayList<>(shape.columns().subList(0, declared));
        for (var column : shape.columns().subList(declared, shape.columns().size())) {
            if (!foundOthers.contains(column.name())) {
                columns.add(new Column(column.name(), types.getOrDefault(column.name(), column.type())));
            }
        }
        return next(columns, types, new HashSet<>(foundOthers));
    }

    private KnownColumns next(List<Column> columns, Map<String, ColumnType> nowThere, Set<String> nowOthers) {
        // keeps the same object, which the writer has opened
        var next = columns.equals(shape.columns()) ? version : new TableVersion(version.table(), shape.with(columns));
        return new KnownColumns(next, declared, errors, reserved, nowThere, nowOthers);
    }

    /**
     * Returns the values of a row, with {@code null} for the undeclared columns.
     *
     * @param given the values of declared columns and of tags
     */
    @Nullable
    Object[] values(@Nullable Object[] given) {
        var values = new @Nullable Object[shape.columns().size() + shape.tags().size()];
        System.arraycopy(given, 0, values, 0, declared);
        System.arraycopy(
                given,
                given.length - shape.tags().size(),
                values,
                shape.columns().size(),
                shape.tags().size());
        return values;
    }

    /**
     * Converts a row of another version to this one.
     *
     * @throws IllegalArgumentException if a value does not fit its column in this version
     */
    Row row(Row other) {
        var values = values(other.values());
        var columns = other.shape().columns();
        for (int i = declared; i < columns.size(); i++) {
            var value = other.column(i);
            if (value != null) {
                var column = columns.get(i);
                var slot = slots.get(column.name());
                if (slot == null) {
                    throw new IllegalArgumentException(
                            "Column \"" + column.name() + "\" can't be written, as the database has it");
                }
                values[slot.index] = column.equals(slot.column)
                        ? value
                        : slot.fit.ofAnother(AutoType.suiting(slot.column.type(), value));
            }
        }
        return new Row(version, other.subtable(), other.timestamp(), other.sequence(), values);
    }
}
