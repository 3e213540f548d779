package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaMode;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.WriteEngine;
import io.github.hivemqtdengine.message.Precision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code <database>}. */
final class DatabaseReader {

    private static final Choice<Precision> PRECISIONS = Choice.among(Precision::unit, List.of(Precision.values()));
    private static final String QUESTDB_NAME = "qdb";

    private final UniqueNames ids = new UniqueNames(Names::id);
    private final ConnectionReader connections;
    private final List<ConnectionSettings> before = new ArrayList<>();

    /** @param folder the base of relative paths */
    DatabaseReader(Path folder) {
        this.connections = new ConnectionReader(folder);
    }

    DatabaseSettings read(Section database) {
        var connection = connections.read(database);
        before.stream()
                .flatMap(first -> JdbcDatabase.rules(connection.jdbcUrl()).objection(first, connection).stream())
                .findFirst()
                .ifPresent(database::reject);
        before.add(connection);
        return new DatabaseSettings(
                database.text("id").required(ids).orElse(""),
                connection,
                name(database.text("name"), connection.jdbcUrl()),
                schema(database, connection.jdbcUrl()),
                database.text("write-engine").or(Choice.of(WriteEngine.class), DatabaseSettings.DEFAULT_ENGINE));
    }

    private static SchemaSettings schema(Section database, String jdbcUrl) {
        var settings = new SchemaSettings(
                database.text("schema").or(Choice.of(SchemaMode.class), SchemaSettings.DEFAULT.mode()),
                database.text("precision").or(PRECISIONS, SchemaSettings.DEFAULT.precision()),
                NewDatabaseReader.read(database.child("new-database")));
        JdbcDatabase.rules(jdbcUrl).objections(settings).forEach(database::reject);
        return settings;
    }

    /** Reads the database name; only TDengine has several databases at one URL. */
    private static String name(Value name, String url) {
        return JdbcUrl.needsName(url)
                ? name.required(Names::database).orElse("")
                : name.or(Names::database, QUESTDB_NAME);
    }
}
