package io.github.hivemqtdengine.loadtest.stack;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Counts rows from outside, over a connection of its own, which it opens again when the database was away. For one thread.
 */
public final class RowCount implements AutoCloseable {

    private static final Duration BETWEEN_COUNTS = Duration.ofMillis(20);

    private final Database database;
    private final LastingConnection connection;

    public RowCount(Database database) {
        this.database = database;
        this.connection = new LastingConnection(database);
    }

    /** All rows of a table, 0 while it is not there; empty if the database does not answer. This is cheap. */
    public OptionalLong count(String table) {
        return query("SELECT COUNT(*) FROM " + database.qualified(table));
    }

    /** The rows of one round, which costs a look at all rows. */
    public OptionalLong count(String table, String clientPrefix) {
        return query(
                "SELECT COUNT(*) FROM " + database.qualified(table) + " WHERE " + RowReader.ofClients(clientPrefix));
    }

    private OptionalLong query(String sql) {
        return connection
                .ask(sql, OptionalLong.of(0), result -> OptionalLong.of(result.next() ? result.getLong(1) : 0))
                .orElse(OptionalLong.empty());
    }

    /** All rows of a table; 0 if they can't be counted. */
    public long of(String table) {
        return count(table).orElse(0);
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
    public void close() {
        connection.close();
    }
}
