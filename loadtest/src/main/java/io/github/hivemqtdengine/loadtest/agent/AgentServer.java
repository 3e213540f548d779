// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.Failed;
import io.github.hivemqtdengine.loadtest.agent.Message.Hello;
import io.github.hivemqtdengine.loadtest.agent.Message.Welcome;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Agent that serves one commander at a time. */
public final class AgentServer implements Closeable {

    private static final int MOST_CONNECTIONS = 8;
    private static final int BACKLOG = 8;
    private static final Duration TO_SAY_HELLO = Duration.ofSeconds(10);
    private static final long SECONDS_TO_DISCONNECT = 30;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String version;
    private final Optional<String> token;
    private final ServerSocket server;
    private final PrintWriter out;
    private final Duration toSayHello;
    private final Semaphore free = new Semaphore(1);
    private volatile @Nullable MessageStream current;
    private final ExecutorService connections =
            new ThreadPoolExecutor(0, MOST_CONNECTIONS, 1, TimeUnit.SECONDS, new SynchronousQueue<>());

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "agent-timer");
        thread.setDaemon(true);
        return thread;
    });

    private AgentServer(
            String version, Optional<String> token, ServerSocket server, PrintWriter out, Duration toSayHello) {
        this.version = version;
        this.token = token;
        this.server = server;
        this.out = out;
        this.toSayHello = toSayHello;
    }

    /**
     * Begins to listen.
     *
     * @param version version of this suite, which the commander must have too
     * @param token secret that the commander must know
     * @param out for a line when a commander comes, is refused, or goes
     */
    public static AgentServer listen(InetSocketAddress address, String version, String token, PrintWriter out)
            throws IOException {
        return listen(address, version, token, out, TO_SAY_HELLO);
    }

    /** @param toSayHello time after which a connection without a commander's first message is closed */
    static AgentServer listen(
            InetSocketAddress address, String version, String token, PrintWriter out, Duration toSayHello)
            throws IOException {
        var server = new ServerSocket();
        try {
            server.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw new IOException("The agent can't listen on " + address + ": " + e.getMessage(), e);
        }
        return new AgentServer(version, Optional.of(token), server, out, toSayHello);
    }

    /** Serves the commander at the other end of two streams until they end. */
    public static void serve(String version, InputStream in, OutputStream answers) throws IOException {
        var refusal = refusal(hello(in), version, Optional.empty());
        answer(answers, refusal.isPresent() ? new Failed(refusal.get()) : new Welcome(version));
        if (refusal.isEmpty()) {
            new AgentSession(stream(in, answers, in), line -> {}).serve();
        }
    }

    /** Returns the address on which it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Serves commanders, one after another, until it is closed. */
    public void serve() {
        while (!server.isClosed()) {
            try {
                accept(server.accept());
            } catch (IOException e) {
                if (!server.isClosed()) {
                    out.println("A connection failed: " + e.getMessage());
                    LockSupport.parkNanos(PAUSE_NANOS); // the process may have no file descriptor left
                }
            }
        }
    }

    private void accept(Socket socket) throws IOException {
        try {
            connections.execute(() -> serve(socket));
        } catch (RejectedExecutionException e) {
            socket.close(); // too many that have not said hello
        }
    }

    @SuppressWarnings("try") // closes the socket
    private void serve(Socket socket) {
        var peer = socket.getRemoteSocketAddress();
        try (socket) {
            socket.setTcpNoDelay(true);
            var refusal = refusal(helloInTime(socket), version, token);
            if (refusal.isPresent()) {
                refuse(socket, refusal.get());
            } else if (!acquire()) {
                refuse(socket, "it serves another commander");
            } else {
                serveAlone(socket);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the agent ends
        } catch (RejectedExecutionException e) {
            // the agent has ended
        } catch (IOException e) {
            out.println("The connection of " + peer + " failed: " + e.getMessage());
        }
    }

    /** Waits for the clients of a commander that has gone, but not for one that is served. */
    private boolean acquire() throws InterruptedException {
        var last = current;
        return free.tryAcquire()
                || (last != null && last.isOver() && free.tryAcquire(SECONDS_TO_DISCONNECT, TimeUnit.SECONDS));
    }

    private void serveAlone(Socket socket) throws IOException {
        try {
            out.println("Commander " + socket.getRemoteSocketAddress() + " has come");
            answer(socket.getOutputStream(), new Welcome(version));
            var stream = stream(socket.getInputStream(), socket.getOutputStream(), socket);
            current = stream;
            new AgentSession(stream, out::println).serve();
            out.println("Free for the next commander");
        } finally {
            free.release();
        }
    }

    private void refuse(Socket socket, String why) throws IOException {
        out.println("Refused " + socket.getRemoteSocketAddress() + ": " + why);
        answer(socket.getOutputStream(), new Failed(why));
    }

    /** Starts a stream whose end interrupts the calling thread. */
    private static MessageStream stream(InputStream in, OutputStream answers, Closeable connection) {
        return MessageStream.start(connection, in, answers, Thread.currentThread()::interrupt);
    }

    /** Closes the socket when the time is over, so that a peer that sends a byte now and then does not keep it. */
    private Hello helloInTime(Socket socket) throws IOException {
        var end = timer.schedule(() -> close(socket), toSayHello.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return hello(socket.getInputStream());
        } catch (SocketException e) {
            throw end.isDone()
                    ? new IOException("it sent no first message within " + toSayHello.toSeconds() + " s", e)
                    : e;
        } finally {
            end.cancel(false);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // closed enough: reading fails
        }
    }

    private static Hello hello(InputStream in) throws IOException {
        var frame = Frames.read(in, MessageStream.MOST_FIRST_BYTES);
        if (frame.isPresent() && MessageJson.read(frame.get()) instanceof Hello hello) {
            return hello;
        }
        throw new IOException("it is no commander");
    }

    /** Compares the token first: who does not know it learns nothing. */
    private static Optional<String> refusal(Hello hello, String version, Optional<String> token) {
        if (token.isPresent() && !MessageDigest.isEqual(bytes(token.get()), bytes(hello.token()))) {
            return Optional.of("the token is not that of the agent");
        }
        return hello.version().equals(version)
                ? Optional.empty()
                : Optional.of("it has version " + version + " of the load tests, the commander has version "
                        + hello.version() + ": install the same version on both machines");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void answer(OutputStream out, Message answer) throws IOException {
        Frames.write(out, MessageJson.write(answer), MessageStream.MOST_BYTES);
    }

    @Override
    public void close() throws IOException {
        server.close();
        connections.shutdownNow();
        timer.shutdownNow();
    }
}
