// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.Diagnostics;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.jdbc.dialect.TemplateRows;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineDriver;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineLogin;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineTls;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineUrl;
import io.github.hivemqtdengine.jdbc.tdengine.insert.SqlEngine;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TdengineDdl;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;

/** Dialect of TDengine over WebSocket, that is through taosAdapter. */
public final class TdengineDialect implements Dialect {

    @Override
    public String urlPrefix() {
        return TdengineUrl.PREFIX;
    }

    /** Returns one URL per endpoint: the driver remembers failed endpoints only if it reconnects by itself. */
    @Override
    public List<String> endpoints(ConnectionSettings connection) {
        return TdengineUrl.endpoints(connection.jdbcUrl(), connection.tls() != null);
    }

    @Override
    public String driverClass() {
        return "com.taosdata.jdbc.ws.WebSocketDriver";
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        return TdengineLogin.connect(url, properties);
    }

    @Override
    public void configure(HikariConfig pool, DatabaseSettings settings) {
        var connection = settings.connection();
        identify(pool, connection);
        if (connection.tls() != null) {
            TdengineTls.use(pool.getJdbcUrl(), connection.tls());
            pool.addDataSourceProperty("useSSL", "true");
        }
        pool.addDataSourceProperty("enableCompression", Boolean.toString(connection.compressed()));
        pool.addDataSourceProperty(
                "httpConnectTimeout", Long.toString(connection.connectTimeout().toMillis()));
        // requests in flight when a connection drops wait this long for their answers
        pool.addDataSourceProperty(
                "messageWaitTimeout", Long.toString(connection.requestTimeout().toMillis()));
        // the pool replaces connections: a reconnecting driver refuses new ones for a minute
        pool.addDataSourceProperty("enableAutoReconnect", "false");
        // attempts, without reconnecting; with the default of 3, driver 3.7.9 waits three times for a hung server, and
        // does not report that a prepared statement has lost its connection
        pool.addDataSourceProperty("retryTimes", "1");
        // from driver 3.8 on: its other way to bind rows is not tested
        pool.addDataSourceProperty("stmtBindMode", "traditional");
        pool.addDataSourceProperty("app_name", "hivemq-ext");
        pool.setTransactionIsolation("TRANSACTION_NONE");
    }

    /**
     * Sets the token or else the credentials URL-encoded: the driver puts the token into a URL, and decodes user and
     * password, since 3.8.0 only if there is no token.
     */
    private static void identify(HikariConfig pool, ConnectionSettings connection) {
        if (connection.token() != null) {
            pool.addDataSourceProperty("token", encoded(connection.token()));
        } else {
            pool.setUsername(encoded(connection.username()));
            pool.setPassword(encoded(connection.password()));
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns twice the timeout if statements may be prepared: one request binds the rows, the next one executes. */
    @Override
    public Duration longestWrite(DatabaseSettings settings) {
        var request = settings.connection().requestTimeout();
        return settings.engine() == WriteEngine.SQL ? request : request.multipliedBy(2);
    }

    @Override
    public Session newSession(DatabaseSettings settings) {
        return new TdengineSession(settings);
    }

    @Override
    public List<String> ddl(DatabaseSettings settings, List<TableShape> tables) {
        var ddl = new TdengineDdl(settings.name());
        var statements = new ArrayList<String>();
        statements.add(ddl.createDatabase(settings.schema()));
        var names = new HashSet<String>();
        tables.stream()
                .filter(table -> !table.columns().isEmpty()) // created with its first ones
                .filter(table -> names.add(table.superTable()))
                .map(ddl::createTable)
                .forEach(statements::add);
        return statements;
    }

    @Override
    public Precision precision(DatabaseSettings settings) {
        return settings.schema().precision();
    }

    @Override
    public List<String> inserts(DatabaseSettings settings, List<Row> rows) {
        var precision = precision(settings);
        var engine = new SqlEngine(settings.name());
        var statements = new ArrayList<String>();
        try {
            for (var pass : InsertPasses.of(TemplateRows.ofTables(rows), precision)) {
                engine.write(pass, precision, statements::add);
            }
            for (var ofTemplate : TemplateRows.byTemplate(rows).entrySet()) {
                new TdengineTemplates(settings.name())
                        .write(ofTemplate.getKey(), ofTemplate.getValue(), precision, statements::add);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("No database was asked", e);
        }
        return statements;
    }

    @Override
    public Diagnostics diagnostics(DatabaseSettings settings) {
        return new TdengineDiagnostics(settings);
    }

    @Override
    public DatabaseLimits limits(WriteEngine engine) {
        return new TdengineLimits(engine);
    }

    @Override
    public FailureClass classify(Throwable failure) {
        return TdengineFailures.classify(failure);
    }

    @Override
    public void started() {
        TdengineDriver.start();
    }

    @Override
    public void stopped() {
        TdengineDriver.stop();
    }
}
