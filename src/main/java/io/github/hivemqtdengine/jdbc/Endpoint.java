package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** One address of a database: its connections, and whether it is worth a try now. May be used by many threads. */
final class Endpoint implements AutoCloseable {

    private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int MAX_DOUBLINGS = 5;

    private final HikariDataSource pool;
    private final LongSupplier nanoClock;
    /** One for each pause: many lanes fail at once. */
    private int failures;

    private long pauseEndNanos;
    private boolean isTried;

    Endpoint(HikariDataSource pool, LongSupplier nanoClock) {
        this.pool = pool;
        this.nanoClock = nanoClock;
    }

    Connection connect() throws SQLException {
        return pool.getConnection();
    }

    /** How long {@link #connect} waits at most. */
    long connectTimeoutMillis() {
        return pool.getConnectionTimeout();
    }

    void evict(Connection connection) {
        pool.evictConnection(connection);
    }

    /** Whether it works as far as anyone knows; after a failure, whether it is this caller's turn to find out. */
    synchronized boolean isWorthATry() {
        if (failures == 0) {
            return true;
        }
        boolean isDue = pauseNanos() <= 0;
        if (isDue) {
            beginTry();
        }
        return isDue;
    }

    /** Somebody finds out whether it works again, the others stay where they are for as long as the pause was. */
    synchronized void beginTry() {
        isTried = true;
        pause();
    }

    /** How long nobody should try it yet, nanoseconds; negative if the time is over. */
    synchronized long pauseNanos() {
        return failures == 0 ? 0 : pauseEndNanos - nanoClock.getAsLong();
    }

    /** It could not be used; {@code true} if it could before. */
    synchronized boolean failed() {
        boolean worked = failures == 0;
        if (worked || isTried) {
            failures++;
            isTried = false;
            pause();
        }
        return worked;
    }

    /** It was used; {@code true} if it could not be before. */
    synchronized boolean worked() {
        boolean isBack = failures > 0;
        failures = 0;
        isTried = false;
        return isBack;
    }

    private void pause() {
        pauseEndNanos =
                nanoClock.getAsLong() + (FIRST_PAUSE_NANOS << Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS));
    }

    @Override
    public void close() {
        pool.close();
    }

    /** Its address, for the operator. */
    @Override
    public String toString() {
        return Redaction.ofParameters(pool.getJdbcUrl());
    }
}
