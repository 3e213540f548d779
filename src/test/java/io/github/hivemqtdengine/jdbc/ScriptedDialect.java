// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.Diagnostics;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.jdbc.tdengine.TdengineDialect;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import io.github.hivemqtdengine.testkit.ScriptedDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** TDengine's dialect over the scripted driver. */
public final class ScriptedDialect implements Dialect {

    static final String PASSWORD = "open sesame";

    private final Dialect tdengine = new TdengineDialect();
    private final @Nullable ScriptedStatements statements;

    private ScriptedDialect(@Nullable ScriptedStatements statements) {
        this.statements = statements;
    }

    public static JdbcDatabase database(DatabaseScript script, SchemaMode schema) {
        return database(script, schema, new TableRegistry(List.of(), DatabaseReport.NONE));
    }

    /**
     * Returns a database that gives up connecting early, for tests that wait for that.
     *
     * @param connectTimeout 250 ms or more, as the pool requires
     */
    static JdbcDatabase impatientDatabase(DatabaseScript script, Duration connectTimeout) {
        return database(script, SchemaMode.CREATE, new TableRegistry(List.of(), DatabaseReport.NONE), connectTimeout);
    }

    public static JdbcDatabase database(DatabaseScript script, SchemaMode schema, TableRegistry tables) {
        return database(script, schema, tables, Duration.ofSeconds(5));
    }

    /** Returns a database for one writer, which binds every row to a prepared statement. */
    static JdbcDatabase database(DatabaseScript script, ScriptedStatements statements) {
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(script.url(), "mqtt", PASSWORD)
                        .within(Duration.ofSeconds(5), Duration.ofSeconds(1)),
                "Factory",
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS),
                WriteEngine.STATEMENT);
        var tables = new TableRegistry(List.of(), DatabaseReport.NONE);
        return new JdbcDatabase(
                settings, 1, tables, new ScriptedDialect(statements), RetrySettings.DEFAULT.probeDelay());
    }

    private static JdbcDatabase database(
            DatabaseScript script, SchemaMode schema, TableRegistry tables, Duration connectTimeout) {
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(script.url(), "mqtt", PASSWORD).within(connectTimeout, Duration.ofSeconds(1)),
                "Factory",
                SchemaSettings.of(schema, Precision.MICROSECONDS));
        return new JdbcDatabase(settings, 2, tables, new ScriptedDialect(null), RetrySettings.DEFAULT.probeDelay());
    }

    @Override
    public String urlPrefix() {
        return ScriptedDriver.URL_PREFIX;
    }

    @Override
    public String driverClass() {
        return ScriptedDriver.class.getName();
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        return statements == null ? Dialect.super.connect(url, properties) : statements.connect();
    }

    @Override
    public void configure(HikariConfig pool, DatabaseSettings settings) {
        tdengine.configure(pool, settings);
    }

    @Override
    public Session newSession(DatabaseSettings settings) {
        return tdengine.newSession(settings);
    }

    @Override
    public List<String> ddl(DatabaseSettings settings, List<TableShape> tables) {
        return tdengine.ddl(settings, tables);
    }

    @Override
    public Precision precision(DatabaseSettings settings) {
        return tdengine.precision(settings);
    }

    @Override
    public List<String> inserts(DatabaseSettings settings, List<Row> rows) {
        return tdengine.inserts(settings, rows);
    }

    @Override
    public Diagnostics diagnostics(DatabaseSettings settings) {
        return tdengine.diagnostics(settings);
    }

    @Override
    public FailureClass classify(Throwable failure) {
        return tdengine.classify(failure);
    }
}
