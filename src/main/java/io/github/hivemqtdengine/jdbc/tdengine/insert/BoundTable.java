// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.jdbc.tdengine.sql.DescribedColumn;
import io.github.hivemqtdengine.jdbc.tdengine.sql.Identifier;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.RowBytes;
import io.github.hivemqtdengine.message.TableShape;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Super table whose rows are bound to prepared statements. Immutable. */
public final class BoundTable {

    private final TableShape table;
    private final Precision precision;
    private final String insert;
    private final String insertWithTags;
    private final List<BoundType<?>> columnTypes;
    private final List<BoundType<?>> tagTypes;
    private final int[] ncharColumns;

    /** @param table one that {@link #isPossible} */
    public BoundTable(String database, TableShape table, Precision precision) {
        this.table = table;
        this.precision = precision;
        this.insert = insert(database, table, List.of());
        this.insertWithTags = insert(database, table, table.tags());
        this.columnTypes = types(table.columns(), precision);
        this.tagTypes = types(table.tags(), precision);
        this.ncharColumns = IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).type().kind() == Kind.NCHAR)
                .toArray();
    }

    /**
     * Returns whether the driver can bind all values of a table.
     *
     * @param there columns on the server: the driver casts to their types, which may be wider than those of the mapping
     */
    static boolean isPossible(TableShape table, List<DescribedColumn> there) {
        var types = new HashMap<String, String>();
        there.forEach(column -> types.put(column.name(), column.type()));
        return Stream.concat(table.columns().stream(), table.tags().stream())
                        .allMatch(column -> isPossible(column, types))
                && table.sequence()
                        .map(name -> Kind.BIGINT.sql().equals(types.get(name)))
                        .orElse(true);
    }

    /** Returns a type of the table that the driver can't bind. */
    public static Optional<Kind> unboundType(TableShape table) {
        return Stream.concat(table.columns().stream(), table.tags().stream())
                .map(column -> column.type().kind())
                .filter(kind -> !BoundType.exists(kind))
                .findFirst();
    }

    /**
     * Returns whether the server accepts these rows of one subtable. TDengine 3.3.7.5 refuses an NCHAR column whose
     * only strings are empty.
     */
    boolean takes(List<Row> rows) {
        for (int column : ncharColumns) {
            if (isEmpty(rows, column)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEmpty(List<Row> rows, int column) {
        boolean empty = false;
        for (var row : rows) {
            if (row.column(column) instanceof String text) {
                if (!text.isEmpty()) {
                    return false;
                }
                empty = true;
            }
        }
        return empty;
    }

    private static boolean isPossible(Column column, Map<String, String> types) {
        var kind = column.type().kind();
        return BoundType.exists(kind) && kind.sql().equals(types.get(column.name()));
    }

    private static List<BoundType<?>> types(List<Column> columns, Precision precision) {
        var types = new ArrayList<BoundType<?>>();
        columns.forEach(column -> types.add(BoundType.of(column.type().kind(), precision)));
        return types;
    }

    /** Builds the INSERT, time first: driver 3.7.9 takes the database's precision from the first column. */
    private static String insert(String database, TableShape table, List<Column> tags) {
        var names = new ArrayList<String>();
        names.add(Identifier.column(table.timestampColumn()));
        names.add("tbname");
        tags.forEach(tag -> names.add(Identifier.column(tag.name())));
        table.sequence().ifPresent(name -> names.add(Identifier.column(name)));
        table.columns().forEach(column -> names.add(Identifier.column(column.name())));
        return "INSERT INTO " + Identifier.database(database) + "." + Identifier.table(table.superTable()) + " ("
                + String.join(",", names) + ") VALUES (" + String.join(",", Collections.nCopies(names.size(), "?"))
                + ")";
    }

    String superTable() {
        return table.superTable();
    }

    /** Returns the INSERT; with tags it creates missing subtables. */
    public String insert(boolean withTags) {
        return withTags ? insertWithTags : insert;
    }

    /** Returns about how many bytes a row adds to a message, possibly with the name and the tags of its subtable. */
    long bytes(Row row, boolean withTags) {
        int columns = 2 + columnTypes.size();
        return withTags
                ? RowBytes.written(row, columns + tagTypes.size(), row.values().length)
                        + row.subtable().length()
                : RowBytes.written(row, columns, row.firstTag());
    }

    /**
     * Adds rows of one subtable to the next execution of the statement, which has no rows of that subtable yet.
     *
     * @throws IllegalArgumentException if a value or the name can't be stored as it is
     */
    void bind(TaosPrepareStatement statement, boolean withTags, List<Row> rows) throws SQLException {
        var first = rows.get(0);
        // the server would silently truncate a name that is too long
        Identifier.table(first.subtable());
        statement.setTableName(first.subtable());
        for (int i = 0; withTags && i < tagTypes.size(); i++) {
            tagTypes.get(i).bindTag(statement, i, first.tag(i));
        }
        bindColumns(statement, rows);
        statement.columnDataAddBatch();
    }

    /**
     * Checks the values of one row without binding them.
     *
     * @throws IllegalArgumentException if a value or the name can't be stored as it is
     */
    void check(Row row) {
        Identifier.table(row.subtable());
        for (int i = 0; i < columnTypes.size(); i++) {
            columnTypes.get(i).check(row.column(i));
        }
        for (int i = 0; i < tagTypes.size(); i++) {
            tagTypes.get(i).check(row.tag(i));
        }
    }

    /** Binds all columns after one pass over the rows, as a pass per column would load each row again. */
    private void bindColumns(TaosPrepareStatement statement, List<Row> rows) throws SQLException {
        var times = new ArrayList<Long>(rows.size());
        var columns = new ArrayList<BoundType.Values<?>>(columnTypes.size());
        columnTypes.forEach(type -> columns.add(type.values(rows.size())));
        for (var row : rows) {
            times.add(precision.ticks(row.timestamp()));
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).add(row.column(i));
            }
        }
        int index = 0;
        statement.setTimestamp(index++, times);
        if (table.sequenceColumn() != null) {
            statement.setLong(index++, rows.stream().map(Row::sequence).toList());
        }
        for (var column : columns) {
            column.bind(statement, index++);
        }
    }
}
