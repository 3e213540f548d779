// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.CommitLatency;
import io.github.hivemqtdengine.loadtest.measure.CommitLatency.Observation;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.rows.RowWatch;
import io.github.hivemqtdengine.loadtest.stack.rows.SparkplugRows;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Watches the rows of edge nodes in one round and compares them with the messages sent. */
public final class EdgeNodeVerifier implements RowsOfRound, AutoCloseable {

    /** Time without new rows, while the database answers, after which no more rows are expected. */
    private static final Duration QUIET = Duration.ofSeconds(15);

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final int MOST_ATTEMPTS = 5;
    private static final long MILLIS_BETWEEN_READINGS = 1_000;

    private final Database database;
    private final EdgeNodePlan plan;
    private final Duration late;
    private final RowWatch watch;

    private EdgeNodeVerifier(Database database, EdgeNodePlan plan, Duration late, RowWatch watch) {
        this.database = database;
        this.plan = plan;
        this.late = late;
        this.watch = watch;
    }

    /** Starts watching, before the first row of the round. */
    public static EdgeNodeVerifier begin(Database database, EdgeNodePlan plan, Scenario scenario) throws SQLException {
        var storage = scenario.storage();
        var watch = RowWatch.ofTables(database, SparkplugRows.METRICS, storage.countEvery());
        return new EdgeNodeVerifier(database, plan, storage.late(), watch);
    }

    @Override
    public OptionalLong soFar() {
        return OptionalLong.of(watch.rows());
    }

    @Override
    public Stored await(LoadResult load, String clientPrefix, boolean tellMessages, Runnable beforeReading)
            throws SQLException, InterruptedException {
        long deadline = load.endOfSendingMicros() + TimeUnit.NANOSECONDS.toMicros(late.toNanos());
        var due = new DueRows(EdgeNodeRows.metrics(plan, load.sent()), 0, deadline);
        watch.await(due.all(), QUIET, LIMIT);
        beforeReading.run();
        var stored = readUntilComplete(load, clientPrefix);
        close();
        return figures -> conclude(load, due, stored, figures);
    }

    /** The rows of the last NDEATHs come after those of all metrics, and are not watched. */
    private EdgeNodeRows readUntilComplete(LoadResult load, String group) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + QUIET.toNanos();
        var rows = read(load, group);
        while (rows.result().total().missing() > 0 && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_READINGS);
            rows = read(load, group);
        }
        return rows;
    }

    private EdgeNodeRows read(LoadResult load, String group) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            var rows = new EdgeNodeRows(plan, load.sent());
            try {
                new SparkplugRows(database).read(group, rows);
                return rows;
            } catch (SQLException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void conclude(LoadResult load, DueRows due, EdgeNodeRows stored, RoundFigures figures) {
        var observations = watch.observations().map(seen -> new Observation(seen.epochMicros(), seen.rows()));
        var committed = CommitLatency.of(load.startMicros(), load.sent(), stored::storedMetrics, observations);
        boolean tellsWhose = stored.result().total().duplicated() == 0;
        figures.reconciled(stored.result()).committed(tellsWhose ? committed : committed.withoutLatency());
        watch.medianMillisBetweenCounts().ifPresent(millis -> figures.put(Figure.COMMIT_RESOLUTION_MS, millis));
        figures.put(Figure.ROWS_LATE, due.late(watch.observations()));
    }

    @Override
    public void close() {
        watch.close();
    }
}
