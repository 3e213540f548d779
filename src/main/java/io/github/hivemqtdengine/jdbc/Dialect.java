package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/**
 * A family of databases: how to reach it, how to write into it and what its failures mean. Shared by all databases of
 * the family, so it holds no state.
 */
interface Dialect {

    /** How the JDBC URLs of this family begin. */
    String urlPrefix();

    /** The URLs of the endpoints that a connection has, where they are connected to one by one. */
    default List<String> endpoints(ConnectionSettings connection) {
        return List.of(connection.jdbcUrl());
    }

    /** The driver's class; loading it registers the driver. */
    String driverClass();

    /** Opens a connection; what fails may show secrets. */
    default Connection connect(String url, Properties properties) throws SQLException {
        return DriverManager.getConnection(url, properties);
    }

    /**
     * Sets the credentials, the time limits and whatever else the driver needs. The transaction isolation must be among
     * it: where the pool has to ask the driver for it and the first connection breaks at that moment, the pool takes no
     * connection ever again (https://github.com/brettwooldridge/HikariCP/issues/1944).
     */
    void configure(HikariConfig pool, DatabaseSettings settings);

    /** How long a write may take once there is a connection. */
    default Duration longestRequest(DatabaseSettings settings) {
        return settings.connection().requestTimeout();
    }

    /** What one lane needs to write. */
    Session newSession(DatabaseSettings settings);

    /** The statements for a database, without a connection. */
    SqlScript script(DatabaseSettings settings);

    /** What a database and its tables are looked at with. */
    Checkup checkup(DatabaseSettings settings);

    /** What its databases and tables can't be. */
    default DatabaseRules rules(WriteEngine engine) {
        return DatabaseRules.NONE;
    }

    /** What a failure means. */
    Verdict judge(Throwable failure);

    /** The first database of this class loader is opened. */
    default void started() {}

    /** The last database of this class loader was closed: the driver's threads may end. */
    default void stopped() {}
}
