// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.TopicOrder;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.process.ThreadEnd;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Checks about once a second whether rows of each publisher and topic are committed in order. Runs in its own thread.
 * Checks without an answer of the database are skipped. Thread-safe.
 *
 * <p>A check groups the rows of the watched round. It is as consistent as the database's snapshot: QuestDB answers from
 * one transaction, TDengine from one version of each vgroup, and so of each subtable.
 */
public final class OrderWatch implements AutoCloseable {

    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    /** Pause relative to the duration of a check: at most a fifth of a database thread is used. */
    private static final int PAUSE_PER_LOOK = 4;

    /** Largest assumed clock difference of row timestamps to this machine. Older rows are skipped, for speed. */
    private static final Duration CLOCKS_APART = Duration.ofMinutes(1);

    private static final long NOTHING_SEEN = -1;

    private final LastingConnection connection;
    private final TopicOrder order;
    private final String sql;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "order-watch");
    private long mostLacking = NOTHING_SEEN;

    private OrderWatch(LastingConnection connection, TopicOrder order, String sql) {
        this.connection = connection;
        this.order = order;
        this.sql = sql;
    }

    /**
     * Starts watching the rows of a round.
     *
     * @param table table with {@code n} and {@code i} of each record
     * @param clientPrefix prefix of the round's client ids, without the hyphen
     */
    public static OrderWatch start(Database database, String table, String clientPrefix, TopicOrder order) {
        var latest = "n * " + order.rowsPerMessage() + " + i";
        var sql = "SELECT COUNT(*), MAX(" + latest + ") FROM " + database.qualified(table) + " WHERE "
                + RowReader.ofPublishers(clientPrefix) + " AND ts >= '"
                + Instant.EPOCH
                        .plus(EpochMicros.now(), ChronoUnit.MICROS)
                        .minus(CLOCKS_APART)
                        .truncatedTo(ChronoUnit.SECONDS)
                + "' GROUP BY client_id, n % "
                + order.topics();
        var watch = new OrderWatch(new LastingConnection(database), order, sql);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try (connection) {
            long pause;
            do {
                long begun = System.nanoTime();
                look();
                long took = System.nanoTime() - begun;
                pause = Math.max(BETWEEN_NANOS - took, PAUSE_PER_LOOK * took);
            } while (!closed.await(pause, TimeUnit.NANOSECONDS));
            look();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only the end of the process interrupts
        }
    }

    private void look() {
        long lacking = connection.ask(sql, NOTHING_SEEN, this::lacking).orElse(NOTHING_SEEN);
        synchronized (this) {
            mostLacking = Math.max(mostLacking, lacking);
        }
    }

    private long lacking(ResultSet groups) throws SQLException {
        long lacking = NOTHING_SEEN;
        while (groups.next()) {
            long latest = Math.round(groups.getDouble(2)); // TDengine calculates in doubles
            lacking = Math.max(lacking, 0) + order.lacking(latest, groups.getLong(1));
        }
        return lacking;
    }

    /** Stops after a last check. Does not interrupt the thread, because a driver may swallow the interrupt. */
    @Override
    public void close() {
        closed.countDown();
        ThreadEnd.await(thread);
    }

    /**
     * Returns the largest number of rows missing, in any check, before a later row of their publisher and topic. Empty
     * if no check has seen a row.
     */
    public synchronized OptionalLong mostLacking() {
        return mostLacking == NOTHING_SEEN ? OptionalLong.empty() : OptionalLong.of(mostLacking);
    }
}
