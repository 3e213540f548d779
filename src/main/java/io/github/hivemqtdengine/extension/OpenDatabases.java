// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.jdbc.DatabaseReport;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.RouteTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Open databases. Changed settings mean another database. Used by one thread at a time. */
final class OpenDatabases implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenDatabases.class);

    private final int lanes;
    private final Duration loginPause;
    private final List<Opened> all = new ArrayList<>();

    private record Opened(DatabaseSettings settings, JdbcDatabase database) {}

    /**
     * @param lanes the number of writers of each database
     * @param loginPause pause after the first login that a server refuses
     */
    OpenDatabases(int lanes, Duration loginPause) {
        this.lanes = lanes;
        this.loginPause = loginPause;
    }

    /**
     * Returns the databases of these settings, already open or new.
     *
     * @param routes the routes that will be written
     */
    List<JdbcDatabase> open(List<DatabaseSettings> wanted, RouteTable routes) {
        return wanted.stream().map(settings -> open(settings, routes)).toList();
    }

    private JdbcDatabase open(DatabaseSettings settings, RouteTable routes) {
        return all.stream()
                .filter(opened -> opened.settings.equals(settings))
                .findFirst()
                .map(Opened::database)
                .orElseGet(() -> openNew(settings, routes));
    }

    private JdbcDatabase openNew(DatabaseSettings settings, RouteTable routes) {
        var id = settings.id();
        var database = JdbcDatabase.of(settings, lanes, tables(routes, id), new DatabaseLog(id), loginPause);
        all.add(new Opened(settings, database));
        return database;
    }

    /** Closes all other databases; the kept ones write the tables of these routes from now on. */
    void keepOnly(Collection<JdbcDatabase> kept, RouteTable routes) {
        for (var opened : List.copyOf(all)) {
            if (kept.contains(opened.database)) {
                opened.database.write(tables(routes, opened.database.id()));
            } else {
                close(opened);
            }
        }
    }

    private void close(Opened opened) {
        all.remove(opened);
        try {
            opened.database.close();
        } catch (RuntimeException e) {
            LOG.error("Connections of database \"{}\" failed to close", opened.settings.id(), e);
        }
    }

    private static List<TableHandle> tables(RouteTable routes, String databaseId) {
        return routes.routes().stream()
                .filter(route -> route.databaseId().equals(databaseId))
                .flatMap(route -> route.tables().stream())
                .toList();
    }

    @Override
    public void close() {
        List.copyOf(all).forEach(this::close);
    }

    /** Logs the state of a database, and super tables that the routes can't write. */
    private record DatabaseLog(String databaseId) implements DatabaseReport {

        @Override
        public void opened(String description, Optional<String> warning) {
            LOG.info("Database \"{}\": {}", databaseId, description);
            warning.ifPresent(sentence -> LOG.warn("Database \"{}\": {}", databaseId, sentence));
        }

        @Override
        public void failed(String superTable, String sentence) {
            LOG.error(
                    "Database \"{}\" rejects super table \"{}\"; its messages become dead letters: {}",
                    databaseId,
                    superTable,
                    sentence);
        }

        @Override
        public void recovered(String superTable) {
            LOG.info("Database \"{}\" accepts super table \"{}\" again", databaseId, superTable);
        }
    }
}
