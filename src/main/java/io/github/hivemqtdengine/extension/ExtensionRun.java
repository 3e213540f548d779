package io.github.hivemqtdengine.extension;

import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.DeadLetterFile;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Everything that runs between a start and a stop, wired by constructor calls. */
final class ExtensionRun implements AutoCloseable {

    private final List<JdbcDatabase> databases;
    private final DeadLetterFile deadLetters;
    private final DropwizardMetrics metrics;
    private final Pipeline pipeline;

    /**
     * Assembles the graph and starts it. Nothing of this waits for a database.
     *
     * @param dataFolder where the extension may write
     */
    ExtensionRun(ExtensionSettings settings, Path dataFolder, MetricRegistry registry) {
        var delivery = settings.delivery();
        var routes = RouteTable.of(settings.routes().stream().map(Route::of).toList());
        databases = open(settings, routes);
        deadLetters = new DeadLetterFile(
                dataFolder.resolve("dead-letters.jsonl"), settings.maxDeadLetterBytes(), Clock.systemUTC());
        metrics = new DropwizardMetrics(registry);
        pipeline = new Pipeline(routes, databases, delivery, deadLetters, metrics);
        pipeline.start();
    }

    /** All of them or none. */
    private static List<JdbcDatabase> open(ExtensionSettings settings, RouteTable routes) {
        var open = new ArrayList<JdbcDatabase>();
        try {
            for (var database : settings.databases()) {
                open.add(JdbcDatabase.of(
                        database,
                        settings.delivery().lanes().count(),
                        tables(routes, database.id()),
                        new DatabaseLog(database.id())));
            }
            return open;
        } catch (RuntimeException e) {
            open.forEach(JdbcDatabase::close);
            throw e;
        }
    }

    private static List<Table> tables(RouteTable routes, String databaseId) {
        return routes.routes().stream()
                .filter(route -> route.databaseId().equals(databaseId))
                .map(Route::table)
                .toList();
    }

    Pipeline pipeline() {
        return pipeline;
    }

    /** Takes nothing in any more, drains, and gives everything back, in this order. */
    @Override
    public void close() {
        pipeline.close();
        databases.forEach(JdbcDatabase::close);
        deadLetters.close();
        metrics.close();
    }
}
