// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.mqtt.LoadProbe;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Live figures of one round. Thread-safe. */
public final class LiveRound implements AutoCloseable {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Title title;
    private final List<Live.Sink> sinks;
    private final Optional<ScheduledFuture<?>> ticks;
    private long startNanos = System.nanoTime();
    private long lastNanos = startNanos;
    private LoadCounts last = LoadCounts.none();
    private Optional<LoadProbe> probe = Optional.empty();
    private Supplier<OptionalLong> rows = OptionalLong::empty;
    private boolean finished;
    private boolean closed;

    /**
     * Names of a round.
     *
     * @param scenario name of the scenario
     * @param mode word of the mode, or name of the variant
     * @param number number of the round, 0 or less for warm-up
     * @param acknowledges whether messages are acknowledged, above QoS 0
     * @param planned planned time of sending; zero if publishers are as fast as the broker
     */
    public record Title(String scenario, String mode, int number, boolean acknowledges, Duration planned) {}

    LiveRound(Title title, List<Live.Sink> sinks, ScheduledExecutorService timer) {
        this.title = title;
        this.sinks = sinks;
        this.ticks = sinks.isEmpty()
                ? Optional.empty()
                : Optional.of(timer.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS));
    }

    /** Adds the number of stored rows so far. */
    public synchronized void rows(Supplier<OptionalLong> soFar) {
        rows = soFar;
    }

    /** Begins to show the counts of a load whose clients are connected. */
    public synchronized void running(LoadProbe ofTheLoad) {
        probe = Optional.of(ofTheLoad);
        startNanos = System.nanoTime();
        lastNanos = startNanos;
    }

    /** Replaces the counts by those of the finished load. */
    public synchronized void loaded(LoadResult result) {
        finished = true;
        probe = Optional.empty();
        last = new LoadCounts(
                result.sentCount(),
                result.acknowledgedCount(),
                result.deliveries().received(),
                result.connections().lost(),
                new LatencyHistogram());
    }

    private synchronized void tick() {
        if (closed || (probe.isEmpty() && !finished)) {
            return; // clients are being connected
        }
        try {
            var figures = figures();
            sinks.forEach(sink -> sink.show(figures));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is over
        }
    }

    private LiveFigures figures() throws InterruptedException {
        var counts = probe.isPresent() ? probe.get().counts() : last;
        long now = System.nanoTime();
        var rates = finished
                ? LiveFigures.Rates.NONE
                : LiveFigures.Rates.between(last, counts, Math.max(1, now - lastNanos) / NANOS_PER_SECOND);
        last = counts;
        lastNanos = now;
        var elapsed = Duration.ofNanos(now - startNanos);
        var left = title.planned().minus(elapsed);
        boolean isKnown = !finished && !title.planned().isZero() && !left.isNegative();
        return new LiveFigures(
                title, elapsed, isKnown ? Optional.of(left) : Optional.empty(), counts, rates, rows.get());
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        ticks.ifPresent(scheduled -> scheduled.cancel(false));
        probe = Optional.empty();
        finished = true;
        try {
            var figures = figures();
            sinks.forEach(sink -> sink.ended(figures));
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nothing is waited for", e);
        }
    }
}
