package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the connection settings of {@code <database>}. */
final class ConnectionReader {

    private static final Function<String, Duration> TIMEOUT = Quantities.duration("250 ms", "10 min");
    private static final Choice<Boolean> TRUTH = Choice.among(String::valueOf, List.of(true, false));
    private static final Choice<String> COMPRESSIONS = Choice.words("none", "deflate");

    private final Path folder;

    /** @param folder the base of relative paths */
    ConnectionReader(Path folder) {
        this.folder = folder;
    }

    ConnectionSettings read(Section database) {
        var url = database.text("jdbc-url").required(JdbcUrl::supported).orElse("");
        var token = database.text("token").read(Names::any).orElse(null);
        var connection = ConnectionSettings.of(
                url,
                credential(database.text("username"), token, Names::any),
                credential(database.text("password"), token, Function.identity()));
        var settings = connection
                .withToken(token)
                .over(tls(database.child("tls")))
                .compressed(
                        database.text("compression").or(COMPRESSIONS, "none").equals("deflate"))
                .within(
                        database.text("connect-timeout").or(TIMEOUT, connection.connectTimeout()),
                        database.text("request-timeout").or(TIMEOUT, connection.requestTimeout()));
        JdbcDatabase.rules(url).objections(settings).forEach(database::reject);
        return settings;
    }

    /** Reads a user name or password, which is optional beside a token. */
    private static String credential(Value value, @Nullable String token, Function<String, String> meaning) {
        return (token == null ? value.required(meaning) : value.read(meaning)).orElse("");
    }

    private @Nullable TlsSettings tls(Section tls) {
        var caFile = tls.attribute("ca-file").read(this::caFile).orElse(null);
        var checkHost = tls.attribute("check-host").or(TRUTH, true);
        return tls.isPresent() ? new TlsSettings(caFile, checkHost) : null;
    }

    private Path caFile(String path) {
        var file = folder.resolve(path.strip());
        TlsSettings.checkCaFile(file);
        return file;
    }
}
