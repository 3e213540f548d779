package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.ws.WebSocketClientHandler;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of driver 3.7.9 that a pool can rely on while a server hangs. By itself the driver asks the server whether
 * a connection is valid, one connection of a host after the other; lets a request wait for its timeout although the
 * socket is gone; closes one prepared statement after the other, each with a request; waits for a farewell that a hung
 * server never takes; and does not abort. Here the channel decides: a connection is valid as long as it is open, and
 * with it ends everything that waits. Whether the server still answers, the next request finds out.
 */
final class TdengineConnection implements InvocationHandler {

    private static final Logger LOG = LoggerFactory.getLogger(TdengineConnection.class);

    private static final int FAREWELL_SECONDS = 2;
    private static final int NORMAL_CLOSURE = 1_000;

    private final Connection driver;
    private final Channel channel;

    private TdengineConnection(Connection driver, Channel channel) {
        this.driver = driver;
        this.channel = channel;
    }

    /** A connection that unwraps to the driver's. */
    static Connection of(Connection driver, Channel channel) {
        channel.closeFuture().addListener(closed -> end(driver));
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
            // the pool calls these; the driver, which does nothing in them, would throw where the channel is closed
            case "clearWarnings", "setNetworkTimeout" -> null;
            case "getNetworkTimeout" -> 0;
            case "createStatement" -> TdengineResults.of(driver, method, arguments, channel);
            default -> TdengineResults.call(driver, method, arguments);
        };
    }

    /** Ends the channel, and with it what waits; not for long where the server takes nothing. */
    private void close() {
        mark(channel);
        if (channel.isActive()) {
            waitALittle(channel.writeAndFlush(new CloseWebSocketFrame(NORMAL_CLOSURE, "")));
        }
        waitALittle(channel.close());
    }

    private static void waitALittle(ChannelFuture future) {
        var unused = future.awaitUninterruptibly(FAREWELL_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Fails the requests that wait. Only the event loop does this, after the channel is closed: the driver asks nothing of
     * the server then, whereas two threads that end it, one of them before that, would wait for each other.
     */
    private static void end(Connection driver) {
        try {
            driver.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The driver failed to close a connection whose channel is closed", e);
        }
    }

    /** Closes a channel at once. */
    static void close(Channel channel) {
        mark(channel);
        var unused = channel.close();
    }

    /** The driver would call the end of a channel an error if it did not know who wanted it. */
    private static void mark(Channel channel) {
        channel.attr(WebSocketClientHandler.LOCAL_INITIATED_CLOSE).set(true);
    }
}
