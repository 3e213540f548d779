// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Figures of running rounds, once a second: on the console, and for Prometheus. */
public final class Live implements AutoCloseable {

    /** Shows nothing. */
    public static final Live NONE = new Live(List.of());

    private static final long SECONDS_TO_END = 2;

    private final List<Sink> sinks;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "live");
        thread.setDaemon(true);
        return thread;
    });

    /** Receiver of live figures. Called about once a second by one thread, and at the end of a round by another one. */
    interface Sink extends AutoCloseable {

        /** Receives the figures of a running round. */
        void show(LiveFigures figures);

        /** Receives the last figures of a round, which are complete. */
        void ended(LiveFigures figures);

        @Override
        void close();
    }

    Live(List<Sink> sinks) {
        this.sinks = List.copyOf(sinks);
    }

    /**
     * Starts to show figures.
     *
     * @param console where a line is shown; empty for none
     * @param metrics address of the endpoint for Prometheus; empty for none
     * @throws IOException if that address is in use
     */
    public static Live start(Optional<PrintWriter> console, Optional<InetSocketAddress> metrics) throws IOException {
        var sinks = new ArrayList<Sink>();
        if (metrics.isPresent()) {
            sinks.add(MetricsEndpoint.start(metrics.get()));
        }
        console.ifPresent(out -> sinks.add(new ConsoleLine(out, ConsoleLine.isOfATerminal())));
        return new Live(sinks);
    }

    /** Begins a round; {@link LiveRound#close} ends it. */
    public LiveRound begin(LiveRound.Title title) {
        return new LiveRound(title, sinks, timer);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS)) {
                System.err.println("The thread of the live figures did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sinks.forEach(Sink::close);
    }
}
