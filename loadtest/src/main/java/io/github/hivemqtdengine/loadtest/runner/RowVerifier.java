package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.CommitLatency;
import io.github.hivemqtdengine.loadtest.measure.CommitLatency.Observation;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.Reconciliation;
import io.github.hivemqtdengine.loadtest.measure.TopicOrder;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Stamp;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.rows.OrderWatch;
import io.github.hivemqtdengine.loadtest.stack.rows.PayloadParser;
import io.github.hivemqtdengine.loadtest.stack.rows.QueriedRows;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader;
import io.github.hivemqtdengine.loadtest.stack.rows.RowSource;
import io.github.hivemqtdengine.loadtest.stack.rows.RowWatch;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import io.github.hivemqtdengine.loadtest.stack.rows.StoredMessage;
import io.github.hivemqtdengine.loadtest.stack.rows.TableRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Watches the rows of one round and compares them with the messages sent. */
final class RowVerifier implements RowsOfRound, AutoCloseable {

    /** Time without new rows, while the database answers, after which no more rows are expected. */
    private static final Duration QUIET = Duration.ofSeconds(15);

    /** Time without new rows after which no repeated message is expected any more. */
    private static final Duration REPEATED = Duration.ofSeconds(2);

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final long MILLIS_BETWEEN_READINGS = 250;

    private final RowSource source;
    private final Scenario scenario;
    private final Optional<TimeSteps> steps;
    private final RowWatch watch;
    private final Optional<OrderWatch> order;

    private RowVerifier(
            RowSource source,
            Scenario scenario,
            Optional<TimeSteps> steps,
            RowWatch watch,
            Optional<OrderWatch> order) {
        this.source = source;
        this.scenario = scenario;
        this.steps = steps;
        this.watch = watch;
        this.order = order;
    }

    /** Starts watching the rows of a sink, before the first row of the round. Rows do not overwrite each other. */
    static RowVerifier ofSink(Database database, SinkQueries queries, Scenario scenario, String clientPrefix)
            throws SQLException {
        var publishers = scenario.load().publishers();
        var format = PayloadFormat.of(publishers.payload(), publishers.topics().topics());
        boolean tellsMessages = format.isNumbered() && scenario.load().calls().isEmpty();
        var usable = new SinkQueries(queries.count(), queries.rows().filter(query -> tellsMessages))
                .ofTable(scenario.storage().table().orElse("mqtt"));
        var source = new QueriedRows(database, usable, clientPrefix, EpochMicros.now(), parser(format));
        var watch = source.watch(scenario.storage().countEvery());
        return new RowVerifier(source, scenario, Optional.empty(), watch, Optional.empty());
    }

    private static PayloadParser parser(PayloadFormat format) {
        var reader = format.stamps();
        var stamp = new Stamp();
        return payload -> {
            reader.read(ByteBuffer.wrap(payload), stamp);
            return new StoredMessage(stamp.publisher(), stamp.message(), 0, stamp.isTimed() ? stamp.sentMicros() : -1);
        };
    }

    /** Starts watching a table of the extension, before the first row of the round. */
    static RowVerifier begin(Database database, String table, Scenario scenario, String clientPrefix)
            throws IOException, SQLException {
        var steps = TimeSteps.of(scenario);
        var source = new TableRows(database, table, clientPrefix, steps.isPresent());
        var watch = source.watch(scenario.storage().countEvery());
        return new RowVerifier(source, scenario, steps, watch, order(database, table, scenario, clientPrefix));
    }

    private static Optional<OrderWatch> order(Database database, String table, Scenario scenario, String clientPrefix) {
        if (!scenario.storage().checkOrder()) {
            return Optional.empty();
        }
        int topics = scenario.load().publishers().topics().topics();
        var order = new TopicOrder(topics, scenario.storage().rowsPerMessage());
        return Optional.of(OrderWatch.start(database, table, clientPrefix, order));
    }

    @Override
    public OptionalLong soFar() {
        return OptionalLong.of(watch.rows());
    }

    @Override
    public Stored await(LoadResult load, String clientPrefix, boolean tellMessages, Runnable beforeReading)
            throws SQLException, InterruptedException {
        var due = DueRows.of(scenario, load, steps, tellMessages);
        boolean reads = tellMessages && source.isReadable();
        var collector = new Collector(load);
        long left = Math.max(0, due.deadlineMicros() - EpochMicros.now());
        boolean counted = watch.await(due.all(), QUIET, Duration.of(left, ChronoUnit.MICROS)) >= due.all();
        if (counted) {
            beforeReading.run();
        }
        boolean repeated = scenario.load().clients().reconnect();
        boolean ambiguous = steps.isPresent() || repeated;
        boolean readsEarly = reads && ambiguous && (counted || steps.isPresent());
        boolean there = readsEarly ? awaitLastOnes(load, due) : counted;
        if (!there && EpochMicros.now() >= due.deadlineMicros()) {
            if (reads) {
                source.read(collector);
                collector.readAgain();
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
                reconcile(load, due, source.read(collector), collector, figures);
            } else {
                putCount(load, due, watch.rows(), figures);
            }
            watch.medianMillisBetweenCounts().ifPresent(millis -> figures.put(Figure.COMMIT_RESOLUTION_MS, millis));
            var late = figures.figures().getOrDefault(Figure.ROWS_LATE, 0.0);
            figures.put(Figure.ROWS_LATE, Math.max(late, (double) due.late(watch.observations())));
            order.map(OrderWatch::mostLacking)
                    .ifPresent(rows -> rows.ifPresent(most -> figures.put(Figure.ROWS_OUT_OF_ORDER, most)));
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
        var collector = new Collector(load);
        var rows = source.read(collector);
        return rows.unnumbered() == 0
                && result(load, collector.messages).total().lost() > 0;
    }

    private Reconciled result(LoadResult load, Reconciliation messages) {
        return steps.map(kept -> messages.result(kept.keys(load.sent()))).orElseGet(messages::result);
    }

    private void reconcile(
            LoadResult load, DueRows due, RowReader.Tally rows, Collector collector, RoundFigures figures) {
        if (rows.unnumbered() > 0) { // payloads too short for message numbers
            putCount(load, due, rows.unnumbered(), figures);
            return;
        }
        var messages = result(load, collector.messages);
        var committed = commits(load, collector.messages::storedRows);
        boolean tellsWhose =
                due.calls() == 0 && steps.isEmpty() && messages.total().duplicated() == 0;
        figures.reconciled(due.calls() == 0 ? messages : collector.calls.with(messages, due.calls()))
                .committed(tellsWhose ? committed : committed.withoutLatency());
    }

    private void putCount(LoadResult load, DueRows due, long rows, RoundFigures figures) {
        figures.reconciled(Reconciled.ofTotal(due.all(), rows))
                .committed(
                        commits(load, (publisher, message) -> scenario.storage().rowsPerMessage()));
    }

    private CommitLatency commits(LoadResult load, CommitLatency.RowsOfMessage rows) {
        var observations = watch.observations().stream()
                .map(seen -> new Observation(seen.epochMicros(), seen.rows()))
                .toList();
        return CommitLatency.of(load.startMicros(), load.sent(), rows, observations);
    }

    @Override
    public void close() {
        watch.close();
        order.ifPresent(OrderWatch::close);
    }

    /** Collector of the rows that were read. */
    private final class Collector implements RowReader.RowSink {

        private final Reconciliation messages;
        private CallRows calls = new CallRows();

        Collector(LoadResult load) {
            boolean acknowledged = scenario.load().publishers().qos() > 0;
            this.messages = new Reconciliation(load.sent(), scenario.storage().rowsPerMessage(), acknowledged);
        }

        @Override
        public void row(int publisher, long message, int item) {
            messages.row(publisher, message, item);
        }

        @Override
        public void other(long message, int item) {
            calls.row(message, item);
        }

        void readAgain() {
            messages.readAgain();
            calls = new CallRows();
        }
    }
}
