// SPDX-License-Identifier: Apache-2.0
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
    /** Longest time for a block of rows of TDengine, before it is requested again. */
    private static final Duration BLOCK = Duration.ofSeconds(30);
    /** Code of TDengine's driver for a block that did not arrive in time. */
    private static final int LATE_BLOCK = 0x231E;

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
        boolean inBlocks = database.kind() == DatabaseKind.TDENGINE;
        try (var connection = database.connect(inBlocks ? BLOCK : patience)) {
            read(connection, database.kind(), patience, sql, row);
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

    private static void read(Connection connection, DatabaseKind kind, Duration patience, String sql, Row row)
            throws SQLException {
        if (kind == DatabaseKind.QUESTDB) {
            connection.setAutoCommit(false); // otherwise the driver fetches all rows at once
        } else if (kind == DatabaseKind.OTHER) {
            tryToStream(connection);
        }
        try (var statement = connection.createStatement()) {
            statement.setFetchSize(ROWS_AT_ONCE);
            if (kind == DatabaseKind.TDENGINE) {
                statement.setQueryTimeout((int) patience.toSeconds());
            }
            try (var result = statement.executeQuery(sql)) {
                while (next(result, patience)) {
                    row.read(result);
                }
            }
        } finally {
            endTransaction(connection);
        }
    }

    /**
     * Moves to the next row. TDengine's driver 3.7.9 requests blocks of rows ahead, and can forget to request one when its
     * thread pauses while five blocks are read. After its timeout it requests the block when it is asked again.
     */
    static boolean next(ResultSet result, Duration patience) throws SQLException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return result.next();
            } catch (SQLException e) {
                if (e.getErrorCode() != LATE_BLOCK || System.nanoTime() > deadline) {
                    throw e;
                }
            }
        }
    }
}
