// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.jdbc.dialect.TypeFit;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Differences between a super table in the database and the table that a route writes. */
public final class TableDifferences {

    private final TableShape shape;
    private final List<DescribedColumn> found;

    public TableDifferences(TableShape shape, List<DescribedColumn> found) {
        this.shape = shape;
        this.found = found;
    }

    /**
     * Checks the keys of an existing table.
     *
     * @throws SetupException if the keys differ: wrong rows would replace each other, or duplicates would stay
     */
    public void checkKeys() throws SetupException {
        var there = keysFound();
        var written = keysWritten();
        if (!there.equals(written)) {
            throw new SetupException(
                    FailureKind.REJECTED,
                    "super table " + shape.superTable() + " has the keys " + there + ", the route writes " + written
                            + "; keys can't be changed, so choose another super table");
        }
    }

    private String keysFound() {
        var time = found.isEmpty() ? "none" : found.get(0).name();
        return found.size() > 1 && found.get(1).isSecondKey()
                ? time + " and " + found.get(1).name() + " " + found.get(1).type()
                : time;
    }

    /** Returns the keys of the route. A sequence is a BIGINT; TDengine would silently truncate it to another type. */
    private String keysWritten() {
        return shape.sequence()
                .map(sequence -> shape.timestampColumn() + " and " + sequence + " BIGINT")
                .orElse(shape.timestampColumn());
    }

    /**
     * Checks the types of an existing table.
     *
     * @throws SetupException if an existing column or tag can't hold the route's values as they are
     */
    public void checkTypes() throws SetupException {
        var conflicts = columnsAndTags()
                .flatMap(column -> found(column).flatMap(there -> conflict(column, there)).stream())
                .toList();
        if (!conflicts.isEmpty()) {
            throw new SetupException(
                    FailureKind.REJECTED,
                    "super table " + shape.superTable() + " has " + String.join(" and ", conflicts)
                            + "; change the type or the name in the route");
        }
    }

    private Optional<String> conflict(Column wanted, DescribedColumn there) {
        if (there.isTag() != isTag(wanted)) {
            return Optional.of(
                    there.isTag()
                            ? "the tag " + wanted.name() + ", which the route writes as a column"
                            : "the column " + wanted.name() + ", which the route writes as a tag");
        }
        return TypeFit.holds(there.type(), wanted.type())
                ? Optional.empty()
                : Optional.of(wanted.name() + " as " + there.type() + ", which can't hold every " + wanted.type()
                        + " that the route writes");
    }

    /**
     * Lets the table adopt the existing columns, if it evolves.
     *
     * @return whether the table has a newer version now
     */
    public boolean adoptColumns(TableHandle table) {
        if (!table.isEvolving()) {
            return false;
        }
        var current = table.shape();
        var known = Stream.concat(current.columns().stream(), current.tags().stream())
                .toList();
        adopt(table, there -> writable(there, known), Set.of());
        return !shape.equals(table.shape());
    }

    /** Resets an evolving table to the columns in the database, without those that the database refuses. */
    public void resetColumns(TableHandle table) {
        var refused = missing().stream().map(Column::name).collect(Collectors.toSet());
        adopt(table, TableDifferences::existing, refused);
    }

    private void adopt(TableHandle table, Function<DescribedColumn, Optional<Column>> meaning, Set<String> refused) {
        var columns = new ArrayList<Column>();
        var tags = new ArrayList<Column>();
        var others = new HashSet<>(refused);
        for (var there : found.subList(Math.min(1, found.size()), found.size())) {
            meaning.apply(there).ifPresentOrElse((there.isTag() ? tags : columns)::add, () -> others.add(there.name()));
        }
        table.adopt(columns, tags, others);
    }

    /** Returns the known column if it fits the existing one, otherwise the existing one if a mapping supports it. */
    private static Optional<Column> writable(DescribedColumn there, List<Column> known) {
        return known.stream()
                .filter(column -> column.name().equals(there.name()) && TypeFit.holds(there.type(), column.type()))
                .findFirst()
                .or(() -> existing(there));
    }

    private static Optional<Column> existing(DescribedColumn there) {
        return there.columnType().map(type -> new Column(there.name(), type));
    }

    /** Returns the columns and tags that do not exist. */
    public List<Column> missing() {
        return columnsAndTags().filter(column -> found(column).isEmpty()).toList();
    }

    /** Returns the existing columns and tags of variable length that are shorter than the route needs. */
    List<Column> tooShort() {
        return columnsAndTags()
                .filter(column -> found(column)
                        .filter(there -> isWidenable(column.type(), there))
                        .isPresent())
                .toList();
    }

    boolean isTag(Column column) {
        return shape.tags().contains(column);
    }

    private static boolean isWidenable(ColumnType wanted, DescribedColumn there) {
        boolean variable = wanted.kind() == ColumnType.Kind.VARCHAR
                || wanted.kind() == ColumnType.Kind.NCHAR
                || wanted.kind() == ColumnType.Kind.VARBINARY
                || wanted.kind() == ColumnType.Kind.GEOMETRY;
        return variable && there.type().equals(wanted.kind().sql()) && there.length() < wanted.length();
    }

    private Stream<Column> columnsAndTags() {
        return Stream.concat(shape.columns().stream(), shape.tags().stream());
    }

    private Optional<DescribedColumn> found(Column column) {
        return found.stream()
                .filter(there -> there.name().equals(column.name()))
                .findFirst();
    }
}
