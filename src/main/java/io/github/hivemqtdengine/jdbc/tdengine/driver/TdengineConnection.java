// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

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
 * Proxy for a connection of driver 3.7.9 that a pool can rely on while a server hangs. The driver itself validates
 * connections with a request, one connection of a host at a time. It lets a request wait for its timeout after the
 * socket has closed. It closes prepared statements one by one, each with a request. It also waits for a closing
 * handshake with a hung server, and does not abort. Here the channel decides: an open channel is a valid connection,
 * and closing it ends all waits. Only the next request shows whether the server still answers.
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

    /** Returns a connection that unwraps to the driver's. */
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
            // called by the pool; the driver does nothing here, but throws if the channel is closed
            case "clearWarnings", "setNetworkTimeout" -> null;
            case "getNetworkTimeout" -> 0;
            case "createStatement" -> TdengineResults.of(driver, method, arguments, channel);
            default -> TdengineResults.call(driver, method, arguments);
        };
    }

    /** Closes the channel, which ends all waits; does not wait long for a server that reads nothing. */
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
     * Fails the waiting requests. Only the event loop calls this, after the channel is closed, when the driver sends no
     * more requests. If two threads ended the driver's connection, one of them earlier, they would wait for each other.
     */
    private static void end(Connection driver) {
        try {
            driver.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The driver failed to close a connection whose channel is closed", e);
        }
    }

    /** Closes a channel without waiting. */
    static void close(Channel channel) {
        mark(channel);
        var unused = channel.close();
    }

    /** Marks the close as local; otherwise the driver logs it as an error. */
    private static void mark(Channel channel) {
        channel.attr(WebSocketClientHandler.LOCAL_INITIATED_CLOSE).set(true);
    }
}
