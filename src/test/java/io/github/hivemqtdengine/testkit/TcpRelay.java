package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ServerSocketFactory;

/**
 * A link to a database that can be slow, and cut and mended. While it is cut, connections end, new ones at once; its port stays
 * bound, so that nobody else can take it.
 */
public final class TcpRelay implements AutoCloseable {

    private static final int UNLIMITED = Integer.MAX_VALUE;

    private final InetSocketAddress target;
    private final String jdbcUrl;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong clientBytes = new AtomicLong();
    private final AtomicInteger connected = new AtomicInteger();
    private final Limit answers = new Limit();
    private final Limit requests = new Limit();
    private volatile long delayNanos;
    private boolean isCut;

    /** A relay to the host and port of a JDBC URL; it is whole from the start. */
    public TcpRelay(String targetJdbcUrl) {
        this(targetJdbcUrl, ServerSocketFactory.getDefault());
    }

    /** A relay that listens on sockets of its own kind, for example encrypted ones. */
    public TcpRelay(String targetJdbcUrl, ServerSocketFactory sockets) {
        var authority = URI.create(targetJdbcUrl.substring("jdbc:".length()));
        target = new InetSocketAddress(authority.getHost(), authority.getPort());
        try {
            listener = sockets.createServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        jdbcUrl = targetJdbcUrl.replace(
                authority.getHost() + ":" + authority.getPort(), "127.0.0.1:" + listener.getLocalPort());
        daemon(this::accept);
    }

    /** The JDBC URL that goes through this relay. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** Ends all connections and takes no new ones. */
    public synchronized void cut() {
        isCut = true;
        sockets.forEach(TcpRelay::close);
        sockets.clear();
    }

    /** Takes connections again. */
    public synchronized void mend() {
        isCut = false;
    }

    /** Ends the next connection that gets so far, and only that, after so many bytes of answers; at least 1. */
    public void breakNextAfter(int bytes) {
        answers.arm(bytes);
    }

    /** From now on every part of an answer comes so much later; its length may be zero. */
    public void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    /** How many connections there were so far. */
    public int connected() {
        return connected.get();
    }

    /** How many connections are open. */
    public int connections() {
        return sockets.size() / 2;
    }

    /** How many bytes clients have sent so far. */
    public long clientBytes() {
        return clientBytes.get();
    }

    /** Ends the next connection that gets so far, and only that, after so many bytes of requests; at least 1. */
    public void breakNextAfterRequest(int bytes) {
        requests.arm(bytes);
    }

    /** How many connections have ended at a limit so far. */
    public int breaks() {
        return answers.reached() + requests.reached();
    }

    @Override
    public void close() {
        close(listener);
        cut();
    }

    private void accept() {
        try {
            while (true) {
                connect(listener.accept());
            }
        } catch (IOException e) {
            close(listener); // this relay was closed
        }
    }

    private synchronized void connect(Socket near) {
        if (isCut) {
            close(near);
            return;
        }
        var far = new Socket();
        try {
            far.connect(target);
        } catch (IOException e) {
            close(near); // the database is away
            close(far);
            return;
        }
        connected.incrementAndGet();
        sockets.add(near);
        sockets.add(far);
        int mostRequests = requests.take();
        int mostAnswers = answers.take();
        daemon(() -> copy(near, far, requests, mostRequests, clientBytes));
        daemon(() -> copy(far, near, answers, mostAnswers, new AtomicLong()));
    }

    private void copy(Socket from, Socket to, Limit limit, int most, AtomicLong count) {
        int left = most;
        try (from;
                to) {
            for (var bytes = read(from, left); bytes.length > 0; bytes = read(from, left)) {
                if (limit == answers && delayNanos > 0) {
                    LockSupport.parkNanos(delayNanos);
                }
                to.getOutputStream().write(bytes);
                count.addAndGet(bytes.length);
                left -= most == UNLIMITED ? 0 : bytes.length;
            }
        } catch (IOException e) {
            // one end is gone, so the other went too
        } finally {
            sockets.remove(from);
            sockets.remove(to);
            limit.ended(most, left);
        }
    }

    private static byte[] read(Socket from, int atMost) throws IOException {
        var buffer = new byte[Math.min(8192, atMost)];
        var length = buffer.length == 0 ? 0 : from.getInputStream().read(buffer);
        return Arrays.copyOf(buffer, Math.max(0, length));
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    /** How far one connection may get in one direction. */
    private static final class Limit {

        private int next = UNLIMITED;
        private int reached;

        synchronized void arm(int bytes) {
            next = bytes;
        }

        synchronized int take() {
            int bytes = next;
            next = UNLIMITED;
            return bytes;
        }

        /** A connection that ended before its limit leaves it to the next one. */
        synchronized void ended(int most, int left) {
            if (left == 0) {
                reached++;
            } else if (next == UNLIMITED) {
                next = most;
            }
        }

        synchronized int reached() {
            return reached;
        }
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
