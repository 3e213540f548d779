package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Placeholder of a removed database: rejects all rows, so that its lanes' messages become dead letters. */
final class RemovedDatabase implements Database, BatchWriter {

    private static final String SENTENCE = "the configuration no longer has this database";

    private final String id;

    RemovedDatabase(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Duration longestWrite() {
        return Duration.ZERO;
    }

    @Override
    public BatchWriter openWriter() {
        return this;
    }

    @Override
    public Precision open() {
        return Precision.MICROSECONDS;
    }

    @Override
    public Optional<String> objection(Table table) {
        return Optional.of(SENTENCE);
    }

    @Override
    public void write(List<Row> rows) throws WriteException {
        throw new WriteException(FailureKind.REJECTED, SENTENCE, new IllegalStateException(SENTENCE));
    }

    @Override
    public boolean isAnswering(List<Row> rows) {
        return false;
    }

    @Override
    public void close() {
        // nothing to close
    }
}
