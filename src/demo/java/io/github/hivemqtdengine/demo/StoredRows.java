// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Rows of the demo's tables, as the database returns them. Not thread-safe. */
final class StoredRows implements AutoCloseable {

    /** Messages and codes of QuestDB and TDengine for a missing table or database, or one that is being created. */
    private static final List<String> NOT_THERE =
            List.of("table does not exist", "0x2603", "0x2662", "0x388", "0x396", "0x10a");

    /** Messages and codes of QuestDB and TDengine for a missing column. */
    private static final List<String> NO_COLUMN = List.of("Invalid column", "0x2602");

    interface Connector {
        Connection connect() throws SQLException;
    }

    private final Connector connector;
    private final char quote;
    private final Map<String, Long> rowsBefore = new LinkedHashMap<>();
    private @Nullable Connection connection;

    /** @param quote the quote character of table names */
    StoredRows(Connector connector, char quote) {
        this.connector = connector;
        this.quote = quote;
    }

    /** Includes these tables in the count, without the rows that they already have. */
    void include(Collection<String> tables) {
        for (var table : tables) {
            if (!rowsBefore.containsKey(table)) {
                rowsBefore.put(table, count(List.of(table)).orElse(0));
            }
        }
    }

    /** Returns the new rows of all included tables; empty if the database does not answer. */
    OptionalLong count() {
        long before = rowsBefore.values().stream().mapToLong(Long::longValue).sum();
        var counted = count(rowsBefore.keySet());
        return counted.isPresent() ? OptionalLong.of(counted.getAsLong() - before) : counted;
    }

    private OptionalLong count(Collection<String> tables) {
        try {
            long rows = 0;
            for (var table : tables) {
                rows += count(table);
            }
            return OptionalLong.of(rows);
        } catch (SQLException e) {
            close();
            return OptionalLong.empty();
        }
    }

    private long count(String table) throws SQLException {
        try (var statement = connected().createStatement();
                var result = statement.executeQuery("SELECT count(*) FROM " + quote + table + quote)) {
            return result.next() ? result.getLong(1) : 0;
        } catch (SQLException e) {
            var message = String.valueOf(e.getMessage());
            if (NOT_THERE.stream().anyMatch(message::contains)) {
                return 0;
            }
            throw e;
        }
    }

    /** Returns the newest rows after a time, below their query; empty if there are none. */
    Optional<String> newest(String table, Instant after) {
        var query = "SELECT * FROM " + quote + table + quote + " WHERE ts > '" + after + "' ORDER BY ts DESC LIMIT 3";
        try (var statement = connected().createStatement();
                var result = statement.executeQuery(query)) {
            var rows = TextTable.of(result);
            return rows.isEmpty() ? Optional.empty() : Optional.of(query + "\n" + rows);
        } catch (SQLException e) {
            close();
            var message = String.valueOf(e.getMessage());
            return NO_COLUMN.stream().anyMatch(message::contains)
                    ? Optional.of(query + "\nThe table has no column ts, which the demo orders rows by.")
                    : Optional.empty();
        }
    }

    private Connection connected() throws SQLException {
        var open = connection;
        if (open == null) {
            open = connector.connect();
            connection = open;
        }
        return open;
    }

    @Override
    public void close() {
        var closing = connection;
        connection = null;
        try {
            if (closing != null) {
                closing.close();
            }
        } catch (SQLException e) {
            // the connection is discarded either way
        }
    }
}
