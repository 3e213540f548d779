// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import com.taosdata.jdbc.ws.WebSocketHandshakeHandler;
import io.netty.channel.Channel;
import java.nio.channels.ClosedChannelException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Login that closes its sockets on failure. Driver 3.7.9 leaks the socket if a login gets no answer, and waits for the
 * answer even after the socket has closed; if the event loop ends, it waits forever.
 */
public final class TdengineLogin {

    /** Login in progress on the thread. */
    private static final ThreadLocal<@Nullable TdengineLogin> CURRENT = new ThreadLocal<>();

    private final ChannelWait wait;
    private final Deque<Channel> channels = new ArrayDeque<>();

    private TdengineLogin(ChannelWait wait) {
        this.wait = wait;
    }

    /** Registers a channel of the current thread; its close ends a pending handshake, and a login on the thread. */
    static void opened(Channel channel) {
        channel.closeFuture().addListener(closed -> endHandshake(channel));
        var login = CURRENT.get();
        if (login != null) {
            login.channels.add(channel);
            login.wait.endWith(channel);
        }
    }

    /** Ends the driver's wait for the answer to a handshake, which no interrupt can end. */
    private static void endHandshake(Channel channel) {
        var handshake = channel.pipeline().context(WebSocketHandshakeHandler.class);
        if (handshake != null) {
            ((WebSocketHandshakeHandler) handshake.handler()).exceptionCaught(handshake, new ClosedChannelException());
        }
    }

    public static Connection connect(String url, Properties properties) throws SQLException {
        try (var wait = new ChannelWait()) {
            var login = new TdengineLogin(wait);
            CURRENT.set(login);
            return login.open(url, properties);
        } finally {
            CURRENT.remove();
        }
    }

    private Connection open(String url, Properties properties) throws SQLException {
        boolean isConnected = false;
        try {
            var connection = DriverManager.getConnection(url, properties);
            var proxy = TdengineConnection.of(connection, channels.getLast());
            isConnected = true;
            return proxy;
        } finally {
            if (!isConnected) {
                channels.forEach(TdengineConnection::close);
            }
        }
    }
}
