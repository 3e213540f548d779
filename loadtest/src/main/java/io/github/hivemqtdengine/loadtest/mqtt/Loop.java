package io.github.hivemqtdengine.loadtest.mqtt;

import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Event loop for many clients, with their measurements and a timer. Uses NIO, as the client library does: no native
 * transport is on the class path.
 */
final class Loop implements AutoCloseable {

    private static final long SECONDS_TO_END = 10;

    private final NioEventLoopGroup group;
    private final EventLoop eventLoop;
    private final LoopTimer timer;
    private volatile @Nullable Notes notes;
    private volatile boolean closed;

    Loop(String name) {
        group = new NioEventLoopGroup(1, new DefaultThreadFactory(name, true));
        eventLoop = group.next();
        timer = new LoopTimer(name + "-timer", eventLoop);
    }

    NioEventLoopGroup group() {
        return group;
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    /** Returns the timer, which only tasks of this loop may use. */
    LoopTimer timer() {
        return timer;
    }

    /** Starts recording the measurements of the clients. */
    void begin(long startMicros) {
        notes = new Notes(startMicros);
    }

    /** Returns the measurements; {@code null} before the start and after the end. Other threads need idle clients. */
    @Nullable
    Notes notes() {
        return notes;
    }

    /** Returns the measurements after the start. */
    Notes requireNotes() {
        return Objects.requireNonNull(notes, "nothing is noted before the start");
    }

    /** Stops recording and wakes sleeping subscribers; completes with the final measurements. */
    CompletableFuture<Notes> end() {
        closed = true;
        return CompletableFuture.supplyAsync(
                () -> {
                    var ended = requireNotes();
                    notes = null;
                    return ended;
                },
                eventLoop);
    }

    /** Wakes sleeping subscribers permanently, before their clients are closed. */
    void release() {
        closed = true;
    }

    /** Returns whether the clients are no longer needed. */
    boolean isClosed() {
        return closed;
    }

    /** Ends the thread and closes the remaining connections. */
    @Override
    public void close() {
        closed = true;
        timer.close();
        group.shutdownGracefully(0, SECONDS_TO_END, TimeUnit.SECONDS)
                .awaitUninterruptibly(SECONDS_TO_END, TimeUnit.SECONDS);
    }
}
