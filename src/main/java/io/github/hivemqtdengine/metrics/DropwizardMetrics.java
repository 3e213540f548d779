// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of the pipeline in a Dropwizard registry, below {@value #PREFIX}. Closing removes them. Those of a route are
 * below {@code route.<id>}: a gauge for each of its counters, and its times. The gauges below {@code total} are the sums
 * over all routes since the start, removed routes included.
 */
public final class DropwizardMetrics implements PipelineMetrics, AutoCloseable {

    /** Prefix of all names. */
    public static final String PREFIX = "com.hivemq.extensions.tdengine";

    /** Name of the gauge that belongs to the extension and is not removed here. */
    public static final String CAPTURE_ACTIVE = fullName(ExtensionMetric.CAPTURE_ACTIVE, "");

    private volatile MetricRegistry registry;

    private final List<RouteCounters> routes = new CopyOnWriteArrayList<>();

    public DropwizardMetrics(MetricRegistry registry) {
        this.registry = registry;
    }

    /** Moves all metrics to this registry, and replaces metrics of the same names there. */
    public void moveTo(MetricRegistry other) {
        var moved = registry;
        registry = other;
        moved.getMetrics().forEach((name, metric) -> {
            other.remove(name);
            other.register(name, metric);
        });
    }

    @Override
    public RouteMetrics routeAdded(String routeId, RouteCounters counters) {
        counterGauges(counters, metric -> fullName(metric, routeId));
        routes.add(counters);
        counterGauges(
                counter ->
                        routes.stream().mapToLong(route -> route.get(counter)).sum(),
                metric -> fullName(metric.metric().replace("route.<id>", "total")));
        var commitLatency = new BatchTimer();
        register(fullName(ExtensionMetric.ROUTE_COMMIT_LATENCY, routeId), commitLatency);
        return new Times(
                commitLatency,
                registry.histogram(fullName(ExtensionMetric.ROUTE_BATCH_ROWS, routeId)),
                registry.timer(fullName(ExtensionMetric.ROUTE_WRITE_LATENCY, routeId)));
    }

    private void counterGauges(RouteCounters counters, Function<Metric, String> names) {
        for (var counter : RouteCounters.ALL) {
            register(names.apply(counter), gauge(() -> counters.get(counter)));
        }
        register(names.apply(ExtensionMetric.ROUTE_DROPPED), gauge(counters::dropped));
        register(names.apply(ExtensionMetric.ROUTE_DIFFERENCE), gauge(counters::difference));
    }

    private static Gauge<Long> gauge(LongSupplier value) {
        return value::getAsLong;
    }

    @Override
    public void gauge(Metric metric, String id, LongSupplier value) {
        register(fullName(metric, id), gauge(value));
    }

    /** Registers a gauge of how full a limited space is, from 0 to 1. */
    public void share(Metric metric, LongSupplier bytes, long maxBytes) {
        register(fullName(metric, ""), (Gauge<Double>) () -> (double) bytes.getAsLong() / maxBytes);
    }

    @Override
    public Runnable counter(Metric metric, String id) {
        return registry.counter(fullName(metric, id))::inc;
    }

    @Override
    public void remove(String group) {
        var start = fullName(group) + ".";
        registry.removeMatching( // by whole names: that of another group may begin with this one
                (name, metric) -> name.startsWith(start) && name.indexOf('.', start.length()) < 0);
    }

    /** Returns the value of a gauge or counter, 0 if there is none. */
    public Number value(Metric metric, String id) {
        var found = registry.getMetrics().get(fullName(metric, id));
        if (found instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number) {
            return number;
        }
        return found instanceof Counter counter ? counter.getCount() : 0L;
    }

    /** Returns the latest times from a message's arrival to its commit, {@code null} before the first commit. */
    public @Nullable CommitLatency commitLatency(String routeId) {
        if (registry.getMetrics().get(fullName(ExtensionMetric.ROUTE_COMMIT_LATENCY, routeId)) instanceof Timer timer
                && timer.getCount() > 0) {
            var times = timer.getSnapshot();
            return new CommitLatency(times.getMedian(), times.get99thPercentile());
        }
        return null;
    }

    /** Median and 99th percentile. */
    public record CommitLatency(double p50Nanos, double p99Nanos) {}

    private void register(String name, com.codahale.metrics.Metric metric) {
        registry.remove(name);
        registry.register(name, metric);
    }

    private static String fullName(Metric metric, String id) {
        return fullName(metric.metric(id));
    }

    private static String fullName(String name) {
        return PREFIX + "." + name;
    }

    @Override
    public void close() {
        registry.removeMatching((name, metric) -> name.startsWith(PREFIX + ".") && !name.equals(CAPTURE_ACTIVE));
    }

    private record Times(BatchTimer commitLatency, Histogram batchRows, Timer writeLatency) implements RouteMetrics {

        @Override
        public void stored(long[] commitNanos) {
            commitLatency.update(commitNanos);
        }

        @Override
        public void batchStored(int rows, long nanos) {
            batchRows.update(rows);
            writeLatency.update(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
