// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import io.github.hivemqtdengine.demo.EmbeddedQuestDb;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The one database of a QuestDB server; a new one is made by dropping all tables. */
final class QuestDbDatabase implements TimeSeriesDatabase {

    private final String jdbcUrl;

    QuestDbDatabase(String jdbcUrl) {
        this.jdbcUrl = jdbcUrl;
        dropTables();
    }

    @Override
    public String jdbcUrl() {
        return jdbcUrl;
    }

    @Override
    public String username() {
        return EmbeddedQuestDb.USERNAME;
    }

    @Override
    public String password() {
        return EmbeddedQuestDb.PASSWORD;
    }

    @Override
    public String name() {
        return "qdb";
    }

    @Override
    public Connection connect() throws SQLException {
        return Connections.open(jdbcUrl, username(), password());
    }

    @Override
    public boolean saysUnknownTable(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("table does not exist");
    }

    @Override
    public @Nullable Object value(ResultSet result, int column) throws SQLException {
        if (result.getMetaData().getColumnType(column) == Types.TIMESTAMP) {
            // the wire carries UTC without saying so
            var time = result.getObject(column, LocalDateTime.class);
            return time == null ? null : time.toInstant(ZoneOffset.UTC);
        }
        return SqlValues.plain(result.getObject(column));
    }

    @Override
    public void close() {
        dropTables();
    }

    private void dropTables() {
        try {
            execute("DROP ALL TABLES");
        } catch (SQLException e) {
            throw new IllegalStateException("QuestDB does not drop its tables", e);
        }
    }
}
