package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.jdbc.DatabaseReport;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the state of a database, and super tables that the routes can't write. */
final class DatabaseLog implements DatabaseReport {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLog.class);

    private final String databaseId;

    DatabaseLog(String databaseId) {
        this.databaseId = databaseId;
    }

    @Override
    public void opened(String description, Optional<String> warning) {
        LOG.info("Database \"{}\": {}", databaseId, description);
        warning.ifPresent(sentence -> LOG.warn("Database \"{}\": {}", databaseId, sentence));
    }

    @Override
    public void broken(String superTable, String sentence) {
        LOG.error(
                "Database \"{}\" rejects super table \"{}\"; its messages become dead letters: {}",
                databaseId,
                superTable,
                sentence);
    }

    @Override
    public void mended(String superTable) {
        LOG.info("Database \"{}\" accepts super table \"{}\" again", databaseId, superTable);
    }
}
