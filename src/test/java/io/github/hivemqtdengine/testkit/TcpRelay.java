package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A link to a database that can be cut and mended: while it is cut, connections end and nobody listens. */
public final class TcpRelay implements AutoCloseable {

    private final InetSocketAddress target;
    private final String jdbcUrl;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private @Nullable ServerSocket listener;

    /** A relay to the host and port of a JDBC URL; it is whole from the start. */
    public TcpRelay(String targetJdbcUrl) {
        var authority = URI.create(targetJdbcUrl.substring("jdbc:".length()));
        target = new InetSocketAddress(authority.getHost(), authority.getPort());
        port = listen(0);
        jdbcUrl = targetJdbcUrl.replace(authority.getHost() + ":" + authority.getPort(), "127.0.0.1:" + port);
    }

    /** The JDBC URL that goes through this relay. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** Ends all connections and takes no new ones. */
    public synchronized void cut() {
        close(listener);
        listener = null;
        sockets.forEach(TcpRelay::close);
        sockets.clear();
    }

    /** Takes connections again, on the same port. */
    public synchronized void mend() {
        if (listener == null) {
            listen(port);
        }
    }

    @Override
    public void close() {
        cut();
    }

    private synchronized int listen(int wantedPort) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wantedPort));
            listener = socket;
            daemon(() -> accept(socket));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket socket) {
        try {
            while (true) {
                var near = socket.accept();
                var far = new Socket();
                sockets.add(near);
                sockets.add(far);
                far.connect(target);
                daemon(() -> copy(near, far));
                daemon(() -> copy(far, near));
            }
        } catch (IOException e) {
            close(socket); // the link was cut
        }
    }

    private void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // one end is gone, so the other goes too
        } finally {
            close(from);
            close(to);
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(@Nullable AutoCloseable closeable) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
