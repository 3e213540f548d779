// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.CommitLatency;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.rows.RowObservation;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader;
import io.github.hivemqtdengine.loadtest.stack.rows.RowSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** Rows of all groups of a round, and of calls, compared with the messages sent. */
final class RowsOfGroups {

    private final LoadResult load;
    private final List<GroupRows> groups = new ArrayList<>();
    private final Map<Integer, GroupRows> byPublisher = new HashMap<>();
    private CallRows calls = new CallRows();

    /**
     * Starts the comparison.
     *
     * @param steps steps of each group by which rows overwrite each other
     * @param tellsAcknowledged whether acknowledgements are known; otherwise all messages sent are expected
     */
    RowsOfGroups(Scenario scenario, LoadResult load, Map<ClientGroup, TimeSteps> steps, boolean tellsAcknowledged) {
        this.load = load;
        for (var group : scenario.load().groups()) {
            var rows = new GroupRows(group, load, Optional.ofNullable(steps.get(group)), tellsAcknowledged);
            groups.add(rows);
            for (var log : load.sent()) {
                if (group.publishers().has(log.publisher())) {
                    byPublisher.put(log.publisher(), rows);
                }
            }
        }
    }

    /** Returns the number of rows of messages and last wills that must be stored. */
    long due() {
        return groups.stream().mapToLong(GroupRows::due).sum();
    }

    /** Reads the rows of all tables. */
    RowsOfGroups read(RowSource source) throws SQLException {
        source.read(this::sink);
        return this;
    }

    private GroupRows of(int publisher) {
        return byPublisher.getOrDefault(publisher, groups.get(0));
    }

    private RowReader.RowSink sink(String table) {
        return new RowReader.RowSink() {
            @Override
            public void row(int publisher, long message, int item) {
                of(publisher).row(table, publisher, message, item);
            }

            @Override
            public void unnumbered(int publisher) {
                of(publisher).unnumbered(table);
            }

            @Override
            public void other(long message, int item) {
                calls.row(message, item);
            }
        };
    }

    /** Starts a second reading, after which rows missing in the first one are late. */
    void readAgain() {
        groups.forEach(GroupRows::readAgain);
        calls = new CallRows();
    }

    /** Returns the result without calls. */
    Reconciled result() {
        return groups.stream().map(GroupRows::result).reduce(Reconciled::and).orElseThrow();
    }

    /** Returns the result with those of calls. */
    Reconciled result(long callsDue) {
        return callsDue == 0 ? result() : calls.with(result(), callsDue);
    }

    /**
     * Returns the time from publish to commit.
     *
     * @param tellsRows whether the stored rows of each message are known; otherwise all of them count
     */
    CommitLatency commits(Stream<RowObservation> counts, boolean tellsRows) {
        var rows = new IdentityHashMap<SentLog, IntUnaryOperator>();
        for (var group : groups) {
            boolean isKnown = tellsRows && !group.areCounted();
            for (var part : group.parts()) {
                part.sent().forEach(log -> rows.put(log, message -> part.storedRows(log, message, isKnown)));
            }
        }
        return CommitLatency.ofLogs(
                load.startMicros(),
                List.copyOf(rows.keySet()),
                (log, message) -> Objects.requireNonNull(rows.get(log)).applyAsInt(message),
                counts.map(seen -> new CommitLatency.Observation(seen.epochMicros(), seen.rows())));
    }
}
