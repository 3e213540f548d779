// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Writing session of one lane, with the lane's knowledge of the database schema. A new session replaces it when that
 * knowledge may be outdated. For the lane's thread only.
 */
public interface Session extends AutoCloseable {

    /**
     * Result of opening a database.
     *
     * @param description properties, in one line for the operator
     * @param warning a sentence if an acknowledged row is less safe than expected
     */
    record Opened(Precision precision, String description, Optional<String> warning) {}

    /**
     * Creates the database if missing and allowed, and reads its properties.
     *
     * @throws SetupException if the database is unsuitable and must not be changed
     */
    Opened open(Connection connection) throws SQLException;

    /**
     * Reads a table's definition, ignoring earlier knowledge, and creates or changes the table where allowed. Called
     * only after {@link #open}.
     *
     * @throws SetupException if the table does not fit its routes and must not be changed
     * @throws IllegalArgumentException if the database does not allow such a table
     */
    void openTable(Connection connection, TableVersion version) throws SQLException;

    /**
     * Creates missing tables where allowed, and stores all rows. Called only after {@link #open}.
     *
     * @throws SetupException if a table does not fit its routes and must not be changed
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    void write(Connection connection, List<Row> rows) throws SQLException;

    /**
     * Runs a fast query on the part of the database that holds the row's subtable, or would hold it.
     *
     * @throws SQLException if the query fails or is not possible
     */
    void probe(Connection connection, Row row) throws SQLException;

    /** Releases the session's resources on the server, as far as the server answers. */
    @Override
    void close();
}
