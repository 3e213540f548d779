package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.SchemaMode;
import io.github.hivemqtdengine.jdbc.SchemaSettings;
import io.github.hivemqtdengine.jdbc.WriteEngine;
import io.github.hivemqtdengine.message.Precision;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Reads {@code <database>}. */
final class DatabaseReader {

    private static final Choice<Precision> PRECISIONS = Choice.among(Precision::unit, List.of(Precision.values()));
    private static final Function<String, Duration> TIMEOUT = Quantities.duration("250 ms", "10 min");
    private static final String QUESTDB_NAME = "qdb";

    private final UniqueNames ids = new UniqueNames(Names::id);

    DatabaseSettings read(Section database) {
        var connection = connection(database);
        return new DatabaseSettings(
                database.text("id").required(ids).orElse(""),
                connection,
                name(database.text("name"), connection.jdbcUrl()),
                schema(database),
                database.text("write-engine").or(Choice.of(WriteEngine.class), DatabaseSettings.DEFAULT_ENGINE));
    }

    private static ConnectionSettings connection(Section database) {
        var connection = ConnectionSettings.of(
                database.text("jdbc-url").required(JdbcUrl::supported).orElse(""),
                database.text("username").required(Names::any).orElse(""),
                database.text("password").required(Function.identity()).orElse(""));
        return connection.within(
                database.text("connect-timeout").or(TIMEOUT, connection.connectTimeout()),
                database.text("request-timeout").or(TIMEOUT, connection.requestTimeout()));
    }

    private static SchemaSettings schema(Section database) {
        return new SchemaSettings(
                database.text("schema").or(Choice.of(SchemaMode.class), SchemaSettings.DEFAULT.mode()),
                database.text("precision").or(PRECISIONS, SchemaSettings.DEFAULT.precision()));
    }

    /** Only TDengine has several databases behind one URL. */
    private static String name(Value name, String url) {
        return JdbcUrl.isTdengine(url)
                ? name.required(Names::database).orElse("")
                : name.or(Names::database, QUESTDB_NAME);
    }
}
