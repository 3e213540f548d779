package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** A client of a relay, the relay's own connection to the target, and the bytes between them. One thread only. */
final class RelayedConnection {

    private final int number;
    private final SelectionKey near;
    private final SelectionKey far;
    private final Pipe requests;
    private final Pipe answers;
    private boolean connected;

    RelayedConnection(
            int number,
            SocketChannel near,
            SocketChannel far,
            Selector selector,
            Optional<Wire> up,
            Optional<Wire> down)
            throws IOException {
        this.number = number;
        this.requests = new Pipe(near, far, up);
        this.answers = new Pipe(far, near, down);
        this.near = prepare(near).register(selector, 0, this);
        this.far = prepare(far).register(selector, SelectionKey.OP_CONNECT, this);
    }

    /** Which of the relay's connections it is, from 0. */
    int number() {
        return number;
    }

    /** Begins to connect with the target. */
    void connect(SocketAddress target) throws IOException {
        connected = ((SocketChannel) far.channel()).connect(target);
    }

    private static SocketChannel prepare(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel;
    }

    /** Does what a socket is ready for. */
    void ready(SelectionKey key, ByteBuffer buffer, long now, long delayNanos) throws IOException {
        if (key.isConnectable()) {
            connected = ((SocketChannel) key.channel()).finishConnect();
        }
        if (key.isReadable()) {
            (key == near ? requests : answers).read(buffer, now, delayNanos);
        }
    }

    /** Moves on what time has come for, and asks the sockets for what comes next. */
    void advance(long now, long delayNanos) throws IOException {
        if (!connected) {
            return;
        }
        requests.advance(now, delayNanos);
        answers.advance(now, delayNanos);
        near.interestOps(interest(requests, answers, delayNanos));
        far.interestOps(interest(answers, requests, delayNanos));
    }

    private static int interest(Pipe out, Pipe in, long delayNanos) {
        return (out.wantsToRead(delayNanos) ? SelectionKey.OP_READ : 0)
                | (in.wantsToWrite() ? SelectionKey.OP_WRITE : 0);
    }

    boolean isBusy() {
        return requests.isBusy() || answers.isBusy();
    }

    /** Whether both directions have ended. */
    boolean isFinished() {
        return requests.isFinished() && answers.isFinished();
    }

    long next() {
        return Math.min(requests.next(), answers.next());
    }

    /** Ends both connections; what was written still arrives. */
    void close() throws IOException {
        requests.abandon();
        answers.abandon();
        try {
            near.channel().close();
        } finally {
            far.channel().close();
        }
    }

    /** Breaks both connections; what is on the way is lost, and both ends are told so. */
    void reset() {
        requests.abandon();
        answers.abandon();
        reset((SocketChannel) near.channel());
        reset((SocketChannel) far.channel());
    }

    /** Ends a connection without waiting for anybody. */
    static void reset(SocketChannel channel) {
        try (channel) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // it is gone already
        }
    }
}
