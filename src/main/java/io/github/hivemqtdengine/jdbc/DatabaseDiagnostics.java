// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.Query;
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
import java.util.function.Consumer;

/** Diagnostics of one database, as an operator would run them before a first start. For one thread. */
public final class DatabaseDiagnostics {

    private static final String ENDPOINT = "endpoint";

    private final DatabaseSettings settings;
    private final List<TableShape> tables;
    private final Dialect dialect;
    private final ExceptionTranslator translator;
    private final List<CheckResult> results = new ArrayList<>();
    private final EpochClock clock;
    private Consumer<CheckResult> ended = result -> {};
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
     * @param ended receives each result as its check ends, among them all failures
     */
    public void run(boolean write, Consumer<CheckResult> ended) {
        this.ended = ended;
        DriverUse.begin(dialect);
        try {
            boolean isSeen = false;
            for (var url : dialect.endpoints(settings.connection())) {
                if (isLoginRefused) {
                    add(CheckResult.warn(
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
    }

    /**
     * Reads the last rows of each table through the first endpoint that can be reached.
     *
     * @param limit rows of each table
     */
    public List<LatestRows> latest(int limit) {
        DriverUse.begin(dialect);
        try {
            Optional<Connection> connected = Optional.empty();
            for (var urls = dialect.endpoints(settings.connection()).iterator();
                    connected.isEmpty() && urls.hasNext() && !isLoginRefused; ) {
                connected = connect(urls.next());
            }
            if (connected.isEmpty()) {
                var problem = results.get(results.size() - 1).sentence();
                return tables.stream()
                        .map(table -> LatestRows.failed(table.superTable(), problem))
                        .toList();
            }
            try (var connection = connected.get()) {
                return tables.stream()
                        .map(table -> latest(connection, table, limit))
                        .toList();
            } catch (SQLException e) {
                throw new IllegalStateException(translator.translate(e).sentence(), e);
            }
        } finally {
            DriverUse.end(dialect);
        }
    }

    private LatestRows latest(Connection connection, TableShape table, int limit) {
        try {
            var query = dialect.diagnostics(settings).latest(table, limit);
            var timeout = settings.connection().requestTimeout();
            return LatestRows.read(connection, table.superTable(), query, timeout);
        } catch (SQLException | RuntimeException e) {
            return LatestRows.failed(table.superTable(), translator.translate(e).sentence());
        }
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
            add(CheckResult.warn(ENDPOINT, translator.translate(e).sentence()));
        }
        return true;
    }

    private Optional<Connection> connect(String url) {
        var shown = Redaction.ofParameters(url);
        try {
            var connection = open(url);
            add(CheckResult.ok(ENDPOINT, shown + " can be reached, and lets the user in"));
            return Optional.of(connection);
        } catch (SQLException | RuntimeException e) {
            isLoginRefused = dialect.classify(e).loginRefused();
            var failure = translator.translateConnectFailure(e);
            add(CheckResult.fail(
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

    private void add(CheckResult result) {
        results.add(result);
        ended.accept(result);
    }

    /** Runs one check; a failure becomes a result, and the next check runs. */
    private void check(String name, Check check) {
        try {
            check.run().forEach(this::add);
        } catch (SQLException | RuntimeException e) {
            add(CheckResult.fail(name, translator.translate(e).sentence()));
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

    /**
     * Comparison of the server's clock with the local one. The server reads its clock at some moment between question and
     * answer, so the result is uncertain by half that time.
     */
    record ClockCheck(String selectMillis, EpochClock clock) {

        private static final long MICROS_PER_MILLI = 1_000;
        private static final long MAX_MILLIS = 1_000;

        List<CheckResult> run(Connection connection) throws SQLException {
            // the first query may wait for more than the network
            var unused = Query.text(connection, selectMillis);
            long asked = clock.micros();
            long server = Query.number(connection, selectMillis);
            return List.of(compare(asked, server, clock.micros()));
        }

        /**
         * @param asked time of the question, epoch microseconds
         * @param server time of the server, epoch milliseconds
         * @param answered time of the answer, epoch microseconds
         */
        static CheckResult compare(long asked, long server, long answered) {
            long halfTrip = (answered - asked) / 2;
            long difference = server - (asked + halfTrip) / MICROS_PER_MILLI;
            long uncertain = halfTrip / MICROS_PER_MILLI + 1;
            var comparison = Math.abs(difference) <= uncertain
                    ? "the server's clock shows the time of this machine"
                    : "the server's clock is " + Math.abs(difference) + " ms "
                            + (difference < 0 ? "behind" : "ahead of") + " this machine's";
            var sentence = comparison + " (give or take " + uncertain + " ms)";
            return Math.abs(difference) > MAX_MILLIS
                    ? CheckResult.warn("clock", sentence + "; let both follow the same time server (NTP)")
                    : CheckResult.ok("clock", sentence);
        }
    }
}
