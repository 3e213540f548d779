package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What the databases of one family are looked at with. It changes nothing. */
interface Checkup {

    /** A query for the server's time of day, in milliseconds since the epoch. */
    String selectMillis();

    /** What server and driver this is. */
    List<Finding> versions(Connection connection) throws SQLException;

    /** How the database is, or whether it may be created. */
    List<Finding> database(Connection connection) throws SQLException;

    /**
     * How a table is, and how near to the limits.
     *
     * @throws SetupException if it is not as it must be
     */
    List<Finding> table(Connection connection, Table table) throws SQLException;

    /** Removes a table that a trial has made. */
    String drop(String table);

    /** Asks how many rows a table has. */
    String count(String table);
}
