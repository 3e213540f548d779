// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.util.Arrays;
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

/** Columns and tags of one version of an evolving table, which share their names. Immutable. */
final class KnownColumns {

    /** Fewer NULLs are not worth a copy of the values. */
    private static final int FEWEST_LEFT_OUT = 16;

    private final TableVersion version;
    private final boolean hasAutoTags;
    private final Set<String> reserved;
    /** Names in the database that can't be written. */
    private final Set<String> others;

    private final KnownFields columns;
    private final KnownFields tags;

    /**
     * Creates the columns of the first version.
     *
     * @param version the version with the columns and tags that the mapping declares
     * @param hasAutoTags whether the table gains tags, too
     * @param errors the actions for values that do not fit the other columns and tags
     */
    KnownColumns(TableVersion version, boolean hasAutoTags, ValueErrors errors) {
        this(
                version,
                hasAutoTags,
                reserved(version.shape()),
                Set.of(),
                new KnownFields("Column", version.shape().columns(), errors),
                new KnownFields("Tag", version.shape().tags(), errors));
    }

    private KnownColumns(
            TableVersion version,
            boolean hasAutoTags,
            Set<String> reserved,
            Set<String> others,
            KnownFields columns,
            KnownFields tags) {
        this.version = version;
        this.hasAutoTags = hasAutoTags;
        this.reserved = reserved;
        this.others = others;
        this.columns = columns;
        this.tags = tags;
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

    KnownFields columns() {
        return columns;
    }

    KnownFields tags() {
        return tags;
    }

    /** Returns whether no field can have a column of this name. */
    boolean isTakenForColumn(String name) {
        return isTaken(name) || tags.has(name);
    }

    /** Returns whether no field can have a tag of this name. */
    boolean isTakenForTag(String name) {
        return isTaken(name) || columns.has(name);
    }

    private boolean isTaken(String name) {
        return reserved.contains(name) || others.contains(name);
    }

    /** Returns the columns of a version with more or wider columns and tags. */
    KnownColumns with(Collection<Column> changedColumns, Collection<Column> changedTags) {
        return next(others, columns.with(changedColumns), tags.with(changedTags));
    }

    /**
     * Returns the columns that agree with the database; these themselves if nothing changes.
     *
     * @param foundTags its tags; a name may be among the columns, too, if the database does not distinguish them
     */
    KnownColumns adopting(List<Column> foundColumns, List<Column> foundTags, Set<String> foundOthers) {
        var tagTypes = hasAutoTags ? types(foundTags) : Map.<String, ColumnType>of();
        var columnTypes = types(foundColumns);
        columnTypes.keySet().removeAll(tagTypes.keySet());
        var otherNames = new HashSet<>(foundOthers);
        foundTags.stream()
                .map(Column::name)
                .filter(name -> !columnTypes.containsKey(name) && !tagTypes.containsKey(name))
                .forEach(otherNames::add);
        if (columns.areThere(columnTypes) && tags.areThere(tagTypes) && otherNames.equals(others)) {
            return this;
        }
        return next(
                otherNames,
                columns.adopting(columnTypes, name -> otherNames.contains(name) || tagTypes.containsKey(name)),
                tags.adopting(tagTypes, name -> otherNames.contains(name) || columnTypes.containsKey(name)));
    }

    private Map<String, ColumnType> types(List<Column> found) {
        var types = new HashMap<String, ColumnType>();
        found.stream()
                .filter(column -> !reserved.contains(column.name().toLowerCase(Locale.ROOT)))
                .forEach(column -> types.put(column.name(), column.type()));
        return types;
    }

    private KnownColumns next(Set<String> nextOthers, KnownFields nextColumns, KnownFields nextTags) {
        var shape = version.shape();
        boolean isSame =
                nextColumns.all().equals(shape.columns()) && nextTags.all().equals(shape.tags());
        // keeps the same object, which the writer has opened
        var next = isSame ? version : new TableVersion(version.table(), shape.with(nextColumns.all(), nextTags.all()));
        return new KnownColumns(next, hasAutoTags, reserved, nextOthers, nextColumns, nextTags);
    }

    /** Returns the values of a row of any version, with {@code null} for the automatic columns and tags. */
    @Nullable
    Object[] declaredValues(Row row) {
        var values = new @Nullable Object[tagsAt() + tags.all().size()];
        System.arraycopy(row.values(), 0, values, 0, columns.declared());
        System.arraycopy(row.values(), row.firstTag(), values, tagsAt(), tags.declared());
        return values;
    }

    /** Returns the index of the first tag in the values of a row. */
    int tagsAt() {
        return columns.all().size();
    }

    /**
     * Converts a row of another version to this one.
     *
     * @throws IllegalArgumentException if a value does not fit its column in this version
     */
    Row row(Row other) {
        var values = declaredValues(other);
        columns.convert(other.shape().columns(), other::column, values, 0);
        tags.convert(other.shape().tags(), other::tag, values, tagsAt());
        return row(other, values);
    }

    /**
     * Returns a row with other values of this version.
     *
     * @param values values of all columns and tags; NULLs of the last columns take no memory in the row if there are many
     */
    Row row(Row other, @Nullable Object[] values) {
        int end = tagsAt();
        while (end > columns.declared() && values[end - 1] == null) {
            end--;
        }
        var kept = values;
        if (tagsAt() - end >= FEWEST_LEFT_OUT) {
            kept = Arrays.copyOf(values, end + tags.all().size());
            System.arraycopy(values, tagsAt(), kept, end, tags.all().size());
        }
        return new Row(version, other.subtable(), other.timestamp(), other.sequence(), kept);
    }
}
