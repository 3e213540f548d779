package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** Query whose rows are read as a stream, with bounded memory. */
final class RowStream {

    private static final int ROWS_AT_ONCE = 10_000;

    private RowStream() {}

    @FunctionalInterface
    interface Row {

        void read(ResultSet row) throws SQLException;
    }

    /**
     * Reads all rows of a query; none if its table does not exist.
     *
     * @param patience timeout for the first rows, and for more of them
     */
    static void read(Database database, Duration patience, String sql, Row row) throws SQLException {
        try (var connection = database.connect(patience)) {
            read(connection, database.kind(), sql, row);
        } catch (SQLException e) {
            if (!database.saysMissing(e)) {
                throw e;
            }
        }
    }

    /** Some drivers do not close a connection with an open transaction, as Derby's. */
    private static void endTransaction(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    private static void tryToStream(Connection connection) {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            // a database without transactions streams anyway, or not at all
        }
    }

    private static void read(Connection connection, DatabaseKind kind, String sql, Row row) throws SQLException {
        if (kind == DatabaseKind.QUESTDB) {
            connection.setAutoCommit(false); // otherwise the driver fetches all rows at once
        } else if (kind == DatabaseKind.OTHER) {
            tryToStream(connection);
        }
        try (var statement = connection.createStatement()) {
            statement.setFetchSize(ROWS_AT_ONCE);
            try (var result = statement.executeQuery(sql)) {
                while (result.next()) {
                    row.read(result);
                }
            }
        } finally {
            endTransaction(connection);
        }
    }
}
