package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.NewDatabase;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads {@code <database>}. */
final class DatabaseReader {

    private static final Choice<Precision> PRECISIONS = Choice.among(Precision::unit, List.of(Precision.values()));
    private static final Function<String, Duration> KEEP = Quantities.duration("1 d", "365000 d");
    private static final Function<String, Integer> REPLICA = Quantities.wholeNumber(1, 3);
    private static final Function<String, Integer> VGROUPS = Quantities.wholeNumber(1, 1_024);
    private static final Function<String, Integer> WAL_LEVEL = Quantities.wholeNumber(0, 2);
    private static final Function<String, Duration> FSYNC_PERIOD = Quantities.duration("0 ms", "180 s");
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
                newDatabase(database.child("new-database")));
        JdbcDatabase.limits(jdbcUrl).objections(settings).forEach(database::reject);
        return settings;
    }

    /** Reads {@code <new-database>}; the ranges are those of TDengine. */
    private static NewDatabase newDatabase(Section settings) {
        return new NewDatabase(
                settings.attribute("keep").read(KEEP),
                settings.attribute("replica").read(REPLICA),
                settings.attribute("vgroups").read(VGROUPS),
                settings.attribute("wal-level").read(WAL_LEVEL),
                settings.attribute("wal-fsync-period").read(FSYNC_PERIOD),
                settings.attribute("options").or(DatabaseOptions::parse, DatabaseOptions.NONE));
    }

    /** Reads the database name; only TDengine has several databases at one URL. */
    private static String name(Value name, String url) {
        return ConnectionReader.needsName(url)
                ? name.required(Names::database).orElse("")
                : name.or(Names::database, QUESTDB_NAME);
    }
}
