// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.time.EpochClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Diagnostics of one database, as an operator would run them before a first start. For one thread. */
public final class DatabaseDiagnostics {

    private static final String ENDPOINT = "endpoint";

    private final DatabaseSettings settings;
    private final List<TableShape> tables;
    private final Dialect dialect;
    private final ExceptionTranslator translator;
    private final List<CheckResult> results = new ArrayList<>();
    private final EpochClock clock;
    private boolean isLoginRefused;

    /**
     * Creates diagnostics that are not connected yet.
     *
     * @param tables tables that the routes write
     * @throws IllegalArgumentException if no dialect supports the JDBC URL
     */
    public DatabaseDiagnostics(DatabaseSettings settings, List<TableShape> tables, EpochClock clock) {
        this.settings = settings;
        var names = new HashSet<String>();
        this.tables =
                tables.stream().filter(table -> names.add(table.superTable())).toList();
        this.dialect = JdbcDatabase.dialect(settings.connection().jdbcUrl());
        this.translator = new ExceptionTranslator(settings, dialect);
        this.clock = clock;
    }

    /**
     * Connects to every endpoint, and checks the database through the first one that accepts the login. A refused login
     * is the last one, since servers lock accounts after a few.
     *
     * @param write whether to check permissions with a temporary table; creates a missing database where allowed
     * @return results, among them all failures
     */
    public List<CheckResult> run(boolean write) {
        DriverUse.begin(dialect);
        try {
            boolean isSeen = false;
            for (var url : dialect.endpoints(settings.connection())) {
                if (isLoginRefused) {
                    results.add(CheckResult.warn(
                            ENDPOINT,
                            Redaction.ofParameters(url)
                                    + " was not tried: servers lock accounts after refused logins"));
                } else {
                    isSeen |= tryEndpoint(url, !isSeen, write);
                }
            }
        } finally {
            DriverUse.end(dialect);
        }
        return List.copyOf(results);
    }

    private boolean tryEndpoint(String url, boolean first, boolean write) {
        var connected = connect(url);
        if (connected.isEmpty()) {
            return false;
        }
        try (var connection = connected.get()) {
            if (first) {
                checkAll(connection, write);
            }
        } catch (SQLException | RuntimeException e) {
            results.add(CheckResult.warn(ENDPOINT, translator.translate(e).sentence()));
        }
        return true;
    }

    private Optional<Connection> connect(String url) {
        var shown = Redaction.ofParameters(url);
        try {
            var connection = open(url);
            results.add(CheckResult.ok(ENDPOINT, shown + " can be reached, and lets the user in"));
            return Optional.of(connection);
        } catch (SQLException | RuntimeException e) {
            isLoginRefused = dialect.classify(e).loginRefused();
            var failure = translator.translateConnectFailure(e);
            results.add(CheckResult.fail(
                    ENDPOINT,
                    shown
                            + (failure.kind() == FailureKind.FATAL
                                    ? " can be reached, but does not let the user in: "
                                    : " can't be reached; check host, port and firewall: ")
                            + failure.sentence()));
            return Optional.empty();
        }
    }

    private Connection open(String url) throws SQLException {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        dialect.configure(config, settings);
        var connection = EndpointDataSource.takingOver(config, dialect, Redaction.of(settings.connection()))
                .getConnection();
        if (!config.isAutoCommit()) {
            connection.setAutoCommit(false);
        }
        return connection;
    }

    @FunctionalInterface
    private interface Check {
        List<CheckResult> run() throws SQLException;
    }

    /** Runs one check; a failure becomes a result, and the next check runs. */
    private void check(String name, Check check) {
        try {
            results.addAll(check.run());
        } catch (SQLException | RuntimeException e) {
            results.add(CheckResult.fail(name, translator.translate(e).sentence()));
        }
    }

    private void checkAll(Connection connection, boolean write) {
        var diagnostics = dialect.diagnostics(settings);
        check("version", () -> diagnostics.versions(connection));
        check("rights", () -> rights(connection, write));
        check("database", () -> diagnostics.database(connection));
        for (var table : tables) {
            check("table", () -> diagnostics.table(connection, table));
        }
        check("clock", () -> new ClockCheck(diagnostics.selectMillis(), clock).run(connection));
    }

    private List<CheckResult> rights(Connection connection, boolean write) throws SQLException {
        if (!write) {
            return List.of(
                    CheckResult.ok("rights", "not tried; --write tries them with a table that is dropped again"));
        }
        boolean isThere = dialect.diagnostics(settings).database(connection).stream()
                .noneMatch(result -> result.level() == CheckResult.Level.FAIL);
        return isThere
                ? new PermissionCheck(settings, dialect).on(connection, clock.micros())
                : List.of(CheckResult.fail("rights", "not tried, since there is no database and <schema> is off"));
    }
}
