// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/**
 * Family of databases: connecting, writing and classifying failures. All databases of the family share one dialect, so
 * it holds no state.
 */
public interface Dialect {

    /** Returns the prefix of this family's JDBC URLs. */
    String urlPrefix();

    /** Returns the URLs of a connection's endpoints, if each endpoint has connections of its own. */
    default List<String> endpoints(ConnectionSettings connection) {
        return List.of(connection.jdbcUrl());
    }

    /** Returns the driver's class; loading the class registers the driver. */
    String driverClass();

    /** Opens a connection. Exceptions may contain secrets. */
    default Connection connect(String url, Properties properties) throws SQLException {
        return DriverManager.getConnection(url, properties);
    }

    /**
     * Sets the credentials, the timeouts, the transaction isolation and all else that the driver needs. Without the
     * isolation the pool asks the driver for it. If the first connection breaks at that moment, the pool never accepts
     * a connection again (https://github.com/brettwooldridge/HikariCP/issues/1944).
     */
    void configure(HikariConfig pool, DatabaseSettings settings);

    /** Returns the longest duration of a write on an open connection. */
    default Duration longestWrite(DatabaseSettings settings) {
        return settings.connection().requestTimeout();
    }

    /** Creates a session for one lane. */
    Session newSession(DatabaseSettings settings);

    /**
     * Returns the statements that create the database, if the server has several, and the tables, unless they exist;
     * without connecting.
     *
     * @param tables tables of the routes; each super table is created once
     * @throws IllegalArgumentException if the database does not allow such a table
     */
    List<String> ddl(DatabaseSettings settings, List<TableShape> tables);

    /** Returns the precision of the keys of a database that these statements create. */
    Precision precision(DatabaseSettings settings);

    /**
     * Returns the statements with which a lane stores rows, in the configured precision; without connecting. Bound
     * values are question marks.
     *
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    List<String> inserts(DatabaseSettings settings, List<Row> rows);

    /** Returns the diagnostics of a database and its tables. */
    Diagnostics diagnostics(DatabaseSettings settings);

    /** Returns the limits for databases and tables. */
    default DatabaseLimits limits(WriteEngine engine) {
        return DatabaseLimits.NONE;
    }

    /** Classifies a failure. */
    FailureClass classify(Throwable failure);

    /** Called before the first database of this class loader opens. */
    default void started() {}

    /** Called after the last database of this class loader has closed: the driver's threads may end. */
    default void stopped() {}
}
