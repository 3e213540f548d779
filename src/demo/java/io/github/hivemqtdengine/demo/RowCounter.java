package io.github.hivemqtdengine.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Asks the database itself how many rows it has. For one thread. */
final class RowCounter implements AutoCloseable {

    /** How QuestDB and TDengine say that a table, or the whole database, is not there or is just being created. */
    private static final List<String> NOT_THERE =
            List.of("table does not exist", "0x2603", "0x2662", "0x388", "0x396", "0x10a");

    /** Opens a connection. */
    interface Connector {
        Connection connect() throws SQLException;
    }

    private final Connector connector;
    private final List<String> tables;
    private @Nullable Connection connection;

    RowCounter(Connector connector, Collection<String> tables) {
        this.connector = connector;
        this.tables = List.copyOf(tables);
    }

    /** The rows of all tables together, or nothing where the database does not answer. */
    OptionalLong count() {
        try {
            long rows = 0;
            for (var table : tables) {
                rows += count(table);
            }
            return OptionalLong.of(rows);
        } catch (SQLException e) {
            close();
            return OptionalLong.empty();
        }
    }

    private long count(String table) throws SQLException {
        try (var statement = connected().createStatement();
                var result = statement.executeQuery("SELECT count(*) FROM " + table)) {
            return result.next() ? result.getLong(1) : 0;
        } catch (SQLException e) {
            var message = String.valueOf(e.getMessage());
            if (NOT_THERE.stream().anyMatch(message::contains)) {
                return 0;
            }
            throw e;
        }
    }

    private Connection connected() throws SQLException {
        var open = connection;
        if (open == null) {
            open = connector.connect();
            connection = open;
        }
        return open;
    }

    @Override
    public void close() {
        var closing = connection;
        connection = null;
        try {
            if (closing != null) {
                closing.close();
            }
        } catch (SQLException e) {
            // the connection is given up either way
        }
    }
}
