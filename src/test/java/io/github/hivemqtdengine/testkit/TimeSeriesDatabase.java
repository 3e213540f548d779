// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An empty database of a test's own, in a real server, looked at with SQL. */
public interface TimeSeriesDatabase extends AutoCloseable {

    /** Time limit for rows to appear; generous, so that no test fails on a slow machine. */
    Duration PATIENCE = Patience.LIMIT;

    /** The server's URL as a configuration names it, without the database. */
    String jdbcUrl();

    String username();

    String password();

    /** Name of the database inside the server; it does not exist before the first writer creates it. */
    String name();

    /** A connection on which this database is the current one. */
    Connection connect() throws SQLException;

    /** Returns whether a failed query reports that its table or the database does not exist. */
    boolean saysUnknownTable(SQLException failure);

    /**
     * A value of a result: integers as {@code Long}, {@code Float} and {@code Double} as they are, text as {@code
     * String}, times as {@code Instant}.
     */
    @Nullable
    Object value(ResultSet result, int column) throws SQLException;

    /** Runs a statement that returns nothing. */
    default void execute(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** All rows of a query; see {@link #value}. */
    default List<List<@Nullable Object>> query(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            var rows = new ArrayList<List<@Nullable Object>>();
            while (result.next()) {
                var row = new ArrayList<@Nullable Object>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(value(result, column));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    /** The values of all rows as text: the databases give unsigned integers and booleans as different types of Java. */
    default List<String> rows(String sql) throws SQLException {
        return query(sql).stream()
                .map(row -> row.stream().map(TimeSeriesDatabase::text).collect(Collectors.joining(" ")))
                .toList();
    }

    private static String text(@Nullable Object value) {
        return value instanceof Boolean truth ? (truth ? "1" : "0") : String.valueOf(value);
    }

    /** All rows of a query so far: none where its table is not there yet. */
    default List<List<@Nullable Object>> queryWhatIsThere(String sql) throws SQLException {
        try {
            return query(sql);
        } catch (SQLException e) {
            if (saysUnknownTable(e)) {
                return List.of();
            }
            throw e;
        }
    }

    /** The rows of a table or super table; none where the table is not there yet. */
    default long count(String table) throws SQLException {
        var count = queryWhatIsThere("SELECT count(*) FROM " + table);
        return count.isEmpty() ? 0 : (Long) count.get(0).get(0);
    }

    /**
     * Waits until a table has that many rows: databases may show what they have confirmed a little later, and one that
     * was started again a moment ago may not answer every query yet.
     */
    default void awaitCount(String table, long expected) {
        await(table + " in " + jdbcUrl() + " having " + expected + " rows")
                .ignoreExceptionsInstanceOf(SQLException.class)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> count(table), rows -> rows == expected);
    }

    /** Removes what the test has stored. */
    @Override
    void close();
}
