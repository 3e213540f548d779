package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Server of an old file.
 *
 * @param url the URL for this extension
 * @param path the part of the old URL after the host, without slashes: the database, in URLs of JDBC
 */
record OldServer(String url, String path) {

    private static final String ADAPTER_PORT = "6041";

    /** The name of the driver or protocol, the host, the port and the path. */
    private static final Pattern URL = Pattern.compile(
            "(?:(jdbc:TAOS|jdbc:TAOS-RS|jdbc:TAOS-WS|http|https)://)?([^/:?\\s]+)(?::(\\d{1,5}))?(?:/([^?\\s]*))?(\\?.*)?",
            Pattern.CASE_INSENSITIVE);

    /** Returns the server of a URL of JDBC or of TDengine's REST interface. */
    static OldServer ofUrl(Setting setting, Notes notes) throws MigrationException {
        var url = URL.matcher(setting.value());
        if (!url.matches()) {
            throw setting.problem(
                    "is not a URL such as jdbc:TAOS://host:6030/ or http://host:6041/rest/sql; correct it");
        }
        var protocol = url.group(1) == null ? "" : url.group(1).toLowerCase(Locale.ROOT);
        if (url.group(5) != null) {
            notes.add(
                    setting.line(),
                    setting.key() + " has parameters, which were left out; user and password are elements");
        }
        if (protocol.equals("https")) {
            notes.add(setting.line(), setting.key() + " is https: add <tls/> to <database>");
        }
        var path = url.group(4) == null ? "" : withoutLastSlashes(url.group(4));
        return of(setting, url.group(2), protocol.equals("jdbc:taos"), url.group(3), path, notes);
    }

    /** Returns the server of a host and a port. */
    static OldServer ofHost(Setting host, boolean isNative, @Nullable String port, Notes notes)
            throws MigrationException {
        var name = withoutLastSlashes(host.value().replaceFirst("(?i)^https?://", ""));
        if (!name.matches("[^/:?\\s{}]+")) {
            throw host.problem("is not the name or address of a host; correct it");
        }
        return of(host, name, isNative, port, "", notes);
    }

    /** Takes linear time, unlike the regular expression {@code /+$}. */
    private static String withoutLastSlashes(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '/') {
            end--;
        }
        return text.substring(0, end);
    }

    /** @param isNative whether the port is that of TDengine's native protocol */
    private static OldServer of(
            Setting setting, String host, boolean isNative, @Nullable String port, String path, Notes notes) {
        if (isNative) {
            notes.add(
                    setting.line(),
                    setting.key() + " is of the native protocol. This extension connects to taosAdapter: port "
                            + ADAPTER_PORT + " was assumed; taosAdapter must run there");
        }
        var used = isNative || port == null || port.isEmpty() ? ADAPTER_PORT : port;
        return new OldServer("jdbc:TAOS-WS://" + host + ":" + used, path);
    }
}
