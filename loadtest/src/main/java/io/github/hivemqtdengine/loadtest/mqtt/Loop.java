package io.github.hivemqtdengine.loadtest.mqtt;

import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread that serves many clients, with what they note there and a timer. The client library takes NIO here, too: no
 * native transport is on the class path.
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

    /** For tasks of its thread, which alone may use it. */
    LoopTimer timer() {
        return timer;
    }

    /** From now on its clients note what happens. */
    void begin(long startMicros) {
        notes = new Notes(startMicros);
    }

    /** For its thread, and for others when its clients are silent; null before the start and after the end. */
    @Nullable
    Notes notes() {
        return notes;
    }

    /** The same after the start. */
    Notes requireNotes() {
        return Objects.requireNonNull(notes, "nothing is noted before the start");
    }

    /** From now on nothing is noted, and sleepers wake up; completes with the notes, which nobody changes any more. */
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

    /** Wakes sleepers up for good: nobody needs its clients any more. */
    void release() {
        closed = true;
    }

    /** Whether nobody needs its clients any more. */
    boolean isClosed() {
        return closed;
    }

    /** Ends the thread and cuts off what is still connected. */
    @Override
    public void close() {
        closed = true;
        timer.close();
        group.shutdownGracefully(0, SECONDS_TO_END, TimeUnit.SECONDS)
                .awaitUninterruptibly(SECONDS_TO_END, TimeUnit.SECONDS);
    }
}
