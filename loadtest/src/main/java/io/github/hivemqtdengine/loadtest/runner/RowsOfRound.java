package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import java.sql.SQLException;

/** Verification of a round's rows in the database. */
interface RowsOfRound {

    /** Verification for rounds that store nothing. */
    RowsOfRound NONE = (load, clientPrefix, tellMessages) -> figures -> {};

    /**
     * Waits until all rows are stored, or no more rows arrive.
     *
     * @param tellMessages whether rows contain message numbers; otherwise they are only counted
     */
    Stored await(LoadResult load, String clientPrefix, boolean tellMessages) throws SQLException, InterruptedException;

    /** Rows of a finished round. */
    @FunctionalInterface
    interface Stored {

        /** Compares the rows with the messages sent and adds the metrics. */
        void conclude(RoundFigures figures) throws SQLException;
    }
}
