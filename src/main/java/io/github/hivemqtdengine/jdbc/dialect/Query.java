// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;

/** Query for a single value. */
public final class Query {

    private Query() {}

    public static String text(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            if (!result.next()) {
                throw new SQLException("There is no answer to " + sql);
            }
            return String.valueOf(result.getString(1));
        }
    }

    public static long number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            if (!result.next()) {
                throw new SQLException("There is no answer to " + sql);
            }
            return result.getLong(1);
        }
    }
}
