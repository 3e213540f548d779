package io.github.hivemqtdengine.loadtest.stack;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Asks a database that may be away: over one connection, which is opened again when it was. For one thread at a time. */
final class LastingConnection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Database database;
    private Optional<Connection> connection = Optional.empty();

    LastingConnection(Database database) {
        this.database = database;
    }

    /**
     * The answer to a query.
     *
     * @param missing the answer while the table is not there
     * @return empty if the database does not answer
     */
    <T> Optional<T> ask(String sql, T missing, Reading<T> reading) {
        try (var statement = connected().createStatement();
                var result = statement.executeQuery(sql)) {
            return Optional.of(reading.read(result));
        } catch (SQLException e) {
            if (database.saysMissing(e)) {
                return Optional.of(missing); // the first row creates it
            }
            close();
            return Optional.empty();
        }
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
            // it is of no use any more, whatever it says
        }
        connection = Optional.empty();
    }

    /** Takes an answer out of its rows. */
    @FunctionalInterface
    interface Reading<T> {

        T read(ResultSet rows) throws SQLException;
    }
}
