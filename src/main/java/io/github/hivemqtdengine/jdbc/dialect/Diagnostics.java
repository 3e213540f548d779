// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Diagnostics for the databases of one family. Their queries change nothing. */
public interface Diagnostics {

    /** Returns a query for the server's time of day, in milliseconds since the epoch. */
    String selectMillis();

    /** Reports the versions of server and driver. */
    List<CheckResult> versions(Connection connection) throws SQLException;

    /** Reports the properties of the database, or whether it may be created. */
    List<CheckResult> database(Connection connection) throws SQLException;

    /**
     * Reports the state of a table, and how near it is to the limits.
     *
     * @throws SetupException if the table does not fit its routes
     */
    List<CheckResult> table(Connection connection, TableShape table) throws SQLException;

    /** Returns the statement that drops the table of a permission check. */
    String drop(String table);

    /** Returns the query for the number of rows of a table. */
    String count(String table);

    /** Returns the query for the last rows of a table, the newest first. */
    String latest(TableShape table, int limit);
}
