// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Connection parameters of a database.
 *
 * @param jdbcUrl the driver's URL, for example {@code jdbc:TAOS-WS://host:6041}
 * @param username the user, empty where a token is enough
 * @param password the password; never logged
 * @param token the token for TDengine Cloud, or {@code null}; never logged
 * @param tls the encryption, or {@code null} for none
 * @param compressed whether requests are compressed
 * @param connectTimeout limit for connecting
 * @param requestTimeout limit for one write
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

    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);

    /** Returns a plain connection with the default timeouts: 5 s to connect, 15 s for a write. */
    public static ConnectionSettings of(String jdbcUrl, String username, String password) {
        return new ConnectionSettings(jdbcUrl, username, password, null, null, false, CONNECT_TIMEOUT, REQUEST_TIMEOUT);
    }

    /** Returns a copy with other timeouts. */
    public ConnectionSettings within(Duration connect, Duration request) {
        return new ConnectionSettings(jdbcUrl, username, password, token, tls, compressed, connect, request);
    }

    /** Returns a copy with another token. */
    public ConnectionSettings withToken(@Nullable String otherToken) {
        return new ConnectionSettings(
                jdbcUrl, username, password, otherToken, tls, compressed, connectTimeout, requestTimeout);
    }

    /** Returns a copy with other encryption. */
    public ConnectionSettings over(@Nullable TlsSettings otherTls) {
        return new ConnectionSettings(
                jdbcUrl, username, password, token, otherTls, compressed, connectTimeout, requestTimeout);
    }

    /** Returns a copy with compression on or off. */
    public ConnectionSettings compressed(boolean nowCompressed) {
        return new ConnectionSettings(
                jdbcUrl, username, password, token, tls, nowCompressed, connectTimeout, requestTimeout);
    }

    /** Returns URL and user, without the secrets. */
    @Override
    public String toString() {
        return Redaction.ofParameters(jdbcUrl) + (token == null ? ", user " + username : ", with a token");
    }
}
