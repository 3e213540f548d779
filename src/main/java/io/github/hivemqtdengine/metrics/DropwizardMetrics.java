package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
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
 * Metrics of the pipeline in a Dropwizard registry, below {@value #PREFIX}. Closing removes them.
 *
 * <ul>
 *   <li>{@code route.<id>.<name>}: the gauges of {@link RouteCounters}, the timer {@code commit-latency} from arrival
 *       to the database's confirmation, the histogram {@code batch-rows} of the route's rows in each batch, and the
 *       timer {@code write-latency} of those batches.
 *   <li>{@code total.<name>}: the sums of these gauges over all routes since the start.
 *   <li>{@code database.<id>.<name>}: the counter {@code retries}, and the gauges {@code writes-allowed}, {@code up},
 *       {@code needs-operator}, {@code waiting-lanes}, {@code connections} and {@code oldest-age-ms}.
 *   <li>{@code schema-registry.<id>.<name>}: the gauges of {@link RegistryCounters}.
 *   <li>{@code acknowledgements.<name>}: the gauges of {@link AckMetrics}.
 *   <li>{@code degraded}, {@code memory-only}, {@code bytes}, {@code max-bytes}, {@code share} and {@code damaged-bytes}
 *       of {@code spool}; {@code degraded}, {@code bytes}, {@code max-bytes}, {@code share}, {@code published} and {@code
 *       not-published} of {@code dead-letters}. A share is from 0 to 1.
 *   <li>{@code sparkplug.<name>}: the gauges of {@link #births} and {@link #rebirths}.
 *   <li>{@code last-reload-accepted}, and {@code configuration.<name>}: the other gauges of {@link Reloads}.
 *   <li>{@code clock.ahead-ms}, {@code clock.steps-back} and {@code replay.remaining-bytes}.
 * </ul>
 */
public final class DropwizardMetrics implements PipelineMetrics, AutoCloseable {

    /** Prefix of all names. */
    public static final String PREFIX = "com.hivemq.extensions.tdengine";

    /** Name of the gauge that is 1 while messages are captured; it belongs to the extension and is not removed here. */
    public static final String CAPTURE_ACTIVE = PREFIX + ".capture-active";

    private volatile MetricRegistry registry;
    private volatile boolean closed;
    /** Identifiers of databases that were removed and not added again. */
    private final Set<String> removed = ConcurrentHashMap.newKeySet();

    private final TotalCounters totals = new TotalCounters();

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
        accountGauges(routeName(routeId), counters);
        totals.add(counters);
        accountGauges(MetricRegistry.name(PREFIX, "total"), totals);
        var commitLatency = new BatchTimer();
        register(MetricRegistry.name(routeName(routeId), "commit-latency"), commitLatency);
        return new Times(
                commitLatency,
                registry.histogram(MetricRegistry.name(routeName(routeId), "batch-rows")),
                registry.timer(MetricRegistry.name(routeName(routeId), "write-latency")));
    }

    private void accountGauges(String prefix, RouteCounters counters) {
        gauge(MetricRegistry.name(prefix, "received"), counters::received);
        gauge(MetricRegistry.name(prefix, "stored"), counters::stored);
        gauge(MetricRegistry.name(prefix, "stored-rows"), counters::storedRows);
        gauge(MetricRegistry.name(prefix, "dead-lettered"), counters::deadLettered);
        gauge(MetricRegistry.name(prefix, "dropped"), counters::dropped);
        for (var reason : DropReason.values()) {
            gauge(MetricRegistry.name(prefix, "dropped." + reason.label()), () -> counters.dropped(reason));
        }
        gauge(MetricRegistry.name(prefix, "in-flight"), counters::inFlight);
        gauge(MetricRegistry.name(prefix, "retried"), counters::retried);
        gauge(MetricRegistry.name(prefix, "bumped-rows"), counters::bumpedRows);
        gauge(MetricRegistry.name(prefix, "overwritten-rows"), counters::overwrittenRows);
        gauge(MetricRegistry.name(prefix, "tag-changes"), counters::tagChanges);
        gauge(MetricRegistry.name(prefix, "delayed-acknowledgements"), counters::delayedAcks);
        for (var event : MappingEvent.values()) {
            gauge(MetricRegistry.name(prefix, "mapping." + event.label()), () -> counters.mapped(event));
        }
        gauge(MetricRegistry.name(prefix, "difference"), counters::difference);
    }

    @Override
    public void writesAllowed(String databaseId, IntSupplier writes) {
        gauge(databaseName(databaseId, "writes-allowed"), writes::getAsInt);
    }

    @Override
    public void databaseRemoved(String databaseId) {
        removed.add(databaseId);
        for (var name : List.of(
                "up", "needs-operator", "waiting-lanes", "writes-allowed", "connections", "oldest-age-ms", "retries")) {
            registry.remove(databaseName(databaseId, name)); // by whole names: another id may begin with this one
        }
    }

    /** Registers the metrics of the acknowledgements. */
    public void acknowledgements(AckMetrics metrics) {
        ackGauge("pending", metrics::pending);
        ackGauge("pending-bytes", metrics::pendingBytes);
        ackGauge("held", metrics::held);
        ackGauge("not-withheld", metrics::notWithheld);
        ackGauge("forgotten-clients", metrics::forgottenClients);
    }

    private void ackGauge(String name, LongSupplier value) {
        gauge(MetricRegistry.name(PREFIX, "acknowledgements", name), value);
    }

    @Override
    public void registryAdded(String registryId, RegistryCounters counters) {
        gauge(registryName(registryId, "up"), () -> counters.isUp() ? 1 : 0);
        gauge(registryName(registryId, "lookups"), counters::lookups);
        gauge(registryName(registryId, "failures"), counters::failures);
        gauge(registryName(registryId, "refusals"), counters::refusals);
        gauge(registryName(registryId, "cached-bytes"), counters::cachedBytes);
    }

    @Override
    public void registryRemoved(String registryId) {
        List.of("up", "lookups", "failures", "refusals", "cached-bytes")
                .forEach(name -> registry.remove(registryName(registryId, name)));
    }

    private static String registryName(String registryId, String name) {
        return MetricRegistry.name(PREFIX, "schema-registry", registryId, name);
    }

    @Override
    public void connections(String databaseId, IntSupplier open) {
        gauge(databaseName(databaseId, "connections"), open::getAsInt);
    }

    @Override
    public void databaseHealth(
            String databaseId, BooleanSupplier isUp, BooleanSupplier needsOperator, IntSupplier waitingLanes) {
        removed.remove(databaseId);
        registry.counter(databaseName(databaseId, "retries"));
        gauge(databaseName(databaseId, "up"), () -> isUp.getAsBoolean() ? 1 : 0);
        gauge(databaseName(databaseId, "needs-operator"), () -> needsOperator.getAsBoolean() ? 1 : 0);
        gauge(databaseName(databaseId, "waiting-lanes"), waitingLanes::getAsInt);
    }

    /** Registers the changes of the configuration. */
    public void reloads(Reloads reloads) {
        gauge(MetricRegistry.name(PREFIX, "last-reload-accepted"), () -> reloads.isLastAccepted() ? 1 : 0);
        gauge(MetricRegistry.name(PREFIX, "configuration", "reloads"), reloads::applied);
        gauge(MetricRegistry.name(PREFIX, "configuration", "rejected"), reloads::rejected);
        gauge(MetricRegistry.name(PREFIX, "configuration", "active-since"), reloads::activeSince);
    }

    /** Registers the size of the files that wait in the replay folder, bytes. */
    public void replay(LongSupplier remainingBytes) {
        gauge(MetricRegistry.name(PREFIX, "replay", "remaining-bytes"), remainingBytes);
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
     * Registers the fill level of the spool.
     *
     * @param bytes the bytes of waiting messages
     * @param maxBytes the limit of the spool, bytes
     * @param damagedBytes the bytes of unreadable data that is kept besides
     */
    public void spoolSize(LongSupplier bytes, long maxBytes, LongSupplier damagedBytes) {
        gauge(spoolName("bytes"), bytes);
        gauge(spoolName("max-bytes"), () -> maxBytes);
        shareGauge(spoolName("share"), bytes, maxBytes);
        gauge(spoolName("damaged-bytes"), damagedBytes);
    }

    /**
     * Registers the fill level of the dead letters.
     *
     * @param bytes the bytes of their files
     * @param maxBytes the limit of the files, bytes
     * @param isDegraded whether the disk has rejected dead letters recently
     */
    public void deadLetters(LongSupplier bytes, long maxBytes, BooleanSupplier isDegraded) {
        gauge(MetricRegistry.name(PREFIX, "dead-letters", "degraded"), () -> isDegraded.getAsBoolean() ? 1 : 0);
        gauge(MetricRegistry.name(PREFIX, "dead-letters", "bytes"), bytes);
        gauge(MetricRegistry.name(PREFIX, "dead-letters", "max-bytes"), () -> maxBytes);
        shareGauge(MetricRegistry.name(PREFIX, "dead-letters", "share"), bytes, maxBytes);
    }

    /**
     * Registers the counts of dead letters that were to be published.
     *
     * @param published the letters that the broker has taken
     * @param notPublished the letters that are in the file only
     */
    public void publishedDeadLetters(LongSupplier published, LongSupplier notPublished) {
        gauge(MetricRegistry.name(PREFIX, "dead-letters", "published"), published);
        gauge(MetricRegistry.name(PREFIX, "dead-letters", "not-published"), notPublished);
    }

    /**
     * Registers the births of Sparkplug edge nodes.
     *
     * @param nodes the known edge nodes
     * @param bytes the approximate size of their births, bytes
     * @param ignored the births that were not learned
     * @param forgotten the edge nodes that were forgotten for lack of room
     */
    public void births(IntSupplier nodes, LongSupplier bytes, LongSupplier ignored, LongSupplier forgotten) {
        gauge(MetricRegistry.name(PREFIX, "sparkplug", "nodes"), nodes::getAsInt);
        gauge(MetricRegistry.name(PREFIX, "sparkplug", "birth-bytes"), bytes);
        gauge(MetricRegistry.name(PREFIX, "sparkplug", "ignored-births"), ignored);
        gauge(MetricRegistry.name(PREFIX, "sparkplug", "forgotten-nodes"), forgotten);
    }

    /** Registers the rebirths of edge nodes: those requested, and those not requested because of a limit. */
    public void rebirths(LongSupplier requested, LongSupplier suppressed) {
        gauge(MetricRegistry.name(PREFIX, "sparkplug", "rebirths-requested"), requested);
        gauge(MetricRegistry.name(PREFIX, "sparkplug", "rebirths-suppressed"), suppressed);
    }

    private void shareGauge(String fullName, LongSupplier part, long whole) {
        register(fullName, (Gauge<Double>) () -> (double) part.getAsLong() / whole);
    }

    private void gauge(String fullName, LongSupplier value) {
        register(fullName, (Gauge<Long>) value::getAsLong);
    }

    private void register(String fullName, Metric metric) {
        registry.remove(fullName);
        registry.register(fullName, metric);
    }

    @Override
    public void writeRetried(String databaseId) {
        if (!closed && !removed.contains(databaseId)) { // a lane that did not stop in time must not register it again
            registry.counter(databaseName(databaseId, "retries")).inc();
        }
    }

    private static String routeName(String routeId) {
        return MetricRegistry.name(PREFIX, "route", routeId);
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

    /** Metrics of the changes of the configuration since the start. Thread-safe. */
    public interface Reloads {

        /** Returns whether the last change is active, or there was none. */
        boolean isLastAccepted();

        /** Returns the changes that became active. */
        long applied();

        /** Returns the changes that were rejected. */
        long rejected();

        /** Returns the time at which the active configuration became active, epoch seconds. */
        long activeSince();
    }

    /** Metrics of the acknowledgements that publishers wait for. Thread-safe. */
    public interface AckMetrics {

        /** Returns the publishes of QoS 1 and 2 that are not acknowledged yet, or that may be delivered again. */
        long pending();

        /** Returns the approximate heap use of these publishes, bytes. */
        long pendingBytes();

        /** Returns the acknowledgements that are held at the moment. */
        long held();

        /** Returns the acknowledgements to withhold whose clients the broker did not disconnect in time. */
        long notWithheld();

        /**
         * Returns the clients that disconnected during a QoS 2 handshake and were forgotten, since there were too many.
         */
        long forgottenClients();
    }
}
