package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import java.util.List;

/** A writer that reports its batches, and turns defects of the one behind it into failures of the batch. */
final class MeasuredWriter implements BatchWriter {

    private final String databaseId;
    private final BatchWriter writer;
    private final PipelineMetrics metrics;

    MeasuredWriter(String databaseId, BatchWriter writer, PipelineMetrics metrics) {
        this.databaseId = databaseId;
        this.writer = writer;
        this.metrics = metrics;
    }

    @Override
    public Precision precision() throws WriteException {
        try {
            return writer.precision();
        } catch (RuntimeException e) {
            throw defect(e);
        }
    }

    @Override
    public void write(List<Row> rows) throws WriteException {
        long start = System.nanoTime();
        try {
            writer.write(rows);
        } catch (RuntimeException e) {
            throw defect(e);
        }
        metrics.batchWritten(databaseId, rows.size(), System.nanoTime() - start);
    }

    private WriteException defect(RuntimeException cause) {
        return new WriteException(FailureKind.UNKNOWN, "writing to " + databaseId + " failed: " + cause, cause);
    }

    @Override
    public void close() {
        writer.close();
    }
}
