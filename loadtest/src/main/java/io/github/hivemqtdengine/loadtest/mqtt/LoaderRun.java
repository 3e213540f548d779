// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator.Progress;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator.Stopped;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Run of a load by one or several load generators. The calling thread only waits. */
final class LoaderRun implements AutoCloseable {

    private static final long CHECK_MILLIS = 10;
    /** Asking other machines takes CPU that counts as the load's. */
    private static final long CHECK_MILLIS_OF_OTHERS = 100;
    /** Time without deliveries after which no repeated message is expected any more. */
    private static final long MICROS_OF_REPETITION = 1_000_000;

    private final LoadPlan plan;
    private final List<? extends LoadGenerator> generators;
    private final ParallelCalls calls;
    private final Duration lead;
    private final long checkMillis;

    /** @param lead time in which generators on other machines learn when publishers begin; zero for none of them */
    LoaderRun(LoadPlan plan, List<? extends LoadGenerator> generators, Duration lead) {
        this.plan = plan;
        this.generators = generators;
        this.calls = new ParallelCalls(generators);
        this.lead = lead;
        this.checkMillis = lead.isZero() ? CHECK_MILLIS : CHECK_MILLIS_OF_OTHERS;
    }

    LoadResult run(RunListener listener) throws IOException, InterruptedException {
        long connecting = System.nanoTime();
        calls.on(generator -> {
            generator.connect();
            return generator;
        });
        double connectSeconds = (System.nanoTime() - connecting) / (double) TimeUnit.SECONDS.toNanos(1);
        long start = start(listener);
        while (!progress().sent() && isInTime(start)) {
            Thread.sleep(checkMillis);
        }
        var stopped = stopSending(start);
        listener.sendingIsOver(stopped.micros());
        var end = new Ending(start, stopped);
        end.await();
        return end.result(connectSeconds);
    }

    private long start(RunListener listener) throws IOException, InterruptedException {
        long start = EpochMicros.now() + micros(lead);
        calls.on(generator -> {
            generator.begin(start);
            return generator;
        });
        for (long left = start - EpochMicros.now(); left > 0; left = start - EpochMicros.now()) {
            TimeUnit.MICROSECONDS.sleep(left);
        }
        probe().ifPresent(listener::running);
        listener.started(start);
        for (var generator : generators) {
            generator.start();
        }
        return start;
    }

    /** Returns the counts of all generators; empty if one of them does not tell its counts. */
    private Optional<LoadProbe> probe() {
        var probes = generators.stream()
                .flatMap(generator -> generator.probe().stream())
                .toList();
        return probes.size() < generators.size()
                ? Optional.empty()
                : Optional.of(() -> {
                    var all = LoadCounts.none();
                    for (var probe : probes) {
                        all = all.plus(probe.counts());
                    }
                    return all;
                });
    }

    private Progress progress() throws IOException, InterruptedException {
        var shared = plan.subscriptions().stream().map(SubscriberPlan::shared).toList();
        return calls.on(LoadGenerator::progress).stream()
                .reduce((one, other) -> one.and(other, shared))
                .orElseThrow();
    }

    private Stopped stopSending(long start) throws IOException, InterruptedException {
        return calls.on(LoadGenerator::stopSending).stream()
                .reduce(Stopped::and)
                .map(stopped -> new Stopped(Math.max(start, stopped.micros()), stopped.due()))
                .orElseThrow();
    }

    private boolean isInTime(long start) {
        return EpochMicros.now() - start < micros(plan.execTime());
    }

    private static long micros(Duration time) {
        return TimeUnit.NANOSECONDS.toMicros(time.toNanos());
    }

    @Override
    public void close() {
        calls.close();
    }

    /**
     * Phase from the last message sent to the end of the run. A missing delivery is lost if nothing came for
     * {@code subscriber_timeout}, then the broker answered all clients, and again nothing came for this time. Otherwise
     * it is under way, and awaited until {@code exec_time} has passed twice.
     */
    private final class Ending {

        private final long start;
        private final Stopped stopped;
        private long answeredMicros;
        private boolean settled;

        Ending(long start, Stopped stopped) {
            this.start = start;
            this.stopped = stopped;
        }

        void await() throws IOException, InterruptedException {
            while (!isOver(progress()) && EpochMicros.now() - start < 2 * micros(plan.execTime())) {
                Thread.sleep(checkMillis);
            }
        }

        private boolean isOver(Progress progress) throws IOException, InterruptedException {
            long last = Math.max(stopped.micros(), progress.lastMicros());
            settled = isReceived(progress) || (progress.connected() && isSilentSince(last));
            long quiet = progress.reconnects() == 0 ? 0 : MICROS_OF_REPETITION;
            boolean complete = progress.connected()
                    && progress.called()
                    && isHeldLongEnough()
                    && EpochMicros.now() - last >= quiet;
            return settled && (complete || !isInTime(start));
        }

        private boolean isSilentSince(long last) throws IOException, InterruptedException {
            long timeout = micros(plan.subscriberTimeout());
            if (EpochMicros.now() - last < timeout) {
                return false;
            }
            if (answeredMicros < last + timeout) {
                if (calls.on(LoadGenerator::isAnswered).contains(false)) {
                    return false;
                }
                answeredMicros = EpochMicros.now();
            }
            return EpochMicros.now() - answeredMicros >= timeout;
        }

        private boolean isReceived(Progress progress) {
            return IntStream.range(0, stopped.due().size())
                    .allMatch(each -> plan.subscriptions().get(each).count() == 0
                            || progress.received().get(each) >= stopped.due().get(each));
        }

        private boolean isHeldLongEnough() {
            return plan.crowd().connections() == 0
                    || EpochMicros.now() - start >= micros(plan.crowd().hold());
        }

        LoadResult result(double connectSeconds) throws IOException, InterruptedException {
            long end = EpochMicros.now();
            var parts = calls.on(LoadGenerator::end);
            return new Merge(plan, parts, settled).result(start, stopped.micros(), end, connectSeconds);
        }
    }
}
