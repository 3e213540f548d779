// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import io.netty.channel.Channel;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Proxies for statements of driver 3.7.9 whose results fail as soon as their socket closes. */
final class TdengineResults {

    private TdengineResults() {}

    /** Returns a proxy for the statement that a method of the driver creates. */
    static Statement of(
            Connection driver, Method createStatement, @Nullable Object @Nullable [] arguments, Channel channel)
            throws Throwable {
        var created = Objects.requireNonNull(call(driver, createStatement, arguments));
        return of((Statement) created, channel);
    }

    private static Statement of(Statement driver, Channel channel) {
        return proxy(Statement.class, (proxy, method, arguments) -> {
            var result = call(driver, method, arguments);
            return result instanceof ResultSet rows ? of(rows, channel) : result;
        });
    }

    /** Returns a proxy that guards {@code next}, which may wait for the server. */
    private static ResultSet of(ResultSet driver, Channel channel) {
        return proxy(ResultSet.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("next")) {
                return call(driver, method, arguments);
            }
            try (var wait = new ChannelWait()) {
                wait.endWith(channel);
                return call(driver, method, arguments);
            }
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(TdengineResults.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Calls a method of the driver, and throws the method's own exceptions. */
    static @Nullable Object call(Object driver, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(driver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
