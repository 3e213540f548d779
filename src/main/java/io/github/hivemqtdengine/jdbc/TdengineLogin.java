package io.github.hivemqtdengine.jdbc;

import io.netty.channel.Channel;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Logs in and leaves nothing open where that fails. Driver 3.7.9 keeps the socket of a login without an answer, and waits
 * for that answer, for ever where its event loop ends, also when the socket is gone.
 */
final class TdengineLogin {

    /** The login that the thread is at. */
    private static final ThreadLocal<@Nullable TdengineLogin> CURRENT = new ThreadLocal<>();

    private final Thread thread = Thread.currentThread();
    private final Deque<Channel> channels = new ArrayDeque<>();
    private boolean isOver;
    private boolean isInterrupted;

    private TdengineLogin() {}

    /** The current thread has opened a channel. */
    static void opened(Channel channel) {
        var login = CURRENT.get();
        if (login != null) {
            login.channels.add(channel);
            channel.closeFuture().addListener(closed -> login.lost());
        }
    }

    static Connection connect(String url, Properties properties) throws SQLException {
        var login = new TdengineLogin();
        CURRENT.set(login);
        try {
            return login.log(url, properties);
        } finally {
            CURRENT.remove();
        }
    }

    private Connection log(String url, Properties properties) throws SQLException {
        boolean isConnected = false;
        try {
            var connection = DriverManager.getConnection(url, properties);
            var whole = TdengineConnection.of(connection, channels.getLast());
            isConnected = true;
            return whole;
        } finally {
            end();
            if (!isConnected) {
                channels.forEach(TdengineConnection::close);
            }
        }
    }

    /** The answer that the thread waits for will not come. */
    private synchronized void lost() {
        if (!isOver) {
            isInterrupted = true;
            thread.interrupt();
        }
    }

    /** Whoever has interrupted the thread for another reason finds that it still is. */
    private synchronized void end() {
        isOver = true;
        if (isInterrupted) {
            Thread.interrupted();
        }
    }
}
