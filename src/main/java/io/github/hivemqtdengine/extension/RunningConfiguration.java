// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.config.ConfigurationChange;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.Silence;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.registry.SchemaRegistries;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.status.ActiveConfiguration;
import io.github.hivemqtdengine.status.ActiveConfiguration.DatabasePlace;
import io.github.hivemqtdengine.status.ActiveConfiguration.Rejection;
import io.github.hivemqtdengine.status.ActiveConfiguration.RouteName;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Active configuration, which is replaced by another one as a whole or not at all. Changed by one thread. */
final class RunningConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(RunningConfiguration.class);

    /** A change that removes a database waits for its lanes. */
    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);

    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private final Set<MessageSource> watched;
    private final SchemaRegistries registries;
    private final OpenDatabases databases;
    private final Pipeline pipeline;
    private final @Nullable Spool spool;
    private final Births births;
    private final RouteFactory factory;
    private Consumer<List<RouteSettings>> onStartedRoutes = started -> {};
    private volatile ExtensionSettings settings;
    private volatile RouteTable routes;
    /** The last change unless it is active. */
    private volatile @Nullable Rejection rejection;

    private final AtomicLong applied = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private volatile Instant activeSince = Instant.now();

    /**
     * @param routes the routes of the settings
     * @param spool the spool of the pipeline; {@code null} if messages wait in memory
     * @param births births of the Sparkplug routes
     * @param factory factory that has created these routes
     */
    RunningConfiguration(
            ExtensionSettings settings,
            RouteTable routes,
            SchemaRegistries registries,
            OpenDatabases databases,
            Pipeline pipeline,
            @Nullable Spool spool,
            Births births,
            RouteFactory factory) {
        this.settings = settings;
        this.watched = settings.routes().stream()
                .flatMap(route -> route.sources().stream())
                .collect(Collectors.toUnmodifiableSet());
        this.routes = routes;
        this.registries = registries;
        this.databases = databases;
        this.pipeline = pipeline;
        this.spool = spool;
        this.births = births;
        this.factory = factory;
        births.setRoutes(this::mayLearn);
    }

    /** Returns whether births are learned from a route; those of a removed one concern all routes. */
    private boolean mayLearn(String routeId) {
        return routes.route(routeId).map(Route::ordersByEdgeNode).orElse(true);
    }

    Pipeline pipeline() {
        return pipeline;
    }

    Births births() {
        return births;
    }

    /** Returns the active settings, the same object until they change; may be called by any thread. */
    ExtensionSettings settings() {
        return settings;
    }

    /**
     * Starts the pipeline. Messages that arrive later need a new BIRTH, as earlier ones may be lost.
     *
     * @return the latest known arrival time of an earlier process, epoch microseconds
     */
    long start() {
        long latest = Math.max(pipeline.start(), births.latestArrival());
        births.endAll(latest);
        return latest;
    }

    /**
     * Returns a periodic task that applies changes of the configuration files, to be closed before the objects that it
     * changes.
     *
     * @param startedRoutes receives the routes that a change has added
     */
    PeriodicTask reload(ConfigurationWatch watch, Duration interval, Consumer<List<RouteSettings>> startedRoutes) {
        onStartedRoutes = startedRoutes;
        return new PeriodicTask("tdengine-configuration", () -> applyChange(watch), interval, LONGEST_STOP);
    }

    private void applyChange(ConfigurationWatch watch) {
        var snapshot = watch.checkForChange();
        if (snapshot == null) {
            return;
        }
        try {
            if (!replaceWith(snapshot.settings())) {
                watch.repeatChange();
            }
        } catch (ConfigurationException e) {
            reject(String.valueOf(e.getMessage()));
        }
    }

    /** Registers the metrics of the changes. */
    void report(PipelineMetrics metrics) {
        metrics.gauge(ExtensionMetric.LAST_RELOAD_ACCEPTED, () -> rejection == null ? 1 : 0);
        metrics.gauge(ExtensionMetric.CONFIGURATION_RELOADS, applied::get);
        metrics.gauge(ExtensionMetric.CONFIGURATION_REJECTED, rejected::get);
        metrics.gauge(ExtensionMetric.CONFIGURATION_ACTIVE_SINCE, () -> activeSince.getEpochSecond());
    }

    /** Returns what the status shows of the active configuration; may be called by any thread. */
    ActiveConfiguration active(Path file) {
        var current = settings;
        return new ActiveConfiguration(
                file,
                activeSince,
                rejection,
                current.delivery().lanes().count(),
                current.routes().stream()
                        .map(route -> new RouteName(
                                route.id(),
                                route.databaseId(),
                                Optional.ofNullable(current.silences().get(route.id()))
                                        .map(Silence::after)
                                        .orElse(null)))
                        .toList(),
                current.databases().stream()
                        .map(database -> DatabasePlace.of(
                                database.id(), database.connection().jdbcUrl()))
                        .toList());
    }

    /**
     * Applies other settings. If that fails the previous settings stay active, and the log gives the reason.
     *
     * @return {@code false} if another attempt may succeed, since the failure is not in the settings
     */
    private boolean replaceWith(ExtensionSettings next) {
        var before = settings;
        var change = ConfigurationChange.between(before, next);
        var rejections = change.rejections(watched);
        if (!rejections.isEmpty()) {
            reject(String.join("\n", rejections));
        } else if (change.isNone()) {
            rejection = null;
            LOG.info("Configuration files changed, but their settings are the same; nothing to apply");
        } else if (apply(next)) {
            onStartedRoutes.accept(addedRoutes(before, next));
            applied.incrementAndGet();
            activeSince = Instant.now();
            rejection = null;
            LOG.info("Configuration change applied: {}", change);
            StartReport.warnings(next).forEach(LOG::warn);
        } else {
            rejection = new Rejection(Instant.now(), "It cannot be applied yet and is retried; the log says why");
            return false;
        }
        return true;
    }

    /** Logs why a change is rejected and the previous configuration stays active. */
    private void reject(String why) {
        rejected.incrementAndGet();
        rejection = new Rejection(Instant.now(), why);
        LOG.error("Configuration change rejected; the previous configuration stays active:\n{}", why);
    }

    /** Applies settings as a whole; returns {@code false} and restores the current ones if that fails. */
    private boolean apply(ExtensionSettings next) {
        var before = databases.open(settings.databases(), routes);
        try {
            registries.open(next.registries());
            var nextRoutes = routes(next);
            var opened = databases.open(next.databases(), nextRoutes);
            keepTrackOfLayout(next);
            pipeline.change(nextRoutes, opened);
            databases.keepOnly(opened, nextRoutes);
            registries.keepOnly(next.registries());
            factory.keepOnly(next.databases());
            endUnreceivedBirths(nextRoutes);
            settings = next;
            routes = nextRoutes;
            return true;
        } catch (IOException | RuntimeException e) {
            databases.keepOnly(before, routes);
            registries.open(settings.registries());
            registries.keepOnly(settings.registries());
            if (failures.tryAcquire()) {
                LOG.error(
                        "Configuration change cannot be applied yet and is retried; the previous configuration"
                                + " stays active",
                        e);
            }
            return false;
        }
    }

    private static List<RouteSettings> addedRoutes(ExtensionSettings before, ExtensionSettings next) {
        var ids = before.routes().stream().map(RouteSettings::id).collect(Collectors.toUnmodifiableSet());
        return next.routes().stream().filter(route -> !ids.contains(route.id())).toList();
    }

    /** Ends the births that no route receives any more, and says so if a first route has not received any. */
    private void endUnreceivedBirths(RouteTable nextRoutes) {
        births.endUnless(topic -> nextRoutes.match(topic).stream().anyMatch(Route::ordersByEdgeNode));
        if (routes.routes().stream().noneMatch(Route::ordersByEdgeNode)
                && nextRoutes.routes().stream().anyMatch(Route::ordersByEdgeNode)) {
            LOG.info(
                    "The first Sparkplug route was added: BIRTHs of edge nodes that arrived before are unknown. Until their"
                            + " next BIRTH, messages with aliases become dead letters (unknown_alias), which can be replayed");
        }
    }

    /** Keeps the {@link Route} object, and so its state, of every route whose settings and database are unchanged. */
    private RouteTable routes(ExtensionSettings next) {
        var before = Set.copyOf(settings.routes());
        return RouteTable.of(next.routes().stream()
                .map(route ->
                        before.contains(route) && databaseOf(route, settings).equals(databaseOf(route, next))
                                ? routes.route(route.id()).orElseThrow()
                                : factory.create(route))
                .toList());
    }

    private static DatabaseSettings databaseOf(RouteSettings route, ExtensionSettings of) {
        return of.databases().stream()
                .filter(database -> database.id().equals(route.databaseId()))
                .findFirst()
                .orElseThrow();
    }

    private void keepTrackOfLayout(ExtensionSettings next) throws IOException {
        if (spool != null && !SpoolLayout.of(next).equals(SpoolLayout.of(settings))) {
            spool.reassignAtNextStart();
        }
    }
}
