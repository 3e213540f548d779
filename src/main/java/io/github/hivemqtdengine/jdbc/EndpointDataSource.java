// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Data source of one endpoint that hides secrets from the pool. At level DEBUG the pool logs all driver properties but
 * the password, so also a token. The pool also logs the driver's failures, which may quote a whole login request.
 */
final class EndpointDataSource implements DataSource {

    private final String jdbcUrl;
    private final Properties properties;
    private final Dialect dialect;
    private final Redaction redaction;
    private final @Nullable LoginThrottle throttle;

    /** Creates a data source and moves the driver's properties and credentials from the pool's configuration to it. */
    static EndpointDataSource takingOver(HikariConfig pool, Dialect dialect, Redaction redaction) {
        var properties = new Properties();
        properties.putAll(pool.getDataSourceProperties());
        if (pool.getUsername() != null) {
            properties.setProperty("user", pool.getUsername());
            properties.setProperty("password", pool.getPassword());
        }
        pool.getDataSourceProperties().clear();
        pool.setUsername(null);
        pool.setPassword(null);
        return new EndpointDataSource(pool.getJdbcUrl(), properties, dialect, redaction, null);
    }

    private EndpointDataSource(
            String jdbcUrl,
            Properties properties,
            Dialect dialect,
            Redaction redaction,
            @Nullable LoginThrottle throttle) {
        this.jdbcUrl = jdbcUrl;
        this.properties = properties;
        this.dialect = dialect;
        this.redaction = redaction;
        this.throttle = throttle;
    }

    /** Returns a data source whose logins the throttle limits. */
    EndpointDataSource within(LoginThrottle limit) {
        return new EndpointDataSource(jdbcUrl, properties, dialect, redaction, limit);
    }

    /** Connects. Exceptions contain no secrets and keep the driver's code and state. */
    @Override
    public Connection getConnection() throws SQLException {
        return throttle == null ? connect() : throttle.login(this::connect);
    }

    private Connection connect() throws SQLException {
        var mutable = new Properties(); // drivers write into it
        mutable.putAll(properties);
        try {
            return dialect.connect(jdbcUrl, mutable);
        } catch (SQLException e) {
            throw redaction.of(e);
        } catch (RuntimeException e) {
            throw redaction.of(e);
        }
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

    /** Returns the seconds that a closing pool waits for its connecting thread. */
    @Override
    public int getLoginTimeout() {
        return 1;
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

    /** Returns the URL without secrets, because the pool logs it. */
    @Override
    public String toString() {
        return Redaction.ofParameters(jdbcUrl);
    }
}
