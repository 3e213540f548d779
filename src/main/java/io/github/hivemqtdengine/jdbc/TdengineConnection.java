package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.ws.WebSocketClientHandler;
import io.netty.channel.Channel;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection of driver 3.7.9 that a pool can rely on while a server hangs. By itself the driver asks the server whether
 * a connection is valid, one connection of a host after the other; closing waits for a farewell that such a server never
 * takes, and keeps the socket where a statement can't be closed; and aborting does nothing. Here the channel says all of
 * this: a connection is valid as long as it is open. Whether the server still answers, the next request finds out.
 */
final class TdengineConnection implements InvocationHandler {

    private static final int FAREWELL_SECONDS = 2;

    private final Connection driver;
    private final Channel channel;

    private TdengineConnection(Connection driver, Channel channel) {
        this.driver = driver;
        this.channel = channel;
    }

    /** A connection that unwraps to the driver's. */
    static Connection of(Connection driver, Channel channel) {
        return (Connection) Proxy.newProxyInstance(
                TdengineConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new TdengineConnection(driver, channel));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "isValid" -> channel.isActive() && !driver.isClosed();
            case "close" -> {
                close();
                yield null;
            }
            case "abort" -> {
                close(channel);
                yield null;
            }
            default -> driverDoes(method, arguments);
        };
    }

    private @Nullable Object driverDoes(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(driver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private void close() {
        var limit = channel.eventLoop().schedule(() -> close(channel), FAREWELL_SECONDS, TimeUnit.SECONDS);
        try {
            driver.close();
        } catch (Exception e) {
            // nothing is lost with it: the channel ends in any case
        } finally {
            limit.cancel(false);
            close(channel);
        }
    }

    /** Closes a channel at once; the driver would call that an error if it did not know who did it. */
    static void close(Channel channel) {
        channel.attr(WebSocketClientHandler.LOCAL_INITIATED_CLOSE).set(true);
        var unused = channel.close();
    }
}
