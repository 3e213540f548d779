package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.scenario.Link;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A link to a server on a port of its own: it can be slow, narrow, cut and paused. A delay does not limit how much gets
 * through; a bandwidth is shared by all connections, in each direction for itself. Any thread may call it; what a call asks
 * for is done when it returns. One thread moves all bytes.
 */
public final class TcpRelay implements AutoCloseable {

    private static final int CONNECTIONS_IN_WAITING = 4_096;
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** A selector counts in milliseconds: what comes sooner is waited for in such steps. */
    private static final long SHORT_WAIT_NANOS = 100_000;

    private static final long PAUSE_NANOS = 5 * NANOS_PER_MILLI;

    private final InetSocketAddress target;
    private final ServerSocketChannel listener;
    private final InetSocketAddress address;
    private final Selector selector;
    private final Optional<Wire> up;
    private final Optional<Wire> down;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Set<RelayedConnection> connections = new HashSet<>();
    private final Set<RelayedConnection> busy = new HashSet<>();
    private final Thread thread;
    private long delayNanos;
    private int slowConnections = 1;
    private int slowOf = 1;
    private int accepted;
    private boolean isCut;
    private boolean isPaused;
    private volatile boolean open = true;

    private TcpRelay(InetSocketAddress target, Optional<Wire> up, Optional<Wire> down) throws IOException {
        this.target = target;
        this.up = up;
        this.down = down;
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), CONNECTIONS_IN_WAITING);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        this.address = (InetSocketAddress) listener.getLocalAddress();
        this.thread = new Thread(this::run, "relay-" + address.getPort());
    }

    /** A link that only forwards, until it is told otherwise. */
    public static TcpRelay to(InetSocketAddress target) throws IOException {
        return start(new TcpRelay(target, Optional.empty(), Optional.empty()));
    }

    /**
     * A link with a bandwidth. A connection sends packets like those of Ethernet, headers included; who has something to
     * send takes turns, and so do the link's bulk flows, half of them in each direction.
     */
    public static TcpRelay narrow(InetSocketAddress target, Link link) throws IOException {
        long now = System.nanoTime();
        int upwards = link.bulkFlows() / 2;
        return start(new TcpRelay(
                target,
                Optional.of(new Wire(link.bitsPerSecond(), upwards, now)),
                Optional.of(new Wire(link.bitsPerSecond(), link.bulkFlows() - upwards, now))));
    }

    private static TcpRelay start(TcpRelay relay) {
        relay.thread.setDaemon(true);
        relay.thread.start();
        return relay;
    }

    /** Where clients connect. */
    public InetSocketAddress address() {
        return address;
    }

    /** From now on everything takes so much longer, there and back; zero for no longer. */
    public void delay(Duration eachWay) {
        delay(eachWay, 1, 1);
    }

    /**
     * From now on everything takes so much longer, but only for some connections.
     *
     * @param slow how many
     * @param of of how many in the order in which they came
     */
    public void delay(Duration eachWay, int slow, int of) {
        order(() -> {
            delayNanos = eachWay.toNanos();
            slowConnections = slow;
            slowOf = of;
        });
    }

    /** Breaks all connections and lets none live until {@link #mend}. */
    public void cut() {
        order(() -> {
            isCut = true;
            connections.forEach(RelayedConnection::reset);
            connections.clear();
            busy.clear();
        });
    }

    public void mend() {
        order(() -> isCut = false);
    }

    /** Moves nothing until {@link #resume}; connections stay. */
    public void pause() {
        order(() -> isPaused = true);
    }

    public void resume() {
        order(() -> isPaused = false);
    }

    /** How many clients are connected. */
    public int connections() {
        var count = new int[1];
        order(() -> count[0] = connections.size());
        return count[0];
    }

    private void order(Runnable order) {
        var done = new CompletableFuture<Void>();
        orders.add(() -> {
            order.run();
            done.complete(null);
        });
        selector.wakeup();
        if (!open || !thread.isAlive()) {
            return; // nobody is left who would do it
        }
        done.join();
    }

    @Override
    public void close() {
        open = false;
        selector.wakeup();
        ThreadEnd.await(thread);
    }

    private void run() {
        try (selector;
                listener) {
            while (open) {
                obey();
                if (isPaused) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                    continue;
                }
                await();
                step(System.nanoTime());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClosedSelectorException e) {
            // closed meanwhile
        } finally {
            open = false;
            connections.forEach(RelayedConnection::reset);
            obey();
        }
    }

    private void obey() {
        for (var order = orders.poll(); order != null; order = orders.poll()) {
            order.run();
        }
    }

    private void await() throws IOException {
        long next = Long.MAX_VALUE;
        for (var connection : busy) {
            next = Math.min(next, connection.next());
        }
        long wait = next == Long.MAX_VALUE ? Long.MAX_VALUE : next - System.nanoTime();
        if (wait >= NANOS_PER_MILLI) {
            selector.select(wait == Long.MAX_VALUE ? 0 : wait / NANOS_PER_MILLI);
            return;
        }
        if (selector.selectNow() == 0 && wait > 0) {
            LockSupport.parkNanos(Math.min(wait, SHORT_WAIT_NANOS));
            selector.selectNow();
        }
    }

    private void step(long now) {
        for (var key : selector.selectedKeys()) {
            if (key.isValid() && key.isAcceptable()) {
                accept();
            } else if (key.isValid()) {
                var connection = (RelayedConnection) key.attachment();
                ready(connection, key, now);
                busy.add(connection);
            }
        }
        selector.selectedKeys().clear();
        for (var connection : List.copyOf(busy)) {
            advance(connection, now);
        }
    }

    private void ready(RelayedConnection connection, SelectionKey key, long now) {
        try {
            connection.ready(key, buffer, now, delayOf(connection));
        } catch (IOException e) {
            end(connection); // one side is gone, so the other has to go too
        }
    }

    private void advance(RelayedConnection connection, long now) {
        if (!connections.contains(connection)) {
            busy.remove(connection);
            return;
        }
        try {
            connection.advance(now, delayOf(connection));
            if (connection.isFinished()) {
                end(connection);
            } else if (!connection.isBusy()) {
                busy.remove(connection);
            }
        } catch (IOException e) {
            end(connection);
        }
    }

    private long delayOf(RelayedConnection connection) {
        return connection.number() % slowOf < slowConnections ? delayNanos : 0;
    }

    private void end(RelayedConnection connection) {
        connections.remove(connection);
        busy.remove(connection);
        try {
            connection.close();
        } catch (IOException e) {
            // it was gone already
        }
    }

    private void accept() {
        for (var near : accepted()) {
            if (isCut) {
                RelayedConnection.reset(near);
            } else {
                connect(near);
            }
        }
    }

    private List<SocketChannel> accepted() {
        var all = new ArrayList<SocketChannel>();
        try {
            for (var near = listener.accept(); near != null; near = listener.accept()) {
                all.add(near);
            }
        } catch (IOException e) {
            LockSupport.parkNanos(PAUSE_NANOS); // too many open files: those that wait have to wait longer
        }
        return all;
    }

    @SuppressWarnings("resource") // the connection closes both
    private void connect(SocketChannel near) {
        try {
            var connection = new RelayedConnection(accepted++, near, SocketChannel.open(), selector, up, down);
            connections.add(connection);
            busy.add(connection);
            connect(connection);
        } catch (IOException e) {
            RelayedConnection.reset(near); // no file is left for the other side
        }
    }

    private void connect(RelayedConnection connection) {
        try {
            connection.connect(target);
        } catch (IOException e) {
            end(connection); // the target is away
        }
    }
}
