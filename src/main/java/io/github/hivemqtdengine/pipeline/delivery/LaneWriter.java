// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate-limited writer of one lane: waits for its turn, then writes to the current database. Reports the duration to the
 * write limit and the lane's pace, and notes each write in the lane's {@link Caution}. Turns runtime
 * exceptions and errors, such as driver defects, into failures of the batch. For the lane's thread.
 */
public final class LaneWriter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneWriter.class);

    private final Supplier<Database> database;
    private final WriteLimit limit;
    private final WritePace pace;
    private final Caution caution;
    private final LongSupplier nanos;

    private Database current;
    private BatchWriter writer;

    /**
     * @param database supplies the lane's database; a replacement is used from the next {@link #open} on
     * @param nanos a clock like {@link System#nanoTime}
     */
    public LaneWriter(
            Supplier<Database> database, WriteLimit limit, WritePace pace, Caution caution, LongSupplier nanos) {
        this.database = database;
        this.limit = limit;
        this.pace = pace;
        this.caution = caution;
        this.nanos = nanos;
        this.current = database.get();
        this.writer = current.openWriter();
    }

    /**
     * Opens the database: see {@link BatchWriter#open}. Only this method switches to a replacement of the database,
     * since the keys of a batch depend on the precision.
     */
    Precision open() throws WriteException {
        caution.pause(); // a database that hangs is not the message's fault
        try {
            useReplacement();
            var precision = writer.open();
            caution.resume();
            return precision;
        } catch (WriteException e) {
            caution.yieldTurn();
            throw e;
        } catch (RuntimeException | Error e) {
            caution.yieldTurn();
            throw defect(e);
        }
    }

    private void useReplacement() {
        var now = database.get();
        if (now != current) {
            var replaced = writer;
            writer = now.openWriter(); // if it fails, the next attempt opens it again
            current = now;
            replaced.close();
        }
    }

    /** Lets another lane try its message while that of this lane waits for the disk. */
    void yieldTurn() {
        caution.yieldTurn();
    }

    /** Returns why rows of a table can't be stored now: see {@link BatchWriter#objection}. */
    Optional<String> objection(TableHandle table) {
        caution.pause();
        try {
            var objection = writer.objection(table);
            if (objection.isPresent()) {
                yieldTurn(); // the dead letter may wait for the disk
            }
            return objection;
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Internal error: the check of database \"{}\", super table \"{}\", failed; the write"
                            + " continues; please report it",
                    current.id(),
                    table.shape().superTable(),
                    e);
            return Optional.empty(); // the write that follows reports more
        }
    }

    /** Returns whether the database answers now: see {@link BatchWriter#probe}. */
    boolean probe(List<Row> rows) {
        try {
            return writer.probe(rows);
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Internal error: the probe of database \"{}\" failed and counts as unanswered; please"
                            + " report it",
                    current.id(),
                    e);
            return false;
        }
    }

    /**
     * Writes rows.
     *
     * @param rows rows with final keys, at least one
     * @param messages number of messages that the rows are from
     * @return the duration without the wait for the turn, nanoseconds
     * @throws WriteException if the rows are not all stored
     */
    long write(List<Row> rows, int messages) throws WriteException {
        caution.pause();
        int round = limit.begin();
        long start = nanos.getAsLong();
        try {
            caution.resume();
            start = nanos.getAsLong();
            writeOrFail(rows);
            long took = nanos.getAsLong() - start;
            limit.recordSuccess();
            pace.recordSuccess(rows.size(), messages, took);
            return took;
        } catch (WriteException e) {
            caution.yieldTurn();
            limit.recordFailure(round, e);
            pace.recordFailure(rows.size(), nanos.getAsLong() - start);
            throw e;
        } finally {
            limit.end();
            caution.pause();
        }
    }

    private void writeOrFail(List<Row> rows) throws WriteException {
        try {
            writer.write(rows);
        } catch (RuntimeException | Error e) {
            throw defect(e);
        }
    }

    private WriteException defect(Throwable cause) {
        return new WriteException(FailureKind.UNKNOWN, "writing to " + current.id() + " failed: " + cause, cause);
    }

    @Override
    public void close() {
        writer.close();
    }
}
