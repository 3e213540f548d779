package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import java.sql.SQLException;

/** What becomes of the messages of a round in the database. */
interface RowsOfRound {

    /** Nothing is stored. */
    RowsOfRound NONE = (load, clientPrefix, tellMessages) -> figures -> {};

    /**
     * Waits until all rows are there, or no more come.
     *
     * @param tellMessages whether a row says which message it is of; if not, they are only counted
     */
    Stored await(LoadResult load, String clientPrefix, boolean tellMessages) throws SQLException, InterruptedException;

    /** The rows of a round that is over. */
    @FunctionalInterface
    interface Stored {

        /** Holds them against what was sent. */
        void conclude(RoundFigures figures) throws SQLException;
    }
}
