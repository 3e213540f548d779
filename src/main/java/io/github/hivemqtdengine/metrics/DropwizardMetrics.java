package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Metrics of the pipeline in a Dropwizard registry, below {@value #PREFIX}. Closing removes them. Those of a route are
 * below {@code route.<id>}: a gauge for each of its counters, and its times. The gauges below {@code total} are the sums
 * over all routes since the start, removed routes included.
 */
public final class DropwizardMetrics implements PipelineMetrics, AutoCloseable {

    /** Prefix of all names. */
    public static final String PREFIX = "com.hivemq.extensions.tdengine";

    /** Name of the gauge that is 1 while messages are captured; it belongs to the extension and is not removed here. */
    public static final String CAPTURE_ACTIVE = PREFIX + ".capture-active";

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
        var group = "route." + routeId;
        counterGauges(group, counters);
        routes.add(counters);
        counterGauges(
                "total",
                counter ->
                        routes.stream().mapToLong(route -> route.get(counter)).sum());
        var commitLatency = new BatchTimer();
        register(group + ".commit-latency", commitLatency);
        return new Times(
                commitLatency,
                registry.histogram(fullName(group + ".batch-rows")),
                registry.timer(fullName(group + ".write-latency")));
    }

    private void counterGauges(String group, RouteCounters counters) {
        for (var counter : RouteCounters.ALL) {
            gauge(group + "." + counter.metric(), () -> counters.get(counter));
        }
        gauge(group + ".dropped", counters::dropped);
        gauge(group + ".difference", counters::difference);
    }

    @Override
    public void gauge(String name, LongSupplier value) {
        register(name, (Gauge<Long>) value::getAsLong);
    }

    /** Registers how full a limited space is: {@code bytes}, {@code max-bytes}, and the {@code share} from 0 to 1. */
    public void fill(String group, LongSupplier bytes, long maxBytes) {
        gauge(group + ".bytes", bytes);
        gauge(group + ".max-bytes", () -> maxBytes);
        register(group + ".share", (Gauge<Double>) () -> (double) bytes.getAsLong() / maxBytes);
    }

    @Override
    public Runnable counter(String name) {
        return registry.counter(fullName(name))::inc;
    }

    @Override
    public void remove(String group) {
        var start = fullName(group) + ".";
        registry.removeMatching( // by whole names: that of another group may begin with this one
                (name, metric) -> name.startsWith(start) && name.indexOf('.', start.length()) < 0);
    }

    private void register(String name, Metric metric) {
        registry.remove(fullName(name));
        registry.register(fullName(name), metric);
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
