// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the connection settings of {@code <database>}. */
final class ConnectionReader {

    private static final String TDENGINE = "jdbc:TAOS-WS://";

    /**
     * User and password in a URL. A password may contain any character, so everything before an @ may be one. A
     * parameter may contain an @, too, but not with a user and password before it.
     */
    private static final Pattern CREDENTIALS =
            Pattern.compile("(?i)[?&](user|username|password)=|//(?:(?!\\?\\w+=).)*@");

    private static final Pattern DATABASE = Pattern.compile("//[^/?]*/[^?]+");

    private final Path folder;

    /** @param folder the base of relative paths */
    ConnectionReader(Path folder) {
        this.folder = folder;
    }

    ConnectionSettings read(Section database) {
        var url = database.value(Databases.JDBC_URL)
                .required(ConnectionReader::supported)
                .orElse("");
        var token = database.read(Databases.TOKEN).orElse(null);
        var settings = ConnectionSettings.of(
                        url,
                        credential(database.value(Databases.USERNAME), token),
                        credential(database.value(Databases.PASSWORD), token))
                .withToken(token)
                .over(tls(database.child(Databases.TLS)))
                .compressed(database.get(Databases.COMPRESSION).equals("deflate"))
                .within(database.get(Databases.CONNECT_TIMEOUT), database.get(Databases.REQUEST_TIMEOUT));
        JdbcDatabase.limits(url).objections(settings).forEach(database::reject);
        return settings;
    }

    /** Reads a user name or password, which is optional beside a token. */
    private static String credential(Value<String> value, @Nullable String token) {
        return (token == null ? value.required() : value.read()).orElse("");
    }

    private @Nullable TlsSettings tls(Section tls) {
        var caFile =
                tls.value(Databases.CA_FILE).read(path -> caFile(folder, path)).orElse(null);
        var checkHost = tls.get(Databases.CHECK_HOST);
        return tls.isPresent() ? new TlsSettings(caFile, checkHost) : null;
    }

    /** Returns a file of certificates, whose path may be relative to the configuration's folder. */
    static Path caFile(Path folder, String path) {
        var file = folder.resolve(path.strip());
        TlsSettings.checkCaFile(file);
        return file;
    }

    /** Returns a URL that has a dialect, or throws. */
    private static String supported(String url) {
        if (url.startsWith("jdbc:TAOS-RS://") || url.startsWith("jdbc:TAOS://")) {
            throw new IllegalArgumentException("is TDengine's REST or native connection; write " + TDENGINE
                    + "host:6041 for the WebSocket connection of taosAdapter");
        }
        if (!JdbcDatabase.supports(url)) {
            throw new IllegalArgumentException(
                    "is not the URL of a supported database, which begins with " + JdbcDatabase.supportedUrls());
        }
        if (CREDENTIALS.matcher(url).find()) {
            throw new IllegalArgumentException("must not hold credentials; use <username> and <password>");
        }
        if (needsName(url) && DATABASE.matcher(url).find()) {
            throw new IllegalArgumentException("must not name a database after the host; use <name>");
        }
        JdbcDatabase.limits(url).objectionToUrl(url).ifPresent(objection -> {
            throw new IllegalArgumentException(objection);
        });
        return url;
    }

    /** Returns whether {@code <name>} must select one of the server's databases. */
    static boolean needsName(String url) {
        return JdbcDatabase.limits(url).hasNamedDatabases();
    }
}
