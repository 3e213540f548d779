package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.TaosPrepareStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one lane, prepared on the connection that it used last: a pool gives back the same one nearly always, and
 * preparing takes about as long as writing a thousand rows. Each keeps a thread of taosAdapter, so they are few. They belong to
 * the driver's connection, since the pool closes those of its own with every batch. For one thread.
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
            eldest.getValue().close();
        }
        var statement = physical.prepareStatement(sql).unwrap(TaosPrepareStatement.class);
        statements.put(sql, statement);
        return statement;
    }

    /** Closes them all as far as the connection still answers; with it they end anyway. */
    void close() {
        var closing = new ArrayList<>(statements.values());
        statements.clear();
        connection = null;
        try {
            for (var statement : closing) {
                statement.setQueryTimeout(SECONDS_TO_CLOSE);
                statement.close();
            }
        } catch (SQLException e) {
            // those behind it would wait as long
        }
    }
}
