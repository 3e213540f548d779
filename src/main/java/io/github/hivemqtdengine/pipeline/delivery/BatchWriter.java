// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import java.util.List;
import java.util.Optional;

/**
 * Writer of one lane's batches into one database. Called by the lane's thread only.
 *
 * <p>Writing a batch again is safe: rows with the same keys replace each other.
 */
public interface BatchWriter extends AutoCloseable {

    /**
     * Opens the database unless it is open: connects, and creates the database where that is allowed.
     *
     * @return the precision of the database's timestamps
     * @throws WriteException if the database can't be opened now
     */
    Precision open() throws WriteException;

    /**
     * Returns why no row of a table can be stored until an operator acts, as a sentence; empty if rows may be tried.
     * The call is cheap, but checks the table from time to time.
     */
    Optional<String> objection(TableHandle table);

    /**
     * Stores all rows; after a failure any part of them may have been stored.
     *
     * @param rows rows with final keys, at least one; those of one subtable are in the order of their arrival
     * @throws WriteException if the rows are not all stored
     */
    void write(List<Row> rows) throws WriteException;

    /**
     * Queries the tables of the rows on a connection that did not write them. Takes no longer than a write.
     *
     * @param rows at least one
     * @return whether the database answered
     */
    boolean probe(List<Row> rows);

    /** Releases the writer's resources. */
    @Override
    void close();
}
