package io.github.hivemqtdengine.jdbc;

import io.netty.channel.Channel;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Logs in and leaves nothing open where that fails; driver 3.7.9 keeps the socket of a login without an answer. */
final class TdengineLogin {

    /** What the driver opens for the login that the thread is at. */
    private static final ThreadLocal<@Nullable Deque<Channel>> OPENED = new ThreadLocal<>();

    private TdengineLogin() {}

    /** The current thread has opened a channel. */
    static void opened(Channel channel) {
        var channels = OPENED.get();
        if (channels != null) {
            channels.add(channel);
        }
    }

    static Connection connect(String url, Properties properties) throws SQLException {
        var channels = new ArrayDeque<Channel>();
        boolean isConnected = false;
        OPENED.set(channels);
        try {
            var connection = DriverManager.getConnection(url, properties);
            var whole = TdengineConnection.of(connection, channels.getLast());
            isConnected = true;
            return whole;
        } finally {
            OPENED.remove();
            if (!isConnected) {
                channels.forEach(TdengineConnection::close);
            }
        }
    }
}
