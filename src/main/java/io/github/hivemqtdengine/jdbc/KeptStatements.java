package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.AbstractConnection;
import com.taosdata.jdbc.AbstractStatement;
import com.taosdata.jdbc.TaosPrepareStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one lane, prepared on the connection that it used last: a pool gives back the same one nearly
 * always, and preparing takes about as long as writing a thousand rows. Each keeps a thread of taosAdapter, so they are
 * few. They belong to the driver's connection, since the pool closes those of its own with every batch. For one thread.
 */
final class KeptStatements {

    static final int MOST = 8;

    /** A server that hangs must not hold up the next try. */
    private static final int SECONDS_TO_CLOSE = 1;

    private final Map<String, TaosPrepareStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable Connection connection;

    /** A statement that has no rows bound; it may be one that was executed before, without a failure. */
    TaosPrepareStatement prepare(Connection pooled, String sql) throws SQLException {
        var physical = pooled.unwrap(Connection.class);
        if (connection != physical) {
            close();
            connection = physical;
        }
        var known = statements.get(sql);
        return known != null ? known : prepareAnew(physical, sql);
    }

    private TaosPrepareStatement prepareAnew(Connection physical, String sql) throws SQLException {
        while (statements.size() >= MOST) {
            var eldest = statements.entrySet().iterator().next();
            statements.remove(eldest.getKey());
            close(eldest.getValue());
        }
        var statement = physical.prepareStatement(sql).unwrap(TaosPrepareStatement.class);
        statements.put(sql, statement);
        return statement;
    }

    /** Closes them all as far as the connection still answers; with it they end anyway. Throws nothing. */
    void close() {
        var closing = new ArrayDeque<>(statements.values());
        statements.clear();
        try {
            while (!closing.isEmpty()) {
                close(closing.remove());
            }
        } catch (SQLException | RuntimeException e) {
            closing.forEach(this::abandon); // they would wait as long
        }
        connection = null;
    }

    private void close(TaosPrepareStatement statement) throws SQLException {
        try {
            statement.setQueryTimeout(SECONDS_TO_CLOSE);
            statement.close();
        } catch (SQLException | RuntimeException e) {
            abandon(statement);
            throw e;
        }
    }

    /** A connection of driver 3.7.9 closes its statements first, and waits for each as long as for a request. */
    private void abandon(TaosPrepareStatement statement) {
        try {
            if (statement instanceof AbstractStatement open && connection != null) {
                connection.unwrap(AbstractConnection.class).unregisterStatement(open.getInstanceId());
            }
        } catch (SQLException e) {
            // not the driver's own
        }
    }
}
