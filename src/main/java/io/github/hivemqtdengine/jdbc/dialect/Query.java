// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Queries for a single value, and statements without a result. */
public final class Query {

    private Query() {}

    private interface Column<T> {
        T of(ResultSet row) throws SQLException;
    }

    public static String text(Connection connection, String sql) throws SQLException {
        return value(connection, sql, row -> String.valueOf(row.getString(1)));
    }

    public static long number(Connection connection, String sql) throws SQLException {
        return value(connection, sql, row -> row.getLong(1));
    }

    private static <T> T value(Connection connection, String sql, Column<T> column) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            if (!result.next()) {
                throw new SQLException("There is no answer to " + sql);
            }
            return column.of(result);
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
