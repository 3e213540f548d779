package io.github.hivemqtdengine.jdbc;

import java.time.Duration;

/**
 * How a database is reached.
 *
 * @param jdbcUrl the driver's URL, for example {@code jdbc:TAOS-WS://host:6041}
 * @param username the user
 * @param password the password; never logged
 * @param connectTimeout how long connecting may take
 * @param requestTimeout how long one write may take
 */
public record ConnectionSettings(
        String jdbcUrl, String username, String password, Duration connectTimeout, Duration requestTimeout) {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);

    /** A connection with the default timeouts: 5 s to connect, 15 s for a write. */
    public static ConnectionSettings of(String jdbcUrl, String username, String password) {
        return new ConnectionSettings(jdbcUrl, username, password, CONNECT_TIMEOUT, REQUEST_TIMEOUT);
    }

    /** The same connection with other timeouts. */
    public ConnectionSettings within(Duration connect, Duration request) {
        return new ConnectionSettings(jdbcUrl, username, password, connect, request);
    }

    /** Where and who, without the secrets. */
    @Override
    public String toString() {
        return Redaction.ofParameters(jdbcUrl) + ", user " + username;
    }
}
