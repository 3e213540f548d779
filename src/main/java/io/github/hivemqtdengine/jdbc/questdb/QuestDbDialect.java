// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.Diagnostics;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Row.Target;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

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

    /** Returns the statements for the tables: a server is one database. */
    @Override
    public List<String> ddl(DatabaseSettings settings, List<TableShape> tables) {
        var names = new HashSet<String>();
        return tables.stream()
                .filter(table -> names.add(table.superTable()))
                .map(table -> new QuestDbTable(table, precision(settings)).create())
                .toList();
    }

    @Override
    public Precision precision(DatabaseSettings settings) {
        return QuestDbSession.precision(settings);
    }

    @Override
    public List<String> inserts(DatabaseSettings settings, List<Row> rows) {
        return rows.stream()
                .map(Row::target)
                .distinct()
                .map(target -> insert(target, precision(settings)))
                .distinct()
                .toList();
    }

    private static String insert(Target target, Precision precision) {
        return target instanceof TableVersion version
                ? new QuestDbTable(version.shape(), precision).insert()
                : QuestDbTemplates.sql((SqlTemplate) target);
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
