package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.rows.RowReader.RowSink;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader.Tally;
import java.sql.SQLException;
import java.time.Duration;

/** Stored rows of one round: a table of the extension, or the answers to the queries of a sink. */
public interface RowSource {

    /**
     * Starts to count the rows, before the first one of the round.
     *
     * @param every shortest time between two counts
     */
    RowWatch watch(Duration every) throws SQLException;

    /** Returns whether rows can be read; otherwise they are only counted. */
    boolean isReadable();

    /** Reads the rows of the round, in no order. */
    Tally read(RowSink sink) throws SQLException;
}
