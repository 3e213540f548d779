// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.extension.StoredTable;
import io.github.hivemqtdengine.loadtest.stack.extension.StoredTable.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Loop over a prepared statement of TDengine's driver, as hand-written code would have it: one connection, batches of
 * as many rows as the extension's, rows prepared in memory. It writes to a database of its own, which is dropped at the
 * end.
 */
public final class BareLoop implements AutoCloseable {

    private static final int ROWS_OF_BATCH = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final StoredTable table;
    private final String database;
    private final Connection connection;
    private final List<Map<String, List<Object[]>>> batches = new ArrayList<>();
    private long rows;

    private BareLoop(Connection connection, String database, StoredTable table) {
        this.connection = connection;
        this.database = database;
        this.table = table;
    }

    /** Connects to the server of a TDengine, and creates the table in a new database. */
    public static BareLoop open(Database server, StoredTable table) throws SQLException {
        var loop = new BareLoop(server.connect(PATIENCE), server.name() + "_bare_loop", table);
        try {
            loop.create();
            return loop;
        } catch (SQLException e) {
            loop.close();
            throw e;
        }
    }

    private void create() throws SQLException {
        var columns = table.columns().stream()
                .map(column -> "`" + column.name() + "` " + column.type())
                .collect(Collectors.joining(", "));
        execute(
                "DROP DATABASE IF EXISTS " + database,
                "CREATE DATABASE " + database + " PRECISION 'us'",
                "CREATE STABLE " + database + "." + table.name() + " (ts TIMESTAMP, " + columns + ") TAGS (k INT)");
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Adds a row. Rows of one subtable follow each other in a batch. */
    public void add(String clientId, String topic, JsonNode rowRecord) {
        if (rows++ % ROWS_OF_BATCH == 0) {
            batches.add(new LinkedHashMap<>());
        }
        var values = new Object[table.columns().size() + 1];
        values[0] = rowRecord.path(table.time()).longValue();
        for (int i = 1; i < values.length; i++) {
            values[i] = value(table.columns().get(i - 1), clientId, rowRecord);
        }
        batches.get(batches.size() - 1)
                .computeIfAbsent(table.perTopic() ? topic : clientId, key -> new ArrayList<>())
                .add(values);
    }

    private static Object value(Column column, String clientId, JsonNode rowRecord) {
        var value = rowRecord.path(column.member());
        return switch (column.type()) {
            case "BIGINT" -> value.longValue();
            case "INT" -> value.intValue();
            case "DOUBLE" -> value.doubleValue();
            default -> column.member().isEmpty() ? clientId : value.textValue();
        };
    }

    /**
     * Writes all rows once.
     *
     * @return duration, without the creation of the subtables
     */
    public Duration write() throws SQLException {
        var subtables = subtables();
        var marks = "?, ".repeat(table.columns().size() + 1) + "?";
        var names = table.columns().stream()
                .map(column -> "`" + column.name() + "`")
                .collect(Collectors.joining(", "));
        try (var insert = connection.prepareStatement("INSERT INTO " + database + "." + table.name() + " (ts, tbname, "
                + names + ") VALUES (" + marks + ")")) {
            var prepared = insert.unwrap(TaosPrepareStatement.class);
            long begun = System.nanoTime();
            for (var batch : batches) {
                for (var rowsOf : batch.entrySet()) {
                    prepared.setTableName(subtables.get(rowsOf.getKey()));
                    bind(prepared, rowsOf.getValue());
                    prepared.columnDataAddBatch();
                }
                prepared.columnDataExecuteBatch();
            }
            return Duration.ofNanos(System.nanoTime() - begun);
        }
    }

    /** Creates a subtable for each topic or client, and returns their names. */
    private Map<String, String> subtables() throws SQLException {
        var keys = new LinkedHashSet<String>();
        batches.forEach(batch -> keys.addAll(batch.keySet()));
        var subtables = new LinkedHashMap<String, String>();
        for (var key : keys) {
            var name = "k_" + subtables.size();
            execute("CREATE TABLE " + database + "." + name + " USING " + database + "." + table.name() + " TAGS ("
                    + subtables.size() + ")");
            subtables.put(key, name);
        }
        return subtables;
    }

    private void bind(TaosPrepareStatement prepared, List<Object[]> batch) throws SQLException {
        prepared.setTimestamp(0, list(batch, row -> (Long) row[0]));
        for (int i = 1; i <= table.columns().size(); i++) {
            int at = i;
            switch (table.columns().get(i - 1).type()) {
                case "BIGINT" -> prepared.setLong(i, list(batch, row -> (Long) row[at]));
                case "INT" -> prepared.setInt(i, list(batch, row -> (Integer) row[at]));
                case "DOUBLE" -> prepared.setDouble(i, list(batch, row -> (Double) row[at]));
                default -> prepared.setString(i, list(batch, row -> (String) row[at]), 0);
            }
        }
    }

    private static <T> List<T> list(List<Object[]> batch, Function<Object[], T> value) {
        var list = new ArrayList<T>(batch.size());
        batch.forEach(row -> list.add(value.apply(row)));
        return list;
    }

    /** Counts the rows in the database. */
    public long count() throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT COUNT(*) FROM " + database + "." + table.name())) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    /** Returns the number of rows added. */
    public long rows() {
        return rows;
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            execute("DROP DATABASE IF EXISTS " + database);
        }
    }
}
