package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** The database that the extension stores into. */
public interface Database extends AutoCloseable {

    /** What it is, for the report. */
    String title();

    /** How the extension reaches it. */
    String jdbcUrl();

    String username();

    String password();

    /** The name of the database inside the server. */
    String name();

    /** A table's name in SQL. */
    String qualified(String table);

    /** The processes whose CPU time it costs; none if they are not this program's. */
    List<ProcessHandle> processes();

    /** A connection of its own to look at the rows. */
    default Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), username(), password());
    }

    @Override
    void close() throws IOException;
}
