// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC driver without a database: it does what a {@link DatabaseScript} says. Registers itself with each script.
 */
public final class ScriptedDriver implements Driver {

    public static final String URL_PREFIX = "jdbc:scripted:";

    private static final Map<String, DatabaseScript> SCRIPTS = new ConcurrentHashMap<>();

    private static final ScriptedDriver DRIVER = new ScriptedDriver();

    /** Gives a script a URL that can be connected to, also after a closed database has deregistered the driver. */
    static String publish(DatabaseScript script) {
        try {
            DriverManager.registerDriver(DRIVER);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        var url = URL_PREFIX + SCRIPTS.size();
        SCRIPTS.put(url, script);
        return url;
    }

    @Override
    public @Nullable Connection connect(String url, Properties properties) throws SQLException {
        var script = SCRIPTS.get(url);
        if (script == null) {
            return null;
        }
        script.connected(properties);
        return connection(script);
    }

    private static Connection connection(DatabaseScript script) {
        var closed = new AtomicBoolean();
        int losses = script.losses();
        return proxy(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "createStatement" -> statement(script, closed);
            case "isValid" -> !closed.get() && script.losses() == losses;
            case "isClosed" -> closed.get();
            case "close", "abort" -> {
                if (closed.compareAndSet(false, true)) {
                    script.disconnected();
                }
                yield null;
            }
            case "clearWarnings" -> {
                script.returned();
                yield null;
            }
            case "getAutoCommit" -> true;
            case "isReadOnly" -> false;
            case "getTransactionIsolation" -> Connection.TRANSACTION_NONE;
            case "getNetworkTimeout" -> 0;
            default -> defaultAnswer(proxy, method.getName(), arguments);
        });
    }

    private static Statement statement(DatabaseScript script, AtomicBoolean dropped) {
        return proxy(Statement.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "execute" -> {
                script.executed((String) arguments[0], dropped);
                yield false;
            }
            case "executeQuery" -> {
                script.executed((String) arguments[0], dropped);
                yield ScriptedResult.of(script.answer((String) arguments[0]));
            }
            default -> defaultAnswer(proxy, method.getName(), arguments);
        });
    }

    static @Nullable Object defaultAnswer(Object proxy, String method, @Nullable Object @Nullable [] arguments) {
        return switch (method) {
            case "toString" -> "scripted";
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> arguments != null && arguments[0] == proxy;
            default -> null;
        };
    }

    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(URL_PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
