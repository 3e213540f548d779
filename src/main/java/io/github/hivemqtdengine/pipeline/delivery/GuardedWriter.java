package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writer that turns runtime exceptions and errors of another writer, such as driver defects, into batch failures. */
public final class GuardedWriter implements BatchWriter {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedWriter.class);

    private final String databaseId;
    private final BatchWriter writer;

    public GuardedWriter(String databaseId, BatchWriter writer) {
        this.databaseId = databaseId;
        this.writer = writer;
    }

    @Override
    public Precision open() throws WriteException {
        try {
            return writer.open();
        } catch (RuntimeException | Error e) {
            throw defect(e);
        }
    }

    @Override
    public Optional<String> objection(Table table) {
        try {
            return writer.objection(table);
        } catch (RuntimeException | Error e) {
            LOG.error("Database {} failed on a look at table {}", databaseId, table.superTable(), e);
            return Optional.empty(); // the write that follows reports more
        }
    }

    @Override
    public void write(List<Row> rows) throws WriteException {
        try {
            writer.write(rows);
        } catch (RuntimeException | Error e) {
            throw defect(e);
        }
    }

    @Override
    public boolean isAnswering(List<Row> rows) {
        try {
            return writer.isAnswering(rows);
        } catch (RuntimeException | Error e) {
            LOG.error("Database {} failed on a question", databaseId, e);
            return false;
        }
    }

    private WriteException defect(Throwable cause) {
        return new WriteException(FailureKind.UNKNOWN, "writing to " + databaseId + " failed: " + cause, cause);
    }

    @Override
    public void close() {
        writer.close();
    }
}
