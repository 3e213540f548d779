package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** How one lane writes into its database, and what it knows of the schema there. For the lane's thread only. */
interface Session {

    /**
     * A database that was opened.
     *
     * @param precision the step of its timestamps
     * @param description how it is, in one line for the operator
     * @param warning a sentence where an acknowledged row is not as safe as one may think
     */
    record Opened(Precision precision, String description, Optional<String> warning) {}

    /**
     * Creates the database where that is allowed, and reads how it is.
     *
     * @throws SetupException if the database is not as it must be, and may not be changed
     */
    Opened open(Connection connection) throws SQLException;

    /**
     * Looks at a table, whatever is known of it, and brings it into the shape that is written as far as that is
     * allowed. Called after {@link #open} only.
     *
     * @throws SetupException if it is not as it must be, and may not be changed
     * @throws IllegalArgumentException if the database can't have such a table
     */
    void openTable(Connection connection, Table table) throws SQLException;

    /**
     * Creates what is missing as far as that is allowed, and stores all rows. Called after {@link #open} only.
     *
     * @throws SetupException if a table is not as it must be, and may not be changed
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    void write(Connection connection, List<Row> rows) throws SQLException;

    /**
     * Asks the part of the database that holds the row's subtable, or would, for something that is quick to answer.
     *
     * @throws SQLException if it does not answer, or can't be asked
     */
    void ask(Connection connection, Row row) throws SQLException;

    /** Forgets what it knows of the schema, which may have changed meanwhile; {@link #open} comes next. */
    void forget();
}
