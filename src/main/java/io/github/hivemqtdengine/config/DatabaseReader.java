// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.NewDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code <database>}. */
final class DatabaseReader {

    private static final String QUESTDB_NAME = "qdb";

    private final UniqueNames ids = UniqueNames.ofIds();
    private final ConnectionReader connections;
    private final List<ConnectionSettings> before = new ArrayList<>();

    /** @param folder the base of relative paths */
    DatabaseReader(Path folder) {
        this.connections = new ConnectionReader(folder);
    }

    DatabaseSettings read(Section database) {
        var connection = connections.read(database);
        before.stream()
                .flatMap(first -> JdbcDatabase.limits(connection.jdbcUrl()).objection(first, connection).stream())
                .findFirst()
                .ifPresent(database::reject);
        before.add(connection);
        return new DatabaseSettings(
                database.value(Databases.ID).required(ids).orElse(""),
                connection,
                name(database.value(Databases.NAME), connection.jdbcUrl()),
                schema(database, connection.jdbcUrl()),
                database.get(Databases.WRITE_ENGINE));
    }

    private static SchemaSettings schema(Section database, String jdbcUrl) {
        var settings = new SchemaSettings(
                database.get(Databases.SCHEMA),
                database.get(Databases.PRECISION),
                newDatabase(database.child(Databases.NEW_DATABASE)));
        JdbcDatabase.limits(jdbcUrl).objections(settings).forEach(database::reject);
        return settings;
    }

    /** Reads {@code <new-database>}. */
    private static NewDatabase newDatabase(Section settings) {
        return new NewDatabase(
                settings.read(Databases.KEEP),
                settings.read(Databases.REPLICA),
                settings.read(Databases.VGROUPS),
                settings.read(Databases.WAL_LEVEL),
                settings.read(Databases.WAL_FSYNC_PERIOD),
                settings.read(Databases.OPTIONS).orElse(DatabaseOptions.NONE));
    }

    /** Reads the database name; only TDengine has several databases at one URL. */
    private static String name(Value<String> name, String url) {
        return ConnectionReader.needsName(url)
                ? name.required().orElse("")
                : name.read().orElse(QUESTDB_NAME);
    }
}
