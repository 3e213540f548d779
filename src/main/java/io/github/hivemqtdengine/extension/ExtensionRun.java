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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Everything that runs between a start and a stop, wired by constructor calls. */
final class ExtensionRun implements AutoCloseable {

    /** What gives everything back again; the last comes first. */
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private final Pipeline pipeline;

    /**
     * Assembles the graph and starts it. Nothing of this waits for a database. Where a part fails, those before it are
     * closed.
     *
     * @param dataFolder where the extension may write
     */
    ExtensionRun(ExtensionSettings settings, Path dataFolder, MetricRegistry registry) {
        try {
            pipeline = assemble(settings, dataFolder, registry);
            closing.push(pipeline::close);
            pipeline.start();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private Pipeline assemble(ExtensionSettings settings, Path dataFolder, MetricRegistry registry) {
        var routes = RouteTable.of(settings.routes().stream().map(Route::of).toList());
        var metrics = new DropwizardMetrics(registry);
        closing.push(metrics::close);
        var deadLetters = new DeadLetterFile(
                dataFolder.resolve("dead-letters.jsonl"), settings.maxDeadLetterBytes(), Clock.systemUTC());
        closing.push(deadLetters::close);
        return new Pipeline(routes, open(settings, routes), settings.delivery(), deadLetters, metrics);
    }

    private List<JdbcDatabase> open(ExtensionSettings settings, RouteTable routes) {
        var open = new ArrayList<JdbcDatabase>();
        for (var settingsOfOne : settings.databases()) {
            var database = JdbcDatabase.of(
                    settingsOfOne,
                    settings.delivery().lanes().count(),
                    tables(routes, settingsOfOne.id()),
                    new DatabaseLog(settingsOfOne.id()));
            closing.push(database::close);
            open.add(database);
        }
        return open;
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

    /**
     * Takes nothing in any more, drains, and gives everything back: connections, the dead letters' file, metrics, in this
     * order.
     */
    @Override
    public void close() {
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }
}
