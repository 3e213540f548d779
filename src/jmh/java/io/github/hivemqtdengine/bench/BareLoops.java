// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loops over the driver as hand-written code would have them. They rely on known rows: the i-th row belongs to subtable
 * i modulo the number of subtables, no string needs an escape, and nothing is null.
 */
final class BareLoops implements AutoCloseable {

    private static final String INSERT = "INSERT INTO ";
    private static final int FULL_CHARACTERS = 900 * 1_024;

    private final String database;
    private final int subtables;
    private final Statement statement;
    private final Connection connection;
    private final RowShape shape;
    private @Nullable TaosPrepareStatement prepared;

    BareLoops(String database, RowShape shape, int subtables, Connection connection) throws SQLException {
        this.database = database;
        this.shape = shape;
        this.subtables = subtables;
        this.connection = connection;
        this.statement = connection.createStatement();
    }

    /** Text, each subtable by its name only. */
    void sql(List<Row> rows) throws SQLException {
        sql(rows, false);
    }

    /** Text, each subtable with its tags. */
    void sqlWithTags(List<Row> rows) throws SQLException {
        sql(rows, true);
    }

    private void sql(List<Row> rows, boolean withTags) throws SQLException {
        var sql = new StringBuilder(INSERT);
        for (int subtable = 0; subtable < subtables; subtable++) {
            boolean begun = false;
            for (int i = subtable; i < rows.size(); i += subtables) {
                if (!begun) {
                    begin(sql, rows.get(subtable), withTags);
                }
                values(sql, rows.get(i));
                begun = sql.length() < FULL_CHARACTERS;
                if (!begun) {
                    statement.execute(sql.toString());
                    sql.setLength(INSERT.length());
                }
            }
        }
        if (sql.length() > INSERT.length()) {
            statement.execute(sql.toString());
        }
    }

    private void begin(StringBuilder sql, Row first, boolean withTags) {
        sql.append(database).append('.').append(first.subtable());
        if (withTags) {
            sql.append(" USING ").append(database).append(".meters TAGS('");
            sql.append(first.tag(0)).append("',").append(first.tag(1)).append(')');
        }
        sql.append(" VALUES ");
    }

    private void values(StringBuilder sql, Row row) {
        sql.append('(').append(row.timestamp() / 1_000);
        var columns = shape.table().columns();
        for (int i = 0; i < columns.size(); i++) {
            switch (columns.get(i).type().kind()) {
                case VARCHAR -> sql.append(",'").append(row.column(i)).append('\'');
                case TIMESTAMP -> sql.append(',').append(micros(row, i));
                default -> sql.append(',').append(row.column(i));
            }
        }
        sql.append(')');
    }

    private static Long micros(Row row, int column) {
        return as(Long.class, row, column) / 1_000;
    }

    private static <T> T as(Class<T> type, Row row, int column) {
        return type.cast(row.values()[column]);
    }

    /** A statement that stays prepared, without tags. */
    void statement(List<Row> rows) throws SQLException {
        var insert = prepared();
        for (int subtable = 0; subtable < subtables; subtable++) {
            var ofSubtable = new ArrayList<Row>(rows.size() / subtables + 1);
            for (int i = subtable; i < rows.size(); i += subtables) {
                ofSubtable.add(rows.get(i));
            }
            bind(insert, ofSubtable);
        }
        insert.columnDataExecuteBatch();
    }

    private TaosPrepareStatement prepared() throws SQLException {
        var known = prepared;
        if (known != null) {
            return known;
        }
        var columns = shape.table().columns();
        var names = columns.stream().map(column -> column.name()).collect(Collectors.joining(","));
        var marks = Stream.generate(() -> "?").limit(columns.size() + 2L).collect(Collectors.joining(","));
        var made = connection
                .prepareStatement(
                        "INSERT INTO " + database + ".meters (ts,tbname," + names + ") VALUES (" + marks + ")")
                .unwrap(TaosPrepareStatement.class);
        prepared = made;
        return made;
    }

    private void bind(TaosPrepareStatement insert, List<Row> rows) throws SQLException {
        insert.setTableName(rows.get(0).subtable());
        insert.setTimestamp(0, list(rows, row -> row.timestamp() / 1_000));
        var columns = shape.table().columns();
        for (int i = 0; i < columns.size(); i++) {
            bind(insert, columns.get(i).type().kind(), i, rows);
        }
        insert.columnDataAddBatch();
    }

    private static void bind(TaosPrepareStatement insert, Kind kind, int i, List<Row> rows) throws SQLException {
        switch (kind) {
            case DOUBLE -> insert.setDouble(i + 1, list(rows, row -> as(Double.class, row, i)));
            case FLOAT -> insert.setFloat(i + 1, list(rows, row -> as(Float.class, row, i)));
            case BOOL -> insert.setBoolean(i + 1, list(rows, row -> as(Boolean.class, row, i)));
            case TIMESTAMP -> insert.setTimestamp(i + 1, list(rows, row -> micros(row, i)));
            case VARCHAR -> insert.setString(i + 1, list(rows, row -> as(String.class, row, i)), 0);
            case INT ->
                insert.setInt(i + 1, list(rows, row -> as(Long.class, row, i).intValue()));
            case SMALLINT ->
                insert.setShort(i + 1, list(rows, row -> as(Long.class, row, i).shortValue()));
            default -> insert.setLong(i + 1, list(rows, row -> as(Long.class, row, i)));
        }
    }

    private static <T> List<T> list(List<Row> rows, Function<Row, T> value) {
        var list = new ArrayList<T>(rows.size());
        rows.forEach(row -> list.add(value.apply(row)));
        return list;
    }

    @Override
    public void close() throws SQLException {
        if (prepared != null) {
            prepared.close();
        }
        statement.close();
    }
}
