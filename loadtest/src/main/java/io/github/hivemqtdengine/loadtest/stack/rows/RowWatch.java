// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LongLog;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.process.ThreadEnd;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Counts the rows of a round periodically, in a thread of its own, and records each count with its time. Counts without
 * an answer of the database are skipped. Thread-safe.
 */
public final class RowWatch implements AutoCloseable {

    /** Below this, a scenario prefers exact times to little CPU of the database. */
    private static final long SPARING_NANOS = Duration.ofMillis(50).toNanos();

    private static final long LONGEST_WAIT_MILLIS = 50;

    private static final long AWAY_NANOS = Duration.ofMillis(200).toNanos();

    /** Pause relative to the duration of a count under load: at most a fifth of a database thread is used. */
    private static final int PAUSE_PER_COUNT = 4;

    /** The same after the load: the time of the last row is the end of the measurement. */
    private static final int PAUSE_PER_COUNT_AFTER_LOAD = 1;

    private final LastingConnection connection;
    private final List<String> queries;
    private final long everyNanos;
    private final long before;
    /** Time and rows of each count, in turns. */
    private final LongLog counts = new LongLog();

    private final LatencyHistogram betweenCounts = new LatencyHistogram();

    private final Thread thread;
    private long changedNanos = System.nanoTime();
    private boolean isAwaited;
    private boolean isClosed;

    private RowWatch(Database database, List<String> queries, boolean ofOneRound, Duration every) throws SQLException {
        this.connection = new LastingConnection(database);
        this.queries = queries;
        this.everyNanos = every.toNanos();
        this.before = ofOneRound
                ? 0
                : count().orElseThrow(
                                () -> new SQLException("The rows can't be counted by " + String.join("; ", queries)));
        note(0);
        this.thread = new Thread(this::run, "row-watch");
    }

    /**
     * Watches the growth of tables together. Cheap, but includes late rows of earlier rounds.
     *
     * @param every shortest time between two counts
     */
    public static RowWatch ofTables(Database database, List<String> tables, Duration every) throws SQLException {
        return start(new RowWatch(
                database, tables.stream().map(table -> sql(database, table)).toList(), false, every));
    }

    /**
     * Watches the rows of clients by their id prefix. Exact, but each count scans the tables.
     *
     * @param every shortest time between two counts
     */
    public static RowWatch ofClients(Database database, List<String> tables, String clientPrefix, Duration every)
            throws SQLException {
        var queries = tables.stream()
                .map(table -> sql(database, table) + " WHERE " + RowReader.ofClients(clientPrefix))
                .toList();
        return start(new RowWatch(database, queries, true, every));
    }

    private static String sql(Database database, String table) {
        return "SELECT COUNT(*) FROM " + database.qualified(table);
    }

    /**
     * Watches the number that a query answers.
     *
     * @param ofOneRound whether it is 0 before the round; otherwise the first answer is subtracted
     * @param every shortest time between two counts
     */
    static RowWatch ofQuery(Database database, String sql, boolean ofOneRound, Duration every) throws SQLException {
        return start(new RowWatch(database, List.of(sql), ofOneRound, every));
    }

    private static RowWatch start(RowWatch watch) {
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private OptionalLong count() {
        long rows = 0;
        for (var query : queries) {
            var found = connection.count(query);
            if (found.isEmpty()) {
                return found;
            }
            rows += found.getAsLong();
        }
        return OptionalLong.of(rows);
    }

    private void run() {
        try (connection) {
            while (!isClosed()) {
                long begun = System.nanoTime();
                var rows = count();
                long took = System.nanoTime() - begun;
                if (rows.isPresent()) {
                    note(rows.getAsLong() - before);
                    pause(() -> nanosBetweenCounts(took));
                } else {
                    unknown();
                    pause(() -> AWAY_NANOS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only the end of the process interrupts
        }
    }

    /** Waits for this time, which {@link #await} shortens, or until this is closed. */
    private synchronized void pause(LongSupplier nanos) throws InterruptedException {
        long begun = System.nanoTime();
        long left = nanos.getAsLong();
        while (left > 0 && !isClosed) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = begun + nanos.getAsLong() - System.nanoTime();
        }
    }

    private synchronized long nanosBetweenCounts(long tookNanos) {
        if (everyNanos < SPARING_NANOS) {
            return everyNanos - tookNanos;
        }
        return Math.max(everyNanos - tookNanos, (isAwaited ? PAUSE_PER_COUNT_AFTER_LOAD : PAUSE_PER_COUNT) * tookNanos);
    }

    private synchronized boolean isClosed() {
        return isClosed;
    }

    private synchronized void note(long rows) {
        long now = EpochMicros.now();
        if (counts.size() > 0) {
            changedNanos = rows == rows() ? changedNanos : System.nanoTime();
            betweenCounts.add(now - counts.get(counts.size() - 2));
        }
        counts.add(now);
        counts.add(rows);
        notifyAll();
    }

    /** Restarts the quiet period: while the database is down, rows may still be pending. */
    private synchronized void unknown() {
        changedNanos = System.nanoTime();
    }

    /** Returns the last count. */
    public synchronized long rows() {
        return counts.get(counts.size() - 1);
    }

    /** Returns all counts so far, ascending in time; the first is 0. */
    public synchronized Stream<RowObservation> observations() {
        return IntStream.range(0, counts.size() / 2).mapToObj(this::observation);
    }

    private synchronized RowObservation observation(int index) {
        return new RowObservation(counts.get(2 * index), counts.get(2 * index + 1));
    }

    /** Returns the median time between two answers in milliseconds; empty with fewer than two counts. */
    public synchronized OptionalDouble medianMillisBetweenCounts() {
        return betweenCounts.count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(betweenCounts.percentileMillis(50));
    }

    /**
     * Waits for {@code expected} rows, or an unchanged count for {@code quiet} while the database answers. From now on
     * counts follow each other sooner.
     *
     * @param limit longest wait
     * @return the last count
     */
    public synchronized long await(long expected, Duration quiet, Duration limit) throws InterruptedException {
        long now = System.nanoTime();
        long deadline = now + limit.toNanos();
        changedNanos = now;
        isAwaited = true;
        notifyAll();
        while (rows() < expected && now < deadline && now - changedNanos < quiet.toNanos()) {
            wait(LONGEST_WAIT_MILLIS);
            now = System.nanoTime();
        }
        return rows();
    }

    /** Stops counting; observations remain. Does not interrupt the thread: a driver may swallow the interrupt. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        ThreadEnd.await(thread);
    }
}
