package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.LockFreeExponentiallyDecayingReservoir;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The pipeline's figures in a Dropwizard registry, below {@value #PREFIX}. Closing takes all of them out again.
 *
 * <p>Per route, as {@code route.<id>.<name>}: the gauges of {@link RouteFigures}, the timer {@code commit-latency}, from
 * arrival to the database's confirmation, the histogram {@code batch-rows}, the route's rows in each batch, and the timer
 * {@code write-latency} of those batches. Per database, as {@code database.<id>.<name>}: the counter {@code retries}.
 */
public final class DropwizardMetrics implements PipelineMetrics, AutoCloseable {

    /** What all names begin with. */
    public static final String PREFIX = "com.hivemq.extensions.tdengine";

    private final MetricRegistry registry;
    private volatile boolean closed;

    public DropwizardMetrics(MetricRegistry registry) {
        this.registry = registry;
    }

    @Override
    public RouteMetrics routeAdded(String routeId, RouteFigures figures) {
        gauge(routeId, "received", figures::received);
        gauge(routeId, "stored", figures::stored);
        gauge(routeId, "stored-rows", figures::storedRows);
        gauge(routeId, "dead-lettered", figures::deadLettered);
        gauge(routeId, "dropped", figures::dropped);
        for (var reason : DropReason.values()) {
            gauge(routeId, "dropped." + reason.label(), () -> figures.dropped(reason));
        }
        gauge(routeId, "in-flight", figures::inFlight);
        gauge(routeId, "retried", figures::retried);
        gauge(routeId, "bumped-rows", figures::bumpedRows);
        gauge(routeId, "overwritten-rows", figures::overwrittenRows);
        gauge(routeId, "tag-changes", figures::tagChanges);
        gauge(routeId, "difference", figures::difference);
        return new Times(
                registry.timer(routeName(routeId, "commit-latency"), DropwizardMetrics::fastTimer),
                registry.histogram(routeName(routeId, "batch-rows")),
                registry.timer(routeName(routeId, "write-latency")));
    }

    /** Updated once per message, so without the lock of the usual one. */
    private static Timer fastTimer() {
        return new Timer(LockFreeExponentiallyDecayingReservoir.builder().build());
    }

    private void gauge(String routeId, String name, LongSupplier figure) {
        Metric gauge = (Gauge<Long>) figure::getAsLong;
        registry.remove(routeName(routeId, name));
        registry.register(routeName(routeId, name), gauge);
    }

    @Override
    public void writeRetried(String databaseId) {
        if (!closed) { // a lane that was left behind must not register it again
            registry.counter(databaseName(databaseId, "retries")).inc();
        }
    }

    private static String routeName(String routeId, String name) {
        return MetricRegistry.name(PREFIX, "route", routeId, name);
    }

    private static String databaseName(String databaseId, String name) {
        return MetricRegistry.name(PREFIX, "database", databaseId, name);
    }

    @Override
    public void close() {
        closed = true;
        registry.removeMatching((name, metric) -> name.startsWith(PREFIX + "."));
    }

    /** The times of one route. */
    private record Times(Timer commitLatency, Histogram batchRows, Timer writeLatency) implements RouteMetrics {

        @Override
        public void stored(long commitNanos) {
            commitLatency.update(commitNanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void batchStored(int rows, long nanos) {
            batchRows.update(rows);
            writeLatency.update(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
