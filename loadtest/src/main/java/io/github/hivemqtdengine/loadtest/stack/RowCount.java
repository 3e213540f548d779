package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Counts rows from outside, over a connection of its own. */
public final class RowCount implements AutoCloseable {

    private static final Duration BETWEEN_COUNTS = Duration.ofMillis(20);

    private final Database database;
    private final Connection connection;

    public RowCount(Database database) throws SQLException {
        this.database = database;
        this.connection = database.connect();
    }

    /** The rows of a table; 0 while it is not there. */
    public long of(String table) {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT COUNT(*) FROM " + database.qualified(table))) {
            return result.next() ? result.getLong(1) : 0;
        } catch (SQLException e) {
            return 0; // the first row creates the table
        }
    }

    /**
     * Waits until a table has so many rows, or their number stays the same for a while.
     *
     * @return the rows that it has then
     */
    public long await(String table, long expected, Duration quiet) throws InterruptedException {
        long rows = of(table);
        long changed = System.nanoTime();
        while (rows < expected && System.nanoTime() - changed < quiet.toNanos()) {
            Thread.sleep(BETWEEN_COUNTS.toMillis());
            long now = of(table);
            if (now != rows) {
                rows = now;
                changed = System.nanoTime();
            }
        }
        return rows;
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
