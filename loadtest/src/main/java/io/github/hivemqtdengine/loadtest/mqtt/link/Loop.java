// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Event loop for many clients, with their measurements and a timer. Uses NIO, as the client library does: no native
 * transport is on the class path.
 */
public final class Loop implements AutoCloseable {

    private static final long SECONDS_TO_END = 10;
    private static final long PROBE_MICROS = 10_000;
    /** Clocks of threads can tick every 16 ms. */
    private static final long SHORTEST_MICROS = 100_000;

    private static final double NANOS_PER_MICRO = 1_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final NioEventLoopGroup group;
    private final EventLoop eventLoop;
    private final LoopTimer timer;
    private volatile @Nullable Notes notes;
    private volatile boolean closed;
    private long cpuNanosAtStart;

    public Loop(String name) {
        group = new NioEventLoopGroup(1, new DefaultThreadFactory(name, true));
        eventLoop = group.next();
        timer = new LoopTimer(name + "-timer", eventLoop);
    }

    /** Returns {@code most} loops, but at least one, and no more than clients. */
    public static List<Loop> several(String name, int most, int clients) {
        return Stream.generate(() -> new Loop(name))
                .limit(Math.max(1, Math.min(most, clients)))
                .toList();
    }

    NioEventLoopGroup group() {
        return group;
    }

    public EventLoop eventLoop() {
        return eventLoop;
    }

    /**
     * Closes connections without MQTT DISCONNECT, as a power failure does. Only tasks of this loop may call this.
     *
     * @return number of closed connections, at most {@code most}
     */
    public int breakConnections(int most) {
        var chosen = new ArrayList<Channel>();
        var channels = ((SingleThreadEventLoop) eventLoop).registeredChannelsIterator();
        while (chosen.size() < most && channels.hasNext()) {
            chosen.add(channels.next());
        }
        for (var channel : chosen) {
            var unused = channel.close();
        }
        return chosen.size();
    }

    /** Returns the timer, which only tasks of this loop may use. */
    public LoopTimer timer() {
        return timer;
    }

    /** Starts recording the measurements of the clients. */
    public void begin(long startMicros) {
        cpuNanosAtStart = cpuNanos();
        notes = new Notes(startMicros);
    }

    private long cpuNanos() {
        return THREADS.getThreadCpuTime(
                ((SingleThreadEventExecutor) eventLoop).threadProperties().id());
    }

    /**
     * Returns the share of a core that this loop has used since the start; 0 if that is too short to tell. Only the
     * thread of {@link #begin} may ask.
     */
    public double busy() {
        long micros = EpochMicros.now() - requireNotes().startMicros();
        return micros < SHORTEST_MICROS ? 0 : (cpuNanos() - cpuNanosAtStart) / NANOS_PER_MICRO / micros;
    }

    /** Records from the start on how late this loop is, since it reads as late what arrives in between. */
    public void watchReads() {
        long first = requireNotes().startMicros() + PROBE_MICROS;
        eventLoop.execute(() -> timer.at(first, () -> probe(first)));
    }

    /** Counts each time that has passed, so that one long delay weighs as much as it lasts. */
    private void probe(long dueMicros) {
        var current = notes;
        if (current != null) {
            long now = EpochMicros.now();
            long due = dueMicros;
            for (; due <= now; due += PROBE_MICROS) {
                current.lateness().reads().add(now - due);
            }
            long next = due;
            timer.at(next, () -> probe(next));
        }
    }

    /** Returns the measurements; {@code null} before the start and after the end. Other threads need idle clients. */
    @Nullable
    public Notes notes() {
        return notes;
    }

    /** Returns the measurements after the start. */
    public Notes requireNotes() {
        return Objects.requireNonNull(notes, "nothing is noted before the start");
    }

    /** Runs a task on this loop's thread; completes when its result does. Any thread may call this. */
    public CompletableFuture<?> call(Supplier<CompletableFuture<?>> task) {
        return CompletableFuture.completedFuture(task)
                .thenComposeAsync(asked -> asked.get().thenRun(() -> {}), eventLoop);
    }

    /**
     * Requests the counts so far from this loop's thread, which alone writes them; none before the start and after the
     * end. Any thread may call this.
     *
     * @throws RejectedExecutionException after {@link #close}
     */
    public CompletableFuture<LoadCounts> counts() {
        return CompletableFuture.supplyAsync(
                () -> {
                    var current = notes;
                    return current == null ? LoadCounts.none() : current.counts();
                },
                eventLoop);
    }

    /** Stops recording and wakes sleeping subscribers; completes with the final measurements. */
    public CompletableFuture<Notes> end() {
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
    public void release() {
        closed = true;
    }

    /** Returns whether the clients are no longer needed. */
    public boolean isClosed() {
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
