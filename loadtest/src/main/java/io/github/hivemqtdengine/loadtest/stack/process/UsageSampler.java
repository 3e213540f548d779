// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import io.github.hivemqtdengine.loadtest.measure.ProcessFigures;
import io.github.hivemqtdengine.loadtest.measure.UsageSample;
import io.github.hivemqtdengine.loadtest.measure.UsageSeries;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records CPU and memory of broker, database and loader once a second, in a thread of its own, until closed. */
public final class UsageSampler implements AutoCloseable {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1024.0 * 1024;

    private final Supplier<? extends Collection<ProcessHandle>> broker;
    private final Supplier<? extends Collection<ProcessHandle>> database;
    private final UsageSeries series = new UsageSeries();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        var made = new Thread(task, "usage-sampler");
        made.setDaemon(true);
        return made;
    });
    private final long startNanos = System.nanoTime();
    private Usage before;

    private UsageSampler(
            Supplier<? extends Collection<ProcessHandle>> broker,
            Supplier<? extends Collection<ProcessHandle>> database) {
        this.broker = broker;
        this.database = database;
        this.before = now();
    }

    /**
     * Starts with the time of this call as second 0.
     *
     * @param broker current processes of the broker; empty while there are none
     * @param database current processes of the database; empty while there are none
     */
    public static UsageSampler start(
            Supplier<? extends Collection<ProcessHandle>> broker,
            Supplier<? extends Collection<ProcessHandle>> database) {
        return start(broker, database, Duration.ofSeconds(1));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // sampling never fails
    static UsageSampler start(
            Supplier<? extends Collection<ProcessHandle>> broker,
            Supplier<? extends Collection<ProcessHandle>> database,
            Duration interval) {
        var sampler = new UsageSampler(broker, database);
        sampler.thread.scheduleAtFixedRate(
                sampler::sample, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
        return sampler;
    }

    private synchronized void sample() {
        var now = now();
        series.add(new UsageSample(
                rounded((now.nanos - startNanos) / NANOS_PER_SECOND),
                cores(now, now.broker, before.broker),
                cores(now, now.database, before.database),
                cores(now, now.loader, before.loader),
                megabytes(now.broker),
                megabytes(now.database),
                megabytes(now.loader)));
        before = now;
    }

    private Usage now() {
        return new Usage(
                System.nanoTime(),
                ProcessFigures.of(broker.get()),
                ProcessFigures.of(database.get()),
                ProcessFigures.of(List.of(ProcessHandle.current())));
    }

    private @Nullable Double cores(Usage now, ProcessFigures process, ProcessFigures earlier) {
        var used = process.cpuSince(earlier);
        long took = now.nanos - before.nanos;
        return used.isEmpty() || took <= 0
                ? null
                : rounded(Math.max(0.0, (double) used.get().toNanos() / took));
    }

    private static @Nullable Double megabytes(ProcessFigures process) {
        var bytes = process.memoryBytes();
        return bytes.isEmpty() ? null : rounded(bytes.getAsLong() / BYTES_PER_MB);
    }

    /** Rounds to the three decimals that the JSON of a run keeps. */
    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    /** Returns the samples so far, at most some thousands. */
    public synchronized List<UsageSample> samples() {
        return series.samples();
    }

    /** Stops sampling; idempotent. */
    @Override
    public void close() {
        thread.shutdownNow();
    }

    private record Usage(long nanos, ProcessFigures broker, ProcessFigures database, ProcessFigures loader) {}
}
