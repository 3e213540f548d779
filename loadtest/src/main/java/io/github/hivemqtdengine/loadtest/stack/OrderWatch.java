package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.measure.TopicOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks about once a second whether the rows of each publisher and topic are committed in their order, on a thread of its
 * own. While the database does not answer nothing is seen. Any thread may ask it.
 *
 * <p>A look groups the rows of the round that is watched. It is as good as the database's snapshot: QuestDB answers from one
 * transaction, TDengine from one version of each vgroup, and so of each subtable.
 */
public final class OrderWatch implements AutoCloseable {

    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    /** So that looking never takes more than a fifth of a thread of the database. */
    private static final int PAUSE_PER_LOOK = 4;

    /** By how much a clock that gave rows their time may be behind ours. Older rows are not looked at, which is cheaper. */
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
     * Watches the rows of a round from now on.
     *
     * @param table one that has {@code n} and {@code i} of each record
     * @param clientPrefix what the ids of the round's clients begin with, without the hyphen
     */
    public static OrderWatch start(Database database, String table, String clientPrefix, TopicOrder order) {
        var latest = "n * " + order.rowsPerMessage() + " + i";
        var sql = "SELECT COUNT(*), MAX(" + latest + ") FROM " + database.qualified(table) + " WHERE "
                + RowReader.ofPublishers(clientPrefix) + " AND ts >= '"
                + Instant.now().minus(CLOCKS_APART).truncatedTo(ChronoUnit.SECONDS) + "' GROUP BY client_id, n % "
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
            Thread.currentThread().interrupt(); // nobody but the end of the process does so
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
            long latest = Math.round(groups.getDouble(2)); // TDengine calculates with doubles
            lacking = Math.max(lacking, 0) + order.lacking(latest, groups.getLong(1));
        }
        return lacking;
    }

    /** Ends it after a last look. A driver may swallow an interruption, so there is none. */
    @Override
    public void close() {
        closed.countDown();
        ThreadEnd.await(thread);
    }

    /**
     * The most rows that lacked at any look while a later row of their publisher and topic was there; empty if no look has
     * seen a row.
     */
    public synchronized OptionalLong mostLacking() {
        return mostLacking == NOTHING_SEEN ? OptionalLong.empty() : OptionalLong.of(mostLacking);
    }
}
