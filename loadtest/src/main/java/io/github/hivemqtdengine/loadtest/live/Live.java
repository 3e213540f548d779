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

    private final List<LiveSink> sinks;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "live");
        thread.setDaemon(true);
        return thread;
    });

    Live(List<LiveSink> sinks) {
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
        var sinks = new ArrayList<LiveSink>();
        if (metrics.isPresent()) {
            sinks.add(MetricsEndpoint.start(metrics.get()));
        }
        console.ifPresent(out -> sinks.add(new ConsoleLine(out, Terminal.isThere())));
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
        sinks.forEach(LiveSink::close);
    }
}
