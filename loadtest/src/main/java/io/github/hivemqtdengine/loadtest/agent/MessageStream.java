// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.Ping;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Messages over one byte stream in both directions. A thread reads, and another one sends signs of life: a peer without
 * any for the longest silence is lost. The peer is slowed down when 8 messages wait.
 */
final class MessageStream implements Closeable {

    /** Longest message in bytes. */
    static final int MOST_BYTES = 4 << 20;
    /** Longest first message, which comes before the token was checked. */
    static final int MOST_FIRST_BYTES = 4 << 10;

    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final int SIGNS_IN_SILENCE = 6;
    private static final int MOST_WAITING = 8;
    private static final long POLL_MILLIS = 10;

    private final Closeable connection;
    private final InputStream in;
    private final OutputStream out;
    private final Runnable ended;
    private final long silenceNanos;
    private final BlockingQueue<Message> received = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Object writing = new Object();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile long lastNanos = System.nanoTime();
    private volatile @Nullable IOException end;

    private MessageStream(Closeable connection, InputStream in, OutputStream out, Duration silence, Runnable ended) {
        this.connection = connection;
        this.in = in;
        this.out = out;
        this.silenceNanos = silence.toNanos();
        this.ended = ended;
    }

    /**
     * Starts the threads.
     *
     * @param connection what closes both directions
     * @param ended runs once on a thread of the stream when it has ended for any reason
     */
    static MessageStream start(
            Closeable connection, InputStream in, OutputStream out, Duration silence, Runnable ended) {
        var stream = new MessageStream(connection, in, out, silence, ended);
        start("agent-reader", stream::read);
        start("agent-signs-of-life", stream::giveSignsOfLife);
        start("agent-watchdog", stream::watch);
        return stream;
    }

    /** Starts the threads, with the usual longest silence. */
    static MessageStream start(Closeable connection, InputStream in, OutputStream out, Runnable ended) {
        return start(connection, in, out, SILENCE, ended);
    }

    private static void start(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        try {
            for (var frame = Frames.read(in, MOST_BYTES); frame.isPresent(); frame = Frames.read(in, MOST_BYTES)) {
                var message = MessageJson.read(frame.get());
                lastNanos = System.nanoTime();
                if (!(message instanceof Ping)) {
                    keep(message);
                }
            }
            end(new IOException("the connection has ended"));
        } catch (IOException e) {
            end(e);
        } catch (InterruptedException | RuntimeException e) {
            end(new IOException("the connection was closed", e));
        }
    }

    private void keep(Message message) throws InterruptedException {
        boolean kept = false;
        while (!kept && over.getCount() > 0) {
            kept = received.offer(message, POLL_MILLIS, TimeUnit.MILLISECONDS);
            lastNanos = System.nanoTime(); // a full queue is no silence of the peer
        }
    }

    private void giveSignsOfLife() {
        while (pause(silenceNanos / SIGNS_IN_SILENCE)) {
            try {
                send(new Ping());
            } catch (IOException e) {
                end(e);
            }
        }
    }

    private void watch() {
        while (pause(silenceNanos / SIGNS_IN_SILENCE)) {
            if (System.nanoTime() - lastNanos > silenceNanos) {
                end(new IOException("it gave no sign of life for "
                        + Duration.ofNanos(silenceNanos).toSeconds() + " s"));
            }
        }
    }

    /** Returns whether the stream has not ended after a pause. */
    private boolean pause(long nanos) {
        try {
            return !over.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** @throws IOException if the stream has ended */
    void send(Message message) throws IOException {
        var content = MessageJson.write(message);
        synchronized (writing) {
            failIfEnded();
            Frames.write(out, content, MOST_BYTES);
        }
    }

    /**
     * Waits for a message.
     *
     * @throws IOException if the stream has ended and all of its messages were received, or when the time is over
     */
    Message receive(Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            var last = end; // before the queue, whose last messages are still received
            var message = received.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (message != null) {
                return message;
            }
            if (last != null) {
                throw new IOException(last.getMessage(), last);
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("it did not answer within " + limit.toSeconds() + " s");
            }
        }
    }

    /** Returns whether the stream has ended. */
    boolean isOver() {
        return end != null;
    }

    private void failIfEnded() throws IOException {
        var last = end;
        if (last != null) {
            throw new IOException(Objects.requireNonNull(last.getMessage()), last);
        }
    }

    private void end(IOException why) {
        synchronized (over) {
            if (end != null) {
                return;
            }
            end = why;
        }
        over.countDown();
        ended.run();
        try {
            connection.close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        end(new IOException("the connection was closed"));
    }
}
