package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Counts the rows of a round again and again, on a thread of its own, and notes when it has seen how many. While the
 * database does not answer nothing is noted. Any thread may ask it.
 */
public final class RowWatch implements AutoCloseable {

    private static final long LEAST_NANOS = Duration.ofMillis(50).toNanos();

    private static final long AWAY_NANOS = Duration.ofMillis(200).toNanos();

    /** So that counting never takes more than a fifth of a thread of the database. */
    private static final int PAUSE_PER_COUNT = 4;

    private final RowCount count;
    private final String table;
    private final Optional<String> clientPrefix;
    private final long before;
    private final List<RowObservation> observations = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private long changedNanos = System.nanoTime();

    private RowWatch(RowCount count, String table, Optional<String> clientPrefix) throws SQLException {
        this.count = count;
        this.table = table;
        this.clientPrefix = clientPrefix;
        this.before = clientPrefix.isPresent()
                ? 0
                : count().orElseThrow(() -> new SQLException("The rows of " + table + " can't be counted"));
        note(0);
        this.thread = new Thread(this::run, "row-watch");
    }

    /** Watches how many rows a table has more than now: cheap, but rows of an earlier round that come late count, too. */
    public static RowWatch ofTable(Database database, String table) throws SQLException {
        return start(new RowWatch(new RowCount(database), table, Optional.empty()));
    }

    /** Watches the rows of the clients whose ids begin so: exact, but each count looks at all rows of the table. */
    public static RowWatch ofClients(Database database, String table, String clientPrefix) throws SQLException {
        return start(new RowWatch(new RowCount(database), table, Optional.of(clientPrefix)));
    }

    private static RowWatch start(RowWatch watch) {
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private OptionalLong count() {
        return clientPrefix.map(prefix -> count.count(table, prefix)).orElseGet(() -> count.count(table));
    }

    private void run() {
        try (count) {
            long pause = 0;
            while (!closed.await(pause, TimeUnit.NANOSECONDS)) {
                pause = countOnce();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody but the end of the process does so
        }
    }

    /** Returns for how long to leave the database alone, in nanoseconds. */
    private long countOnce() {
        long begun = System.nanoTime();
        var rows = count();
        long took = System.nanoTime() - begun;
        if (rows.isEmpty()) {
            unknown();
            return AWAY_NANOS;
        }
        note(rows.getAsLong() - before);
        return Math.max(LEAST_NANOS - took, PAUSE_PER_COUNT * took);
    }

    private synchronized void note(long rows) {
        if (observations.isEmpty() || rows != rows()) {
            changedNanos = System.nanoTime();
        }
        observations.add(new RowObservation(EpochMicros.now(), rows));
        notifyAll();
    }

    /** A database that is away is no sign that nothing more will come. */
    private synchronized void unknown() {
        changedNanos = System.nanoTime();
    }

    /** How many rows were there when they were counted last. */
    public synchronized long rows() {
        return observations.get(observations.size() - 1).rows();
    }

    /** All counts so far, ascending in time, the first with 0. */
    public synchronized List<RowObservation> observations() {
        return List.copyOf(observations);
    }

    /**
     * Waits until so many rows are there, or their number has stayed the same for a while in which the database answered.
     *
     * @param limit how long it waits at the most
     * @return the rows that are there then
     */
    public synchronized long await(long expected, Duration quiet, Duration limit) throws InterruptedException {
        long now = System.nanoTime();
        long deadline = now + limit.toNanos();
        changedNanos = now;
        while (rows() < expected && now < deadline && now - changedNanos < quiet.toNanos()) {
            wait(LEAST_NANOS / TimeUnit.MILLISECONDS.toNanos(1));
            now = System.nanoTime();
        }
        return rows();
    }

    /** Ends it; the observations stay. A driver may swallow an interruption, so there is none. */
    @Override
    public void close() {
        closed.countDown();
        ThreadEnd.await(thread);
    }
}
