// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import java.time.Duration;
import java.util.OptionalLong;

/** Row count queries over one connection, which is reopened after failures. Not thread-safe. */
public final class RowCount implements AutoCloseable {

    private static final Duration BETWEEN_COUNTS = Duration.ofMillis(20);

    private final Database database;
    private final LastingConnection connection;

    public RowCount(Database database) {
        this.database = database;
        this.connection = new LastingConnection(database);
    }

    /** Returns the rows of a table, 0 if it does not exist; empty if the database does not answer. Cheap. */
    public OptionalLong count(String table) {
        return query(sql(table));
    }

    String sql(String table) {
        return "SELECT COUNT(*) FROM " + database.qualified(table);
    }

    /** Returns the rows of one round, by a scan of all rows. */
    public OptionalLong count(String table, String clientPrefix) {
        return query(sql(table, clientPrefix));
    }

    String sql(String table, String clientPrefix) {
        return sql(table) + " WHERE " + RowReader.ofClients(clientPrefix);
    }

    /** Returns the number in the first column, 0 if the table does not exist; empty if the database does not answer. */
    OptionalLong query(String sql) {
        return connection
                .ask(sql, OptionalLong.of(0), result -> OptionalLong.of(result.next() ? result.getLong(1) : 0))
                .orElse(OptionalLong.empty());
    }

    /** Returns the rows of a table; 0 if they cannot be counted. */
    public long of(String table) {
        return count(table).orElse(0);
    }

    /**
     * Waits until a table has {@code expected} rows, or the count is unchanged for {@code quiet}.
     *
     * @return the last count
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
