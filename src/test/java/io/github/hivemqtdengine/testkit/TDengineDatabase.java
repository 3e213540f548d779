// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A database of a TDengine server under a new name. */
record TDengineDatabase(String jdbcUrl, String username, String password, String name) implements TimeSeriesDatabase {

    /**
     * Unknown table, and unknown database as statements and as logins say it; and what a login or a statement says
     * while the database is being created.
     */
    private static final List<String> UNKNOWN = List.of("0x2603", "0x2662", "0x388", "0x396", "0x10a", "0xffff");

    @Override
    public Connection connect() throws SQLException {
        return Connections.open(jdbcUrl.replaceAll("/*$", "") + "/" + name, username, password);
    }

    @Override
    public boolean saysUnknownTable(SQLException failure) {
        var message = String.valueOf(failure.getMessage());
        return UNKNOWN.stream().anyMatch(message::contains);
    }

    @Override
    public @Nullable Object value(ResultSet result, int column) throws SQLException {
        return switch (result.getMetaData().getColumnType(column)) {
            case Types.VARCHAR, Types.NCHAR -> result.getString(column);
            default -> SqlValues.plain(result.getObject(column));
        };
    }

    /** Drops the database; a server that a test has paused may refuse that for a while. */
    @Override
    public void close() {
        Patience.await("the database is dropped")
                .ignoreException(SQLException.class)
                .until(this::drop);
    }

    private boolean drop() throws SQLException {
        try (var connection = Connections.open(jdbcUrl, username, password);
                var statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `" + name + "`");
            return true;
        }
    }
}
