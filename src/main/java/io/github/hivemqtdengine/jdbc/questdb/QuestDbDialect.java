package io.github.hivemqtdengine.jdbc.questdb;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Diagnostics;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.jdbc.dialect.SqlScript;
import io.github.hivemqtdengine.jdbc.dialect.WriteEngine;
import java.time.Duration;

/** Dialect of QuestDB over the PostgreSQL wire protocol. */
public final class QuestDbDialect implements Dialect {

    @Override
    public String urlPrefix() {
        return "jdbc:postgresql://";
    }

    @Override
    public String driverClass() {
        return "org.postgresql.Driver";
    }

    @Override
    public void configure(HikariConfig pool, DatabaseSettings settings) {
        pool.setUsername(settings.connection().username());
        pool.setPassword(settings.connection().password());
        pool.setAutoCommit(false);
        pool.addDataSourceProperty(
                "connectTimeout", seconds(settings.connection().connectTimeout()));
        pool.addDataSourceProperty("loginTimeout", seconds(settings.connection().connectTimeout()));
        pool.addDataSourceProperty(
                "socketTimeout", seconds(settings.connection().requestTimeout()));
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty("ApplicationName", "hivemq-ext");
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    }

    /** Returns whole seconds, at least one: 0 would mean no limit. */
    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, (duration.toMillis() + 999) / 1_000));
    }

    @Override
    public Session newSession(DatabaseSettings settings) {
        return new QuestDbSession(settings);
    }

    @Override
    public SqlScript script(DatabaseSettings settings) {
        return new QuestDbScript(settings);
    }

    @Override
    public Diagnostics diagnostics(DatabaseSettings settings) {
        return new QuestDbDiagnostics(settings);
    }

    @Override
    public DatabaseLimits limits(WriteEngine engine) {
        return new QuestDbLimits();
    }

    @Override
    public FailureClass classify(Throwable failure) {
        return QuestDbFailures.classify(failure);
    }
}
