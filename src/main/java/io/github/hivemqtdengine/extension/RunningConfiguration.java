package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.config.ConfigurationChange;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.pipeline.OncePerInterval;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.Spool;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configuration that runs, and how another one takes its place: as a whole, or not at all. For one thread. */
final class RunningConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(RunningConfiguration.class);

    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private final Set<MessageSource> watched;
    private final OpenDatabases databases;
    private final Pipeline pipeline;
    private final @Nullable Spool spool;
    private ExtensionSettings settings;
    private RouteTable routes;
    private volatile boolean isLastChangeAccepted = true;

    /**
     * What has been started.
     *
     * @param routes those that the settings describe
     * @param spool where messages wait, {@code null} if they wait in memory
     */
    RunningConfiguration(
            ExtensionSettings settings,
            RouteTable routes,
            OpenDatabases databases,
            Pipeline pipeline,
            @Nullable Spool spool) {
        this.settings = settings;
        this.watched = settings.routes().stream().map(RouteSettings::source).collect(Collectors.toUnmodifiableSet());
        this.routes = routes;
        this.databases = databases;
        this.pipeline = pipeline;
        this.spool = spool;
    }

    /** What carries its messages. */
    Pipeline pipeline() {
        return pipeline;
    }

    /** Returns whether the last change is in use; any thread may ask. */
    boolean isLastChangeAccepted() {
        return isLastChangeAccepted;
    }

    /**
     * Goes on with other settings; where that is not possible nothing changes, and the log says why.
     *
     * @return {@code false} if it is worth another try, since the settings are not to blame
     */
    boolean become(ExtensionSettings next) {
        var change = ConfigurationChange.between(settings, next);
        var refusals = change.refusals(watched);
        if (!refusals.isEmpty()) {
            refuse(String.join("\n", refusals));
        } else if (change.isNone()) {
            isLastChangeAccepted = true;
            LOG.info("The configuration was written anew and says what it said before");
        } else if (hasBecome(next)) {
            isLastChangeAccepted = true;
            LOG.info("The configuration was changed: {}", change);
            StartReport.warnings(next).forEach(LOG::warn);
        } else {
            isLastChangeAccepted = false;
            return false;
        }
        return true;
    }

    /** Says why the configuration of before goes on. */
    void refuse(String why) {
        isLastChangeAccepted = false;
        LOG.error("The configuration was changed and can't be used, so that of before goes on:\n{}", why);
    }

    private boolean hasBecome(ExtensionSettings next) {
        var before = databases.open(settings.databases(), routes);
        try {
            var nextRoutes = routes(next);
            var opened = databases.open(next.databases(), nextRoutes);
            keepTrackOfLayout(next);
            pipeline.change(nextRoutes, opened);
            databases.keepOnly(opened, nextRoutes);
            settings = next;
            routes = nextRoutes;
            return true;
        } catch (IOException | RuntimeException e) {
            databases.keepOnly(before, routes);
            if (failures.isDue()) {
                LOG.error("The configuration was changed and can't be followed yet, so that of before goes on", e);
            }
            return false;
        }
    }

    /** A route that is the same, and goes to the same database, goes on as it is, with what it remembers. */
    private RouteTable routes(ExtensionSettings next) {
        var before = Set.copyOf(settings.routes());
        return RouteTable.of(next.routes().stream()
                .map(route ->
                        before.contains(route) && databaseOf(route, settings).equals(databaseOf(route, next))
                                ? routes.route(route.id()).orElseThrow()
                                : Route.of(route))
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
            spool.layOutAtNextStart();
        }
    }
}
