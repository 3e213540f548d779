package io.github.hivemqtdengine.jdbc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a database is reached.
 *
 * @param jdbcUrl the driver's URL, for example {@code jdbc:TAOS-WS://host:6041}
 * @param username the user, empty where a token is enough
 * @param password the password; never logged
 * @param token what TDengine Cloud asks for, or {@code null}; never logged
 * @param tls how the connection is encrypted, or {@code null} if it is not
 * @param compressed whether what is sent is compressed
 * @param connectTimeout how long connecting may take
 * @param requestTimeout how long one write may take
 */
public record ConnectionSettings(
        String jdbcUrl,
        String username,
        String password,
        @Nullable String token,
        @Nullable TlsSettings tls,
        boolean compressed,
        Duration connectTimeout,
        Duration requestTimeout) {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);

    /** A plain connection with the default timeouts: 5 s to connect, 15 s for a write. */
    public static ConnectionSettings of(String jdbcUrl, String username, String password) {
        return new ConnectionSettings(jdbcUrl, username, password, null, null, false, CONNECT_TIMEOUT, REQUEST_TIMEOUT);
    }

    /** The same connection with other timeouts. */
    public ConnectionSettings within(Duration connect, Duration request) {
        return new ConnectionSettings(jdbcUrl, username, password, token, tls, compressed, connect, request);
    }

    /** The same connection with a token. */
    public ConnectionSettings withToken(@Nullable String otherToken) {
        return new ConnectionSettings(
                jdbcUrl, username, password, otherToken, tls, compressed, connectTimeout, requestTimeout);
    }

    /** The same connection, encrypted. */
    public ConnectionSettings over(@Nullable TlsSettings otherTls) {
        return new ConnectionSettings(
                jdbcUrl, username, password, token, otherTls, compressed, connectTimeout, requestTimeout);
    }

    /** The same connection, compressed or not. */
    public ConnectionSettings compressed(boolean nowCompressed) {
        return new ConnectionSettings(
                jdbcUrl, username, password, token, tls, nowCompressed, connectTimeout, requestTimeout);
    }

    /** Where and who, without the secrets. */
    @Override
    public String toString() {
        return Redaction.ofParameters(jdbcUrl) + (token == null ? ", user " + username : ", with a token");
    }
}
