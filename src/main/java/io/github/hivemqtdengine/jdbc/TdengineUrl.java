package io.github.hivemqtdengine.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URL of TDengine's WebSocket driver: {@code jdbc:TAOS-WS://host:port,host:port/?name=value&name=value}. */
final class TdengineUrl {

    static final String PREFIX = "jdbc:TAOS-WS://";
    static final int DEFAULT_PORT = 6041;

    private static final Pattern PARTS = Pattern.compile(Pattern.quote(PREFIX) + "([^/?]*)(.*)");
    private static final Pattern ENDPOINT = Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]]+)(?::(\\d{1,5}))?");
    private static final Pattern PARAMETER_NAME = Pattern.compile("[?&]([^=&]+)");
    private static final int MAX_PORT = 65_535;

    /** Parameters that would break what the extension promises, or that have an element of their own. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("token", "use <token>"),
            Map.entry("useSSL", "use <tls>"),
            Map.entry("disableSSLCertValidation", "use <tls>"),
            Map.entry("enableCompression", "use <compression>"),
            Map.entry("httpConnectTimeout", "use <connect-timeout>"),
            Map.entry("messageWaitTimeout", "use <request-timeout>"),
            Map.entry("enableAutoReconnect", "connections are replaced by the extension"),
            Map.entry("slaveClusterHost", "write several hosts with commas"),
            Map.entry("asyncWrite", "with it, rows could be lost in silence"),
            Map.entry("pbsMode", "with it, rows could be lost in silence"));

    private TdengineUrl() {}

    /** What is wrong with a URL, as the end of a sentence that begins with it. */
    static Optional<String> objection(String url) {
        var parts = parts(url);
        for (var endpoint : parts.group(1).split(",", -1)) {
            var matcher = ENDPOINT.matcher(endpoint);
            if (!matcher.matches() || port(matcher) < 1 || port(matcher) > MAX_PORT) {
                return Optional.of(
                        "has no host and port in \"" + endpoint + "\"; write " + PREFIX + "td1:6041,td2:6041");
            }
        }
        return PARAMETER_NAME
                .matcher(parts.group(2))
                .results()
                .map(name -> name.group(1))
                .filter(REFUSED::containsKey)
                .map(name -> "must not have the parameter " + name + ": " + REFUSED.get(name))
                .findFirst();
    }

    /** The URL of each of its endpoints, in their order. */
    static List<String> endpoints(String url) {
        var parts = parts(url);
        return Arrays.stream(parts.group(1).split(","))
                .map(endpoint -> PREFIX + endpoint + parts.group(2))
                .toList();
    }

    /** Host and port of a URL with one endpoint, as a TLS engine calls its peer. */
    static String peer(String url) {
        var matcher = ENDPOINT.matcher(parts(url).group(1));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("No endpoint in " + url);
        }
        return peer(matcher.group(1), port(matcher));
    }

    static String peer(String host, int port) {
        return host + ":" + port;
    }

    private static int port(Matcher endpoint) {
        return endpoint.group(2) == null ? DEFAULT_PORT : Integer.parseInt(endpoint.group(2));
    }

    private static Matcher parts(String url) {
        var matcher = PARTS.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("Not a URL of TDengine: " + Redaction.ofParameters(url));
        }
        return matcher;
    }
}
