// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Address of a database, with its connection pool and its failure state. May be used by many threads. */
final class Endpoint implements AutoCloseable {

    private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int MAX_DOUBLINGS = 5;

    private final HikariDataSource pool;
    private final LongSupplier nanoClock;
    /** At most one per pause, because many lanes fail at once. */
    private int failures;

    private long pauseEndNanos;
    private boolean isTried;

    Endpoint(HikariDataSource pool, LongSupplier nanoClock) {
        this.pool = pool;
        this.nanoClock = nanoClock;
    }

    HikariDataSource pool() {
        return pool;
    }

    /** Returns the number of open connections. */
    int connections() {
        var bean = pool.getHikariPoolMXBean(); // null before the first connection
        return bean == null ? 0 : bean.getTotalConnections();
    }

    /** Selects the endpoint for a connection if it works, or begins a try if its pause is over; else {@code false}. */
    synchronized boolean select() {
        if (failures == 0) {
            return true;
        }
        boolean isDue = pauseNanos() <= 0;
        if (isDue) {
            beginTry();
        }
        return isDue;
    }

    /** Begins a try by one lane; the other lanes avoid the endpoint for another pause. */
    synchronized void beginTry() {
        isTried = true;
        pause();
    }

    /** Returns the rest of the pause in nanoseconds; not positive if the endpoint may be tried. */
    synchronized long pauseNanos() {
        return failures == 0 ? 0 : pauseEndNanos - nanoClock.getAsLong();
    }

    /** Records a failure. Returns {@code true} if the endpoint worked before. */
    synchronized boolean failed() {
        boolean worked = failures == 0;
        if (worked || isTried) {
            failures++;
            isTried = false;
            pause();
        }
        return worked;
    }

    /** Records a success. Returns {@code true} if the endpoint had failed before. */
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

    /** Returns the address, without secrets. */
    @Override
    public String toString() {
        return Redaction.ofParameters(pool.getJdbcUrl());
    }
}
