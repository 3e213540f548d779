// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

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
 * Cache of one lane's prepared statements, for its last connection. A pool nearly always returns the same connection,
 * and preparing takes about as long as writing 1,000 rows. Each statement occupies a thread of taosAdapter, so the
 * cache is small. It uses the driver's connection: the pool closes its statements with every batch. For one thread.
 */
final class StatementCache {

    static final int MOST = 8;

    /** Limit for closing a statement, so that a server that hangs does not delay the next attempt. */
    private static final int SECONDS_TO_CLOSE = 1;

    private final Map<String, TaosPrepareStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable Connection connection;

    /** Returns a statement without bound rows, new or from an earlier successful execution. */
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

    /** Closes all statements while the connection answers; the others end with the connection. Throws nothing. */
    void close() {
        var closing = new ArrayDeque<>(statements.values());
        statements.clear();
        try {
            while (!closing.isEmpty()) {
                close(closing.remove());
            }
        } catch (SQLException | RuntimeException e) {
            closing.forEach(this::abandon); // each would wait as long
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

    /** Unregisters a statement: closing a connection of driver 3.7.9 waits for each as long as for a request. */
    private void abandon(TaosPrepareStatement statement) {
        try {
            if (statement instanceof AbstractStatement open && connection != null) {
                connection.unwrap(AbstractConnection.class).unregisterStatement(open.getInstanceId());
            }
        } catch (SQLException e) {
            // not a connection of the driver
        }
    }
}
