package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Rate-limited writer of one lane: waits for its turn, then writes. Reports the duration to the write limit, the batch
 * size and the lane's load. For the lane's thread.
 */
public final class LaneWriter implements AutoCloseable {

    private final BatchWriter writer;
    private final WriteLimit limit;
    private final BatchSize size;
    private final LaneLoad load;
    private final LongSupplier nanos;

    /** @param nanos a clock like {@link System#nanoTime} */
    public LaneWriter(BatchWriter writer, WriteLimit limit, BatchSize size, LaneLoad load, LongSupplier nanos) {
        this.writer = writer;
        this.limit = limit;
        this.size = size;
        this.load = load;
        this.nanos = nanos;
    }

    /** Opens the database: see {@link BatchWriter#open}. */
    Precision open() throws WriteException {
        return writer.open();
    }

    /** Returns why rows of a table can't be stored now: see {@link BatchWriter#objection}. */
    Optional<String> objection(Table table) {
        return writer.objection(table);
    }

    /** Returns whether the database answers now: see {@link BatchWriter#isAnswering}. */
    boolean isAnswering(List<Row> rows) {
        return writer.isAnswering(rows);
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
        int round = limit.begin();
        long start = nanos.getAsLong();
        try {
            writer.write(rows);
            long took = nanos.getAsLong() - start;
            limit.succeeded();
            size.succeeded(rows.size(), took);
            load.wrote(messages, took);
            return took;
        } catch (WriteException e) {
            limit.failed(round, e);
            size.failed(rows.size(), nanos.getAsLong() - start);
            throw e;
        } finally {
            limit.end();
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
