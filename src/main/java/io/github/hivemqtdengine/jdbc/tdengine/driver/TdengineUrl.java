// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser for TDengine's WebSocket URLs: {@code jdbc:TAOS-WS://host:port,host:port/?name=value&name=value}. */
public final class TdengineUrl {

    public static final String PREFIX = "jdbc:TAOS-WS://";

    /** Port of taosAdapter; the driver's default is the HTTP port. */
    private static final int DEFAULT_PORT = 6041;

    private static final int DEFAULT_TLS_PORT = 443;
    private static final int MAX_PORT = 65_535;

    private static final Pattern PARTS = Pattern.compile(Pattern.quote(PREFIX) + "([^/?]*)(.*)");
    private static final Pattern ENDPOINT = Pattern.compile("(\\[[^\\]%]+\\]|[^:\\[\\]]+)(?::(\\d{1,5}))?");
    private static final Pattern PARAMETER_NAME = Pattern.compile("[?&]([^=&]+)");

    /** Driver parameters that do not affect the guarantees of the extension. */
    private static final Set<String> ALLOWED = Set.of("httpPoolSize", "app_ip");

    /** Parameters that would break guarantees of the extension, or that have a configuration element. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("token", "use <token>"),
            Map.entry("bearerToken", "use <token>"),
            Map.entry("useSSL", "use <tls>"),
            Map.entry("disableSSLCertValidation", "use <tls>"),
            Map.entry("enableCompression", "use <compression>"),
            Map.entry("httpConnectTimeout", "use <connect-timeout>"),
            Map.entry("messageWaitTimeout", "use <request-timeout>"),
            Map.entry("enableAutoReconnect", "connections are replaced by the extension"),
            Map.entry("slaveClusterHost", "write several hosts with commas"),
            Map.entry("adapterHA", "write several hosts with commas"),
            Map.entry("asyncWrite", "with it, rows could be lost in silence"),
            Map.entry("pbsMode", "with it, rows could be lost in silence"));

    private static final String UNKNOWN = "the extension sets the driver's parameters; only "
            + String.join(", ", new TreeSet<>(ALLOWED)) + " are allowed";

    private TdengineUrl() {}

    /** Returns the objection to a URL, as the end of a sentence that begins with it. */
    public static Optional<String> objection(String url) {
        var parts = parts(url);
        for (var endpoint : parts.group(1).split(",", -1)) {
            var matcher = ENDPOINT.matcher(endpoint);
            if (!matcher.matches() || port(matcher, DEFAULT_PORT) < 1 || port(matcher, DEFAULT_PORT) > MAX_PORT) {
                return Optional.of(
                        "has no host and port in \"" + endpoint + "\"; write " + PREFIX + "td1:6041,td2:6041");
            }
            if (!isHost(matcher.group(1))) {
                return Optional.of("has the host \"" + matcher.group(1) + "\", for which the driver would connect to"
                        + " 127.0.0.1, since a host name has letters, digits, hyphens and dots only;"
                        + " give it another name, or write its address");
            }
        }
        return PARAMETER_NAME
                .matcher(parts.group(2))
                .results()
                .map(name -> name.group(1))
                .filter(name -> !ALLOWED.contains(name))
                .map(name -> "must not have the parameter " + name + ": " + REFUSED.getOrDefault(name, UNKNOWN))
                .findFirst();
    }

    /** Returns whether the driver accepts the host. */
    private static boolean isHost(String host) {
        try {
            return new URI("ws://" + host + ":" + DEFAULT_PORT + "/ws").getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Returns the URL of each endpoint in order, each with a port. */
    public static List<String> endpoints(String url, boolean encrypted) {
        var parts = parts(url);
        return Arrays.stream(parts.group(1).split(","))
                .map(endpoint -> PREFIX + withPort(endpoint, encrypted) + parts.group(2))
                .toList();
    }

    private static String withPort(String endpoint, boolean encrypted) {
        var matcher = ENDPOINT.matcher(endpoint);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("No endpoint: " + endpoint);
        }
        return peer(matcher.group(1), port(matcher, encrypted ? DEFAULT_TLS_PORT : DEFAULT_PORT));
    }

    /** Returns host and port of one of the {@link #endpoints}, in the form of a TLS engine's peer. */
    static String peer(String endpointUrl) {
        return parts(endpointUrl).group(1);
    }

    /** Returns the peers of all endpoints of an encrypted URL; none for URLs of other families. */
    public static List<String> peers(String url) {
        return url.startsWith(PREFIX)
                ? endpoints(url, true).stream().map(TdengineUrl::peer).toList()
                : List.of();
    }

    static String peer(String host, int port) {
        return host + ":" + port;
    }

    private static int port(Matcher endpoint, int otherwise) {
        return endpoint.group(2) == null ? otherwise : Integer.parseInt(endpoint.group(2));
    }

    private static Matcher parts(String url) {
        var matcher = PARTS.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("Not a URL of TDengine: " + Redaction.ofParameters(url));
        }
        return matcher;
    }
}
