// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.rows.RowReader.RowSink;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;

/** Stored rows of one round: tables of the extension, or the answers to the queries of a sink. */
public interface RowSource {

    /**
     * Starts to count the rows, before the first one of the round.
     *
     * @param every shortest time between two counts
     */
    RowWatch watch(Duration every) throws SQLException;

    /** Returns whether rows can be read; otherwise they are only counted. */
    boolean isReadable();

    /**
     * Reads the rows of the round, in no order.
     *
     * @param sinks receivers of the rows, by the name of their table
     */
    void read(Function<String, RowSink> sinks) throws SQLException;
}
