// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Connections of a {@link DatabaseScript} that prepare TDengine's statements, too. For one thread. */
public final class ScriptedStatements {

    private final DatabaseScript script;
    private final List<Prepared> prepared = new ArrayList<>();
    private final Deque<Ending> endings = new ArrayDeque<>();
    private @Nullable RuntimeException closingFailure;

    @FunctionalInterface
    private interface Ending {
        int confirmedRows() throws Throwable;
    }

    public ScriptedStatements(DatabaseScript script) {
        this.script = script;
    }

    /** A statement and its recorded calls. */
    public static final class Prepared {

        private final String sql;
        private final List<String> subtables = new ArrayList<>();
        private final List<List<?>> columns = new ArrayList<>();
        private final List<@Nullable Object> tags = new ArrayList<>();
        private final List<Integer> executions = new ArrayList<>();
        private int pending;
        private boolean closed;

        private Prepared(String sql) {
            this.sql = sql;
        }

        public String sql() {
            return sql;
        }

        public List<String> subtables() {
            return subtables;
        }

        /** Every list of values that was bound to a column, in their order. */
        public List<List<?>> columns() {
            return columns;
        }

        public List<@Nullable Object> tags() {
            return tags;
        }

        /** Number of rows of each execution. */
        public List<Integer> executions() {
            return executions;
        }

        public boolean isClosed() {
            return closed;
        }
    }

    public List<Prepared> prepared() {
        return prepared;
    }

    /** The next execution confirms this many rows. */
    public void confirmNext(int rows) {
        endings.add(() -> rows);
    }

    /** No statement can be closed. */
    public void failToClose(RuntimeException failure) {
        closingFailure = failure;
    }

    public void failNext(Throwable failure) {
        endings.add(() -> {
            throw failure;
        });
    }

    public Connection connect() throws SQLException {
        var connection = DriverManager.getConnection(script.url());
        return proxy(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "unwrap" -> proxy;
            case "prepareStatement" -> prepare((String) arguments[0]);
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> method.invoke(connection, arguments);
        });
    }

    private PreparedStatement prepare(String sql) {
        var statement = new Prepared(sql);
        prepared.add(statement);
        return proxy(TaosPrepareStatement.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "unwrap" -> proxy;
            case "setTableName" -> statement.subtables.add((String) arguments[0]);
            case "columnDataAddBatch" -> null;
            case "executeBatch" -> execute(statement);
            case "setQueryTimeout" -> null;
            case "close" -> {
                if (closingFailure != null) {
                    throw closingFailure;
                }
                statement.closed = true;
                yield null;
            }
            default -> bind(statement, method.getName(), arguments);
        });
    }

    private static @Nullable Object bind(Prepared statement, String setter, Object[] arguments) {
        if (setter.startsWith("setTag")) {
            statement.tags.add(setter.equals("setTagNull") ? null : arguments[1]);
            return null;
        }
        if (arguments[1] instanceof List<?> values) {
            statement.columns.add(Collections.unmodifiableList(values));
            statement.pending += arguments[0].equals(0) ? values.size() : 0;
            return null;
        }
        throw new IllegalStateException(setter);
    }

    private int[] execute(Prepared statement) throws Throwable {
        if (statement.closed) {
            throw new IllegalStateException("executed after it was closed");
        }
        statement.executions.add(statement.pending);
        int rows = statement.pending;
        statement.pending = 0;
        var ending = endings.poll();
        return new int[ending == null ? rows : ending.confirmedRows()];
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
