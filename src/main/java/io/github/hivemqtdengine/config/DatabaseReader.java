package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Reads {@code <database>}. */
final class DatabaseReader {

    private static final Choice<Precision> PRECISIONS = Choice.among(Precision::unit, List.of(Precision.values()));
    private static final Function<String, Duration> TIMEOUT = Quantities.duration("250 ms", "10 min");
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);
    private static final String QUESTDB_NAME = "qdb";

    private final UniqueNames ids = new UniqueNames(Names::id);

    DatabaseSettings read(Section database) {
        var url = database.text("jdbc-url").required(JdbcUrl::supported).orElse("");
        return new DatabaseSettings(
                database.text("id").required(ids).orElse(""),
                url,
                database.text("username").required(Names::any).orElse(""),
                database.text("password").required(Function.identity()).orElse(""),
                name(database.text("name"), url),
                database.text("schema").or(Choice.of(SchemaMode.class), SchemaMode.CREATE),
                database.text("precision").or(PRECISIONS, Precision.MICROSECONDS),
                database.text("connect-timeout").or(TIMEOUT, CONNECT_TIMEOUT),
                database.text("request-timeout").or(TIMEOUT, REQUEST_TIMEOUT));
    }

    /** Only TDengine has several databases behind one URL. */
    private static String name(Value name, String url) {
        return JdbcUrl.isTdengine(url)
                ? name.required(Names::database).orElse("")
                : name.or(Names::database, QUESTDB_NAME);
    }
}
