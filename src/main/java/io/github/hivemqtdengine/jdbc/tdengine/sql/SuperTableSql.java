// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parts of an INSERT that all subtables of a super table share. Immutable. */
public final class SuperTableSql {

    private final TableShape table;
    private final byte[] database;
    private final byte[] using;
    private final byte[] values;
    private final ColumnType.Kind[] columnKinds;
    private final ColumnType.Kind[] tagKinds;

    /** @throws IllegalArgumentException if TDengine does not allow a name */
    public SuperTableSql(String database, TableShape table) {
        this.table = table;
        this.database = utf8(Identifier.database(database) + ".");
        this.using = utf8(" USING " + Identifier.database(database) + "." + Identifier.table(table.superTable()) + " ("
                + names(table.tags().stream().map(Column::name)) + ") TAGS (");
        this.values = utf8(" (" + names(columnNames(table)) + ") VALUES ");
        this.columnKinds = kinds(table.columns());
        this.tagKinds = kinds(table.tags());
    }

    private static Stream<String> columnNames(TableShape table) {
        var keys = Stream.concat(Stream.of(table.timestampColumn()), table.sequence().stream());
        return Stream.concat(keys, table.columns().stream().map(Column::name));
    }

    private static String names(Stream<String> names) {
        return names.map(Identifier::column).collect(Collectors.joining(","));
    }

    private static ColumnType.Kind[] kinds(List<Column> columns) {
        return columns.stream().map(column -> column.type().kind()).toArray(ColumnType.Kind[]::new);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the most bytes before the first row of a subtable, without the subtable's name and tags. */
    public int headerBytes() {
        return database.length + using.length + values.length;
    }

    /** Appends a subtable's name and its columns. */
    public void appendTable(SqlText sql, String subtable) {
        sql.append(database).append(Identifier.table(subtable)).append(values);
    }

    /** Appends a subtable's name, the tags with which it is created if missing, and its columns. */
    public void appendNewTable(SqlText sql, Row row, Precision precision) {
        sql.append(database).append(Identifier.table(row.subtable())).append(using);
        for (int i = 0; i < tagKinds.length; i++) {
            if (i > 0) {
                sql.append(',');
            }
            SqlLiteral.append(sql, tagKinds[i], row.tag(i), precision);
        }
        sql.append(')').append(values);
    }

    /** Appends a row with all that may precede it. */
    public void appendWhole(SqlText sql, Row row, Precision precision) {
        appendNewTable(sql, row, precision);
        appendRow(sql, row, precision);
    }

    public void appendRow(SqlText sql, Row row, Precision precision) {
        sql.append('(').append(precision.ticks(row.timestamp()));
        if (table.sequenceColumn() != null) {
            sql.append(',').append(row.sequence());
        }
        for (int i = 0; i < columnKinds.length; i++) {
            sql.append(',');
            SqlLiteral.append(sql, columnKinds[i], row.column(i), precision);
        }
        sql.append(')');
    }
}
