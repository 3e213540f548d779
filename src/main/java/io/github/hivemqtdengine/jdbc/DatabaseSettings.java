package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import java.time.Duration;

/**
 * One database.
 *
 * @param id the id that routes name
 * @param jdbcUrl the driver's URL, for example {@code jdbc:TAOS-WS://host:6041}
 * @param username the user
 * @param password the password; never logged
 * @param name the database's name inside the server; QuestDB has only one, so there it goes unused
 * @param schema what may be created
 * @param precision the precision of a database that the extension creates
 * @param connectTimeout how long connecting may take
 * @param requestTimeout how long one write may take
 */
public record DatabaseSettings(
        String id,
        String jdbcUrl,
        String username,
        String password,
        String name,
        SchemaMode schema,
        Precision precision,
        Duration connectTimeout,
        Duration requestTimeout) {

    /** Which database it is, without its secrets. */
    @Override
    public String toString() {
        return id + " (" + Redaction.ofParameters(jdbcUrl) + ", user " + username + ")";
    }
}
