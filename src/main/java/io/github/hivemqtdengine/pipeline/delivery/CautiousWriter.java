package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;
import java.util.Optional;

/** Writer that notes each write in the lane's {@link Caution}. */
public final class CautiousWriter implements BatchWriter {

    private final BatchWriter writer;
    private final Caution caution;

    public CautiousWriter(BatchWriter writer, Caution caution) {
        this.writer = writer;
        this.caution = caution;
    }

    @Override
    public Precision open() throws WriteException {
        try {
            return writer.open();
        } catch (WriteException e) {
            caution.waitForDatabase();
            throw e;
        }
    }

    @Override
    public Optional<String> objection(Table table) {
        return writer.objection(table);
    }

    @Override
    public void write(List<Row> rows) throws WriteException {
        caution.beginWriting();
        try {
            writer.write(rows);
            caution.pause();
        } catch (WriteException e) {
            caution.survive();
            throw e;
        }
    }

    @Override
    public boolean isAnswering(List<Row> rows) {
        return writer.isAnswering(rows);
    }

    @Override
    public void close() {
        writer.close();
    }
}
