// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader.RowSink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;

/** Rows of a round in the sink of any broker, by the user's queries. */
public final class QueriedRows implements RowSource {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Database database;
    private final String table;
    private final SinkQueries queries;
    private final boolean countsOneRound;
    private final boolean readsOneRound;
    private final long startMicros;
    private final Function<byte[], StoredMessage> payloads;

    /**
     * @param table table of the scenario, which the queries may name
     * @param clientPrefix prefix of the round's client ids, without the hyphen
     * @param startMicros time before the first message of the round, in epoch microseconds
     * @param payloads returns the message of a payload; {@link StoredMessage#UNKNOWN} if it has no stamp
     */
    public QueriedRows(
            Database database,
            String table,
            SinkQueries queries,
            String clientPrefix,
            long startMicros,
            Function<byte[], StoredMessage> payloads) {
        this.database = database;
        this.table = table;
        this.queries = queries.of(table, clientPrefix, startMicros);
        this.countsOneRound = queries.countsOneRound();
        this.readsOneRound = queries.readsOneRound();
        this.startMicros = startMicros;
        this.payloads = payloads;
    }

    /** Checks the queries once; a table may be missing until the sink creates it. */
    @Override
    public RowWatch watch(Duration every) throws SQLException {
        check("--count-query", queries.count(), QueriedRows::requireNumber);
        if (queries.rows().isPresent()) {
            check("--rows-query", queries.rows().get(), rows -> RowColumns.of(rows.getMetaData(), readsOneRound));
        }
        return RowWatch.ofQuery(database, queries.count(), countsOneRound, every);
    }

    private void check(String option, String sql, Check check) throws SQLException {
        try (var connection = database.connect(PATIENCE);
                var statement = connection.createStatement()) {
            statement.setMaxRows(1);
            try (var rows = statement.executeQuery(sql)) {
                check.check(rows);
            }
        } catch (SQLException e) {
            if (!database.saysMissing(e)) {
                throw new SQLException("The query of " + option + " does not work: " + sql, e);
            }
            System.err.println("NOTE: the table of " + option + " does not exist yet, which is right if the sink"
                    + " creates it with the first row: " + sql);
        }
    }

    private static void requireNumber(ResultSet rows) throws SQLException {
        if (!rows.next() || !(rows.getObject(1) instanceof Number)) {
            throw new SQLException("Its first column is not a number, as that of SELECT COUNT(*) FROM ... is");
        }
    }

    @Override
    public boolean isReadable() {
        return queries.rows().isPresent();
    }

    @Override
    public void read(Function<String, RowSink> sinks) throws SQLException {
        var reading = new Reading(sinks.apply(table));
        RowStream.read(database, PATIENCE, queries.rows().orElseThrow(), reading::row);
    }

    @FunctionalInterface
    private interface Check {

        void check(ResultSet rows) throws SQLException;
    }

    /** One pass over the rows. */
    private final class Reading {

        private final RowSink sink;
        private RowColumns columns = RowColumns.NONE;

        Reading(RowSink sink) {
            this.sink = sink;
        }

        void row(ResultSet row) throws SQLException {
            if (columns == RowColumns.NONE) {
                columns = RowColumns.of(row.getMetaData(), readsOneRound);
            }
            var message = columns.message(row, payloads, startMicros);
            boolean isEarlier = message.isTimed() && message.sentMicros() < startMicros;
            if (message.isNumbered() && !isEarlier) {
                sink.row(message.publisher(), message.number(), message.record());
            }
        }
    }
}
