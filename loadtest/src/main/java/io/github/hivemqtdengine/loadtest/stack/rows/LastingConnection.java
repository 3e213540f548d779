// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Connection for polling a database that may be down; reopened after each failure. Not thread-safe. */
final class LastingConnection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Database database;
    private Optional<Connection> connection = Optional.empty();

    LastingConnection(Database database) {
        this.database = database;
    }

    /**
     * Runs a query.
     *
     * @param missing result if the table does not exist
     * @return empty if the database does not answer
     */
    <T> Optional<T> ask(String sql, T missing, Reading<T> reading) {
        try (var statement = connected().createStatement();
                var result = statement.executeQuery(sql)) {
            return Optional.of(reading.read(result));
        } catch (SQLException e) {
            if (database.saysMissing(e)) {
                return Optional.of(missing); // created by the first row
            }
            close();
            return Optional.empty();
        }
    }

    /** Returns the number that a query counts, 0 if the table does not exist; empty if the database does not answer. */
    OptionalLong count(String sql) {
        return ask(sql, OptionalLong.of(0), result -> OptionalLong.of(result.next() ? result.getLong(1) : 0))
                .orElse(OptionalLong.empty());
    }

    private Connection connected() throws SQLException {
        if (connection.isEmpty()) {
            connection = Optional.of(database.connect(PATIENCE));
        }
        return connection.get();
    }

    @Override
    public void close() {
        try {
            if (connection.isPresent()) {
                connection.get().close();
            }
        } catch (SQLException e) {
            // the connection is discarded
        }
        connection = Optional.empty();
    }

    /** Converts the rows of a result. */
    @FunctionalInterface
    interface Reading<T> {

        T read(ResultSet rows) throws SQLException;
    }
}
