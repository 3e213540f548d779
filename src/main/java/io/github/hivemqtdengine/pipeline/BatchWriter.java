package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;
import java.util.Optional;

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
     * Why no row of a table can be stored until an operator has changed something, as a sentence; nothing if rows may
     * be tried. Cheap, but from time to time it looks at the table.
     */
    Optional<String> objection(Table table);

    /**
     * Stores all these rows, or says why not; after a failure any part of them may have been stored.
     *
     * @param rows rows with final keys, at least one; those of one subtable are in the order of their arrival
     * @throws WriteException if the rows are not all stored
     */
    void write(List<Row> rows) throws WriteException;

    /**
     * Returns whether the database answers a question about the places that rows go to, asked on a connection that
     * carried no write of them. Takes no longer than a write.
     *
     * @param rows at least one
     */
    boolean isAnswering(List<Row> rows);

    /** Gives back what the writer holds. */
    @Override
    void close();
}
