package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import java.util.regex.Pattern;

/** Parser of database URLs. */
final class JdbcUrl {

    private static final String TDENGINE = "jdbc:TAOS-WS://";

    /**
     * User and password in a URL. A password may contain any character, so everything before an @ may be one. A
     * parameter may contain an @, too, but not with a user and password before it.
     */
    private static final Pattern CREDENTIALS =
            Pattern.compile("(?i)[?&](user|username|password)=|//(?:(?!\\?\\w+=).)*@");

    private static final Pattern DATABASE = Pattern.compile("//[^/?]*/[^?]+");

    private JdbcUrl() {}

    /** Returns a URL that has a dialect, or throws. */
    static String supported(String url) {
        if (url.startsWith("jdbc:TAOS-RS://") || url.startsWith("jdbc:TAOS://")) {
            throw new IllegalArgumentException("is TDengine's REST or native connection; write " + TDENGINE
                    + "host:6041 for the WebSocket connection of taosAdapter");
        }
        if (!JdbcDatabase.supports(url)) {
            throw new IllegalArgumentException(
                    "is no URL of a supported database, which begins with " + JdbcDatabase.supportedUrls());
        }
        if (CREDENTIALS.matcher(url).find()) {
            throw new IllegalArgumentException("must not hold credentials; use <username> and <password>");
        }
        if (needsName(url) && DATABASE.matcher(url).find()) {
            throw new IllegalArgumentException("must not name a database behind the host; use <name>");
        }
        JdbcDatabase.rules(url).objectionToUrl(url).ifPresent(objection -> {
            throw new IllegalArgumentException(objection);
        });
        return url;
    }

    /** Returns whether {@code <name>} must select one of the server's databases. */
    static boolean needsName(String url) {
        return JdbcDatabase.rules(url).hasNamedDatabases();
    }
}
