// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Throttle of the logins of one database. After a login that the server refuses, all lanes and endpoints together log
 * in once per pause, and each further refusal doubles the pause: servers lock accounts after a few refusals. A pool
 * alone would log in again after milliseconds. May be used by many threads.
 */
final class LoginThrottle {

    private static final Logger LOG = LoggerFactory.getLogger(LoginThrottle.class);

    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);
    private static final int MAX_DOUBLINGS = 20;

    /** Longest wait for the result of another login once the user was let in: its endpoint may hang. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final String databaseId;
    private final long firstPauseNanos;
    private final Duration longestLogin;
    private final Predicate<SQLException> isRefusal;
    private final LongSupplier nanos;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile @Nullable Refusal last;
    private volatile boolean hasLoggedIn;

    /** Last refusal of {@code count} in a row. */
    private record Refusal(SQLException failure, int count, long pauseEndNanos) {

        /** Returns a failure with the same code and state for a login that was not tried. */
        SQLException repeated() {
            return new SQLException(failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), failure);
        }
    }

    @FunctionalInterface
    interface Login {
        Connection open() throws SQLException;
    }

    /**
     * @param firstPause pause after the first refusal
     * @param longestLogin longest wait for the result of another login while the user was never let in
     * @param isRefusal whether a failure means that the server does not let the user in
     * @param nanos a clock like {@link System#nanoTime}
     */
    LoginThrottle(
            String databaseId,
            Duration firstPause,
            Duration longestLogin,
            Predicate<SQLException> isRefusal,
            LongSupplier nanos) {
        this.databaseId = databaseId;
        this.firstPauseNanos = firstPause.toNanos();
        this.longestLogin = longestLogin;
        this.isRefusal = isRefusal;
        this.nanos = nanos;
    }

    /** Logs in, or fails at once as the last login did. */
    Connection login(Login login) throws SQLException {
        boolean hasTurn = awaitTurn();
        try {
            var refusal = last;
            if (refusal != null && (!hasTurn || refusal.pauseEndNanos() - nanos.getAsLong() > 0)) {
                throw refusal.repeated();
            }
            return logIn(login);
        } finally {
            if (hasTurn) {
                turn.unlock();
            }
        }
    }

    /** Waits while another login may be refused; returns {@code false} if that takes too long. */
    private boolean awaitTurn() throws SQLException {
        var wait = hasLoggedIn ? MAX_WAIT : longestLogin;
        try {
            return turn.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("Interrupted while waiting for the result of another login", e);
        }
    }

    private Connection logIn(Login login) throws SQLException {
        try {
            var connection = login.open();
            last = null;
            hasLoggedIn = true;
            return connection;
        } catch (SQLException e) {
            if (isRefusal.test(e)) {
                pause(e);
            }
            throw e;
        }
    }

    private void pause(SQLException failure) {
        var before = last;
        int count = before == null ? 1 : before.count() + 1;
        long pause = pauseNanos(count);
        last = new Refusal(failure, count, nanos.getAsLong() + pause);
        LOG.warn(
                "Database \"{}\": login refused, attempt {}; the next attempt follows in {} s, or at once after a change"
                        + " of the database's configuration, since servers lock accounts after refused logins: {}",
                databaseId,
                count,
                TimeUnit.NANOSECONDS.toSeconds(pause),
                failure.getMessage());
    }

    private long pauseNanos(int count) {
        long doubled = firstPauseNanos << Math.min(count - 1, MAX_DOUBLINGS);
        return Math.min(doubled, Math.max(firstPauseNanos, MAX_PAUSE.toNanos()));
    }
}
