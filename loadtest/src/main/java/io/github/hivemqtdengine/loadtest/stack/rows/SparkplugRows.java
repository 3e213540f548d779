// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads the rows that the extension's short route for Sparkplug stores, as a stream. */
public final class SparkplugRows {

    /** Super tables of the metrics that edge nodes of the load have, by the kind of their values. */
    public static final List<String> METRICS = List.of("spb_float", "spb_integer", "spb_boolean", "spb_text");

    private static final String STATES = "spb_state";

    /**
     * TDengine's driver 3.7.9 can stop fetching a large result: {@code FetchBlockData.getBlockData} marks a fetch as
     * running after sending it, also when the answer has already filled the queue and stopped fetching.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Database database;

    public SparkplugRows(Database database) {
        this.database = database;
    }

    /** Receiver of the rows of one group. */
    public interface Sink {

        /**
         * Receives a value.
         *
         * @param node name of the edge node
         * @param metric name of the metric
         * @param millis time of the row since 1970
         * @param value a Double, Long, Boolean or String by the table; also if the row has NULL
         */
        void metric(String node, String metric, long millis, Object value);

        /**
         * Receives a change of a node's state.
         *
         * @param bdSeq bdSeq of the session, -1 for NULL
         */
        void state(String node, boolean online, long bdSeq);
    }

    /**
     * Reads the rows of a group, in no order.
     *
     * @throws SQLException also if no more rows come for 30 s: read again, with a new sink
     */
    public void read(String group, Sink sink) throws SQLException {
        for (var table : METRICS) {
            RowStream.read(
                    database,
                    PATIENCE,
                    "SELECT node, metric, " + database.microsOf("ts") + ", val" + from(table, group),
                    row -> sink.metric(
                            row.getString(1),
                            row.getString(2),
                            TimeUnit.MICROSECONDS.toMillis(row.getLong(3)),
                            value(table, row)));
        }
        RowStream.read(
                database,
                PATIENCE,
                "SELECT node, online, bd_seq" + from(STATES, group),
                row -> sink.state(row.getString(1), row.getBoolean(2), bdSeq(row)));
    }

    private String from(String table, String group) {
        return " FROM " + database.qualified(table) + " WHERE grp = '" + RowReader.checked(group) + "'";
    }

    private static Object value(String table, ResultSet row) throws SQLException {
        return switch (table) {
            case "spb_float" -> row.getDouble(4);
            case "spb_integer" -> row.getLong(4);
            case "spb_boolean" -> row.getBoolean(4);
            default -> String.valueOf(row.getString(4));
        };
    }

    private static long bdSeq(ResultSet row) throws SQLException {
        long bdSeq = row.getLong(3);
        return row.wasNull() ? -1 : bdSeq;
    }
}
