// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.TopicOrder;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.rows.OrderWatch;
import io.github.hivemqtdengine.loadtest.stack.rows.RowSource;
import io.github.hivemqtdengine.loadtest.stack.rows.RowWatch;
import io.github.hivemqtdengine.loadtest.stack.rows.TableRows;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Watches the rows of one round and compares them with the messages sent. */
public final class RowVerifier implements RowsOfRound, AutoCloseable {

    /** Time without new rows, while the database answers, after which no more rows are expected. */
    private static final Duration QUIET = Duration.ofSeconds(15);

    /** Time without new rows after which no repeated message is expected any more. */
    private static final Duration REPEATED = Duration.ofSeconds(2);

    private static final Duration LIMIT = Duration.ofMinutes(15);

    private static final long MILLIS_BETWEEN_READINGS = 250;

    private final RowSource source;
    private final Scenario scenario;
    private final Map<ClientGroup, TimeSteps> steps;
    private final RowWatch watch;
    private final Optional<OrderWatch> order;
    private final List<String> notes;

    RowVerifier(
            RowSource source,
            Scenario scenario,
            Map<ClientGroup, TimeSteps> steps,
            RowWatch watch,
            Optional<OrderWatch> order,
            List<String> notes) {
        this.source = source;
        this.scenario = scenario;
        this.steps = steps;
        this.watch = watch;
        this.order = order;
        this.notes = notes;
    }

    /** Starts watching the tables of all groups, before the first row of the round. */
    public static RowVerifier begin(Database database, Scenario scenario, String clientPrefix)
            throws IOException, SQLException {
        var steps = TimeSteps.of(scenario.load());
        var source = new TableRows(database, scenario.load().tables(), clientPrefix, !steps.isEmpty());
        var watch = source.watch(scenario.storage().countEvery());
        return new RowVerifier(source, scenario, steps, watch, order(database, scenario, clientPrefix), List.of());
    }

    private static Optional<OrderWatch> order(Database database, Scenario scenario, String clientPrefix) {
        if (!scenario.storage().checkOrder()) {
            return Optional.empty();
        }
        var group = scenario.load().only();
        int topics = group.publishers().topics().topics();
        var order = new TopicOrder(topics, group.rows().perMessage());
        return Optional.of(OrderWatch.start(database, group.rows().table().orElseThrow(), clientPrefix, order));
    }

    @Override
    public OptionalLong soFar() {
        return OptionalLong.of(watch.rows());
    }

    @Override
    public Stored await(LoadResult load, String clientPrefix, boolean tellMessages, Runnable beforeReading)
            throws SQLException, InterruptedException {
        boolean reads = tellMessages && source.isReadable();
        var rows = new RowsOfGroups(scenario, load, steps, tellMessages);
        var due = DueRows.of(scenario, load, rows);
        long left = Math.max(0, due.deadlineMicros() - EpochMicros.now());
        boolean counted = watch.await(due.all(), QUIET, Duration.of(left, ChronoUnit.MICROS)) >= due.all();
        if (counted) {
            beforeReading.run();
        }
        boolean repeated = scenario.load().keepsSessions();
        boolean overwrites = !steps.isEmpty();
        boolean ambiguous = overwrites || repeated;
        boolean readsEarly = reads && ambiguous && (counted || overwrites);
        boolean there = readsEarly ? awaitLastOnes(load, due) : counted;
        if (!there && EpochMicros.now() >= due.deadlineMicros()) {
            if (reads) {
                rows.read(source).readAgain();
            }
            watch.await(ambiguous ? Long.MAX_VALUE : due.all(), QUIET, LIMIT);
        } else if (repeated) {
            watch.await(Long.MAX_VALUE, REPEATED, LIMIT);
        }
        if (!counted) {
            beforeReading.run();
        }
        close();
        return figures -> {
            if (reads) {
                reconcile(due, rows.read(source), figures);
            } else {
                putCount(due, watch.rows(), rows, figures);
            }
            watch.medianMillisBetweenCounts().ifPresent(millis -> figures.put(Figure.COMMIT_RESOLUTION_MS, millis));
            var late = figures.figures().getOrDefault(Figure.ROWS_LATE, 0.0);
            figures.put(Figure.ROWS_LATE, Math.max(late, (double) due.late(watch.observations())));
            order.map(OrderWatch::mostLacking)
                    .ifPresent(lacking -> lacking.ifPresent(most -> figures.put(Figure.ROWS_OUT_OF_ORDER, most)));
        };
    }

    /**
     * Reads the rows until none is missing, or its time is over. The count does not tell where rows overwrite each other
     * or messages are repeated. Returns whether none is missing.
     */
    private boolean awaitLastOnes(LoadResult load, DueRows due) throws SQLException, InterruptedException {
        while (isSomethingLost(load)) {
            if (EpochMicros.now() >= due.deadlineMicros()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_READINGS);
        }
        return true;
    }

    private boolean isSomethingLost(LoadResult load) throws SQLException {
        var rows = new RowsOfGroups(scenario, load, steps, true).read(source);
        return rows.result().total().lost() > 0;
    }

    private void reconcile(DueRows due, RowsOfGroups rows, RoundFigures figures) {
        var result = rows.result();
        var committed = rows.commits(watch.observations(), true);
        boolean tellsWhose =
                due.calls() == 0 && steps.isEmpty() && result.total().duplicated() == 0;
        figures.reconciled(rows.result(due.calls())).committed(tellsWhose ? committed : committed.withoutLatency());
    }

    private void putCount(DueRows due, long count, RowsOfGroups rows, RoundFigures figures) {
        var total = Reconciled.ofTotal(due.all(), count);
        figures.reconciled(new Reconciled(total.total(), total.byPublisher(), notes))
                .committed(rows.commits(watch.observations(), false));
    }

    @Override
    public void close() {
        watch.close();
        order.ifPresent(OrderWatch::close);
    }
}
