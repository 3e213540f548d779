// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last rows of a table, the newest first.
 *
 * @param columns names of the columns and tags; in TDengine the first is the subtable
 * @param rows values: numbers, booleans and texts; times in ISO 8601, bytes in hexadecimal
 * @param problem why there are no rows, or {@code null}
 */
public record LatestRows(
        String table,
        List<String> columns,
        List<List<@Nullable Object>> rows,
        @Nullable String problem) {

    private static final int MAX_TEXT = 1_000;

    /** PostgreSQL's type of a time without a zone, which QuestDB sends in UTC; a Timestamp would be in the JVM's zone. */
    private static final String WITHOUT_ZONE = "timestamp";

    static LatestRows failed(String table, String problem) {
        return new LatestRows(table, List.of(), List.of(), problem);
    }

    static LatestRows read(Connection connection, String table, String query, Duration timeout) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.setQueryTimeout((int) Math.max(1, timeout.toSeconds()));
            try (var result = statement.executeQuery(query)) {
                var names = new ArrayList<String>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    names.add(result.getMetaData().getColumnLabel(column));
                }
                var rows = new ArrayList<List<@Nullable Object>>();
                while (result.next()) {
                    rows.add(row(result, names.size()));
                }
                return new LatestRows(table, names, rows, null);
            }
        }
    }

    private static List<@Nullable Object> row(ResultSet result, int columns) throws SQLException {
        var row = new ArrayList<@Nullable Object>();
        for (int column = 1; column <= columns; column++) {
            row.add(value(result, column));
        }
        return row;
    }

    private static @Nullable Object value(ResultSet result, int column) throws SQLException {
        if (result.getMetaData().getColumnTypeName(column).equals(WITHOUT_ZONE)) {
            var time = result.getObject(column, LocalDateTime.class);
            return time == null ? null : time.toInstant(ZoneOffset.UTC).toString();
        }
        var value = result.getObject(column);
        return value instanceof byte[] bytes && isText(result, column) ? cut(new String(bytes, UTF_8)) : plain(value);
    }

    /** Returns whether bytes are text: TDengine's driver gives both in bytes. */
    private static boolean isText(ResultSet result, int column) throws SQLException {
        return List.of("BINARY", "VARCHAR").contains(result.getMetaData().getColumnTypeName(column));
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        var text = value instanceof Timestamp time
                ? time.toInstant().toString()
                : value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
        return cut(text);
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 1) + "\u2026";
    }
}
