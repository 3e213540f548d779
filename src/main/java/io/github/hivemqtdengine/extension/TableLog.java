package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.jdbc.TableReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operator about super tables that the routes can't write. */
final class TableLog implements TableReport {

    private static final Logger LOG = LoggerFactory.getLogger(TableLog.class);

    @Override
    public void broken(String superTable, String sentence) {
        LOG.error("Super table {} can't be written, its messages become dead letters: {}", superTable, sentence);
    }

    @Override
    public void mended(String superTable) {
        LOG.info("Super table {} can be written now", superTable);
    }
}
