package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.LockFreeExponentiallyDecayingReservoir;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The pipeline's figures in a Dropwizard registry, below {@value #PREFIX}. Closing takes all of them out again.
 *
 * <p>Per route, as {@code route.<id>.<name>}: the gauges of {@link RouteFigures}, the timer {@code commit-latency},
 * from arrival to the database's confirmation, the histogram {@code batch-rows}, the route's rows in each batch, and
 * the timer {@code write-latency} of those batches. Per database, as {@code database.<id>.<name>}: the counter {@code
 * retries}, and the gauges {@code writes-allowed}, {@code up}, {@code waiting-lanes} and {@code oldest-age-ms}. For the
 * whole broker, as {@code acknowledgements.<name>}: the gauges of {@link AckFigures}; the gauges {@code clock.ahead-ms} and
 * {@code clock.steps-back} of the clock that stamps messages; those of the spool, {@code spool.degraded}, {@code
 * spool.memory-only}, {@code spool.bytes}, {@code spool.share} and {@code spool.damaged-bytes}; {@code dead-letters.bytes}
 * and {@code dead-letters.share}; and the gauge {@code last-reload-accepted}. A share is a number from 0 to 1.
 */
public final class DropwizardMetrics implements PipelineMetrics, AutoCloseable {

    /** What all names begin with. */
    public static final String PREFIX = "com.hivemq.extensions.tdengine";

    /** Gauge that tells whether messages are captured; it belongs to the extension and is not removed here. */
    public static final String CAPTURE_ACTIVE = PREFIX + ".capture-active";

    private volatile MetricRegistry registry;
    private volatile boolean closed;
    /** Identifiers of the databases that have gone, and have not come back. */
    private final Set<String> removed = ConcurrentHashMap.newKeySet();

    public DropwizardMetrics(MetricRegistry registry) {
        this.registry = registry;
    }

    /** Shows everything in this registry instead; what is there under the same names is replaced. */
    public void moveTo(MetricRegistry other) {
        var moved = registry;
        registry = other;
        moved.getMetrics().forEach((name, metric) -> {
            other.remove(name);
            other.register(name, metric);
        });
    }

    @Override
    public RouteMetrics routeAdded(String routeId, RouteFigures figures) {
        routeGauge(routeId, "received", figures::received);
        routeGauge(routeId, "stored", figures::stored);
        routeGauge(routeId, "stored-rows", figures::storedRows);
        routeGauge(routeId, "dead-lettered", figures::deadLettered);
        routeGauge(routeId, "dropped", figures::dropped);
        for (var reason : DropReason.values()) {
            routeGauge(routeId, "dropped." + reason.label(), () -> figures.dropped(reason));
        }
        routeGauge(routeId, "in-flight", figures::inFlight);
        routeGauge(routeId, "retried", figures::retried);
        routeGauge(routeId, "bumped-rows", figures::bumpedRows);
        routeGauge(routeId, "overwritten-rows", figures::overwrittenRows);
        routeGauge(routeId, "tag-changes", figures::tagChanges);
        for (var event : MappingEvent.values()) {
            routeGauge(routeId, "mapping." + event.label(), () -> figures.mapped(event));
        }
        routeGauge(routeId, "difference", figures::difference);
        return new Times(
                registry.timer(routeName(routeId, "commit-latency"), DropwizardMetrics::fastTimer),
                registry.histogram(routeName(routeId, "batch-rows")),
                registry.timer(routeName(routeId, "write-latency")));
    }

    /** Updated once per message, so without the lock of the usual one. */
    private static Timer fastTimer() {
        return new Timer(LockFreeExponentiallyDecayingReservoir.builder().build());
    }

    @Override
    public void writesAllowed(String databaseId, IntSupplier writes) {
        gauge(databaseName(databaseId, "writes-allowed"), writes::getAsInt);
    }

    @Override
    public void databaseRemoved(String databaseId) {
        removed.add(databaseId);
        for (var name : List.of("up", "waiting-lanes", "writes-allowed", "oldest-age-ms", "retries")) {
            registry.remove(databaseName(databaseId, name)); // by whole names: another id may begin with this one
        }
    }

    /** Reports the acknowledgements from now on. */
    public void acknowledgements(AckFigures figures) {
        ackGauge("pending", figures::pending);
        ackGauge("pending-bytes", figures::pendingBytes);
        ackGauge("held", figures::held);
        ackGauge("not-withheld", figures::notWithheld);
        ackGauge("forgotten-clients", figures::forgottenClients);
    }

    private void ackGauge(String name, LongSupplier figure) {
        gauge(MetricRegistry.name(PREFIX, "acknowledgements", name), figure);
    }

    @Override
    public void databaseHealth(String databaseId, BooleanSupplier isUp, IntSupplier waitingLanes) {
        removed.remove(databaseId);
        gauge(databaseName(databaseId, "up"), () -> isUp.getAsBoolean() ? 1 : 0);
        gauge(databaseName(databaseId, "waiting-lanes"), waitingLanes::getAsInt);
    }

    /** Shows whether the last change of the configuration is in use, as the gauge {@code last-reload-accepted}. */
    public void reloads(BooleanSupplier isLastAccepted) {
        gauge(MetricRegistry.name(PREFIX, "last-reload-accepted"), () -> isLastAccepted.getAsBoolean() ? 1 : 0);
    }

    @Override
    public void clock(LongSupplier aheadMillis, LongSupplier stepsBack) {
        gauge(MetricRegistry.name(PREFIX, "clock.ahead-ms"), aheadMillis);
        gauge(MetricRegistry.name(PREFIX, "clock.steps-back"), stepsBack);
    }

    @Override
    public void spoolBypass(BooleanSupplier isActive, LongSupplier messages) {
        gauge(spoolName("degraded"), () -> isActive.getAsBoolean() ? 1 : 0);
        gauge(spoolName("memory-only"), messages);
    }

    @Override
    public void oldestMessage(String databaseId, LongSupplier ageMillis) {
        gauge(databaseName(databaseId, "oldest-age-ms"), ageMillis);
    }

    /**
     * Shows how full the spool is.
     *
     * @param bytes the bytes of what waits
     * @param maxBytes the bytes at which the spool takes no more
     * @param damagedBytes the bytes of what can't be read, and is kept besides
     */
    public void spoolSize(LongSupplier bytes, long maxBytes, LongSupplier damagedBytes) {
        gauge(spoolName("bytes"), bytes);
        shareGauge(spoolName("share"), bytes, maxBytes);
        gauge(spoolName("damaged-bytes"), damagedBytes);
    }

    /**
     * Shows how full the dead letters are.
     *
     * @param bytes the bytes of their files
     * @param maxBytes the bytes at which no more are kept
     * @param isDegraded whether the disk takes none now
     */
    public void deadLetters(LongSupplier bytes, long maxBytes, BooleanSupplier isDegraded) {
        gauge(MetricRegistry.name(PREFIX, "dead-letters", "degraded"), () -> isDegraded.getAsBoolean() ? 1 : 0);
        gauge(MetricRegistry.name(PREFIX, "dead-letters", "bytes"), bytes);
        shareGauge(MetricRegistry.name(PREFIX, "dead-letters", "share"), bytes, maxBytes);
    }

    private void shareGauge(String fullName, LongSupplier part, long whole) {
        register(fullName, (Gauge<Double>) () -> (double) part.getAsLong() / whole);
    }

    private void routeGauge(String routeId, String name, LongSupplier figure) {
        gauge(routeName(routeId, name), figure);
    }

    private void gauge(String fullName, LongSupplier figure) {
        register(fullName, (Gauge<Long>) figure::getAsLong);
    }

    private void register(String fullName, Metric gauge) {
        registry.remove(fullName);
        registry.register(fullName, gauge);
    }

    @Override
    public void writeRetried(String databaseId) {
        if (!closed && !removed.contains(databaseId)) { // a lane that was left behind must not register it again
            registry.counter(databaseName(databaseId, "retries")).inc();
        }
    }

    private static String routeName(String routeId, String name) {
        return MetricRegistry.name(PREFIX, "route", routeId, name);
    }

    private static String spoolName(String name) {
        return MetricRegistry.name(PREFIX, "spool", name);
    }

    private static String databaseName(String databaseId, String name) {
        return MetricRegistry.name(PREFIX, "database", databaseId, name);
    }

    @Override
    public void close() {
        closed = true;
        registry.removeMatching((name, metric) -> name.startsWith(PREFIX + ".") && !name.equals(CAPTURE_ACTIVE));
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
