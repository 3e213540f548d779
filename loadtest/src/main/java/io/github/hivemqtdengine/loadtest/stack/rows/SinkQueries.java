// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The user's SQL queries of a sink that is not the extension. Both may contain {@code {table}}, the scenario's table,
 * {@code {prefix}}, the prefix of the client ids of a round, and {@code {start}}, its start in epoch microseconds.
 *
 * @param count query whose first column is the number of rows
 * @param rows query whose rows tell their messages; empty if rows are only counted
 */
public record SinkQueries(String count, Optional<String> rows) {

    private static final String TABLE = "{table}";
    private static final String PREFIX = "{prefix}";
    private static final String START = "{start}";

    /** Returns whether the count is that of one round; otherwise rows of earlier rounds are subtracted. */
    public boolean countsOneRound() {
        return isOfOneRound(count);
    }

    /** Returns whether the rows query, if there is one, selects the rows of one round. */
    boolean readsOneRound() {
        return rows.filter(SinkQueries::isOfOneRound).isPresent();
    }

    private static boolean isOfOneRound(String query) {
        return query.contains(PREFIX) || query.contains(START);
    }

    /** Returns whether a query contains the scenario's table. */
    public boolean nameTheTable() {
        return has(TABLE);
    }

    /** Returns whether a query contains the prefix of the client ids. */
    public boolean nameTheClients() {
        return has(PREFIX);
    }

    private boolean has(String part) {
        return count.contains(part)
                || rows.filter(query -> query.contains(part)).isPresent();
    }

    /** Returns the queries of a round. */
    SinkQueries of(String table, String clientPrefix, long startMicros) {
        UnaryOperator<String> ofRound = query -> query.replace(TABLE, table)
                .replace(PREFIX, RowReader.checked(clientPrefix))
                .replace(START, Long.toString(startMicros));
        return new SinkQueries(ofRound.apply(count), rows.map(ofRound));
    }
}
