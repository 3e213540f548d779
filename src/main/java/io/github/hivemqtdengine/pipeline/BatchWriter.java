package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.util.List;

/**
 * Writes the batches of one lane into one database. Called by the lane's thread only.
 *
 * <p>Writing a batch again is safe: rows with the same keys replace each other.
 */
public interface BatchWriter extends AutoCloseable {

    /**
     * The precision of the database's timestamps. The first call connects, and creates the database where that is
     * allowed.
     *
     * @throws WriteException if that can't be known now
     */
    Precision precision() throws WriteException;

    /**
     * Stores all these rows, or says why not; after a failure any part of them may have been stored.
     *
     * @param rows rows with final keys, at least one; those of one subtable are in the order of their arrival
     * @throws WriteException if the rows are not all stored
     */
    void write(List<Row> rows) throws WriteException;

    /** Gives back what the writer holds. */
    @Override
    void close();
}
