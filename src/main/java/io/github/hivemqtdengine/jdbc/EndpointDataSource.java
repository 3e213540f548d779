package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connects to one endpoint. It is here because the pool, given a driver's properties, logs all but the password at
 * level DEBUG, a token among them.
 */
final class EndpointDataSource implements DataSource {

    private final String jdbcUrl;
    private final Properties properties;

    /** Takes what the driver needs out of a pool's configuration. */
    static EndpointDataSource takingOver(HikariConfig pool) {
        var properties = new Properties();
        properties.putAll(pool.getDataSourceProperties());
        if (pool.getUsername() != null) {
            properties.setProperty("user", pool.getUsername());
            properties.setProperty("password", pool.getPassword());
        }
        pool.getDataSourceProperties().clear();
        pool.setUsername(null);
        pool.setPassword(null);
        return new EndpointDataSource(pool.getJdbcUrl(), properties);
    }

    private EndpointDataSource(String jdbcUrl, Properties properties) {
        this.jdbcUrl = jdbcUrl;
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        var mutable = new Properties(); // drivers write into it
        mutable.putAll(properties);
        return DriverManager.getConnection(jdbcUrl, mutable);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The credentials are among the properties");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // nothing is written
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // the properties have a timeout, in milliseconds
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("This wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    /** The pool logs it. */
    @Override
    public String toString() {
        return Redaction.ofParameters(jdbcUrl);
    }
}
