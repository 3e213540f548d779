// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import java.sql.SQLException;
import java.util.OptionalLong;

/** Verification of a round's rows in the database. */
public interface RowsOfRound {

    /** Verification for rounds that store nothing. */
    RowsOfRound NONE = (load, clientPrefix, tellMessages, beforeReading) -> {
        beforeReading.run();
        return figures -> {};
    };

    /**
     * Waits until all rows are stored, or no more rows arrive.
     *
     * @param tellMessages whether rows contain message numbers; otherwise they are only counted
     * @param beforeReading runs once when as many rows as expected are counted, and before they are read, which takes
     *     CPU; after the wait if fewer rows arrive
     */
    Stored await(LoadResult load, String clientPrefix, boolean tellMessages, Runnable beforeReading)
            throws SQLException, InterruptedException;

    /** Returns the rows counted so far; empty if none are counted. Any thread may call this. */
    default OptionalLong soFar() {
        return OptionalLong.empty();
    }

    /** Rows of a finished round. */
    @FunctionalInterface
    interface Stored {

        /** Compares the rows with the messages sent and adds the metrics. */
        void conclude(RoundFigures figures) throws SQLException;
    }
}
