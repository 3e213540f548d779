// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.jdbc.dialect.TemplateRows;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.insert.InsertEngine;
import io.github.hivemqtdengine.jdbc.tdengine.insert.MissingSubtables;
import io.github.hivemqtdengine.jdbc.tdengine.insert.RetentionWindow;
import io.github.hivemqtdengine.jdbc.tdengine.insert.SqlEngine;
import io.github.hivemqtdengine.jdbc.tdengine.insert.StatementEngine;
import io.github.hivemqtdengine.jdbc.tdengine.insert.SubtableTags;
import io.github.hivemqtdengine.jdbc.tdengine.sql.Identifier;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlText;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SuperTableSql;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.time.EpochClock;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Session that writes one lane's batches, after opening their super tables. */
final class TdengineSession implements Session {

    /** Below this, one more round trip takes longer than SQL text. */
    private static final int ROWS_WORTH_A_STATEMENT = 1_000;

    private static final int TIME_OUT_OF_RANGE = 0x060B;

    private final DatabaseSettings settings;
    private final String database;
    private final TdengineSchema schema;
    /** Opened versions, of an evolving table only the last one. */
    private final Set<TableVersion> tables = new HashSet<>();

    private final SubtableTags tags;
    private final TdengineTemplates templates;
    private final EpochClock clock = EpochClock.SYSTEM;

    private InsertEngine engine;
    private Precision precision;
    private Optional<Duration> keep = Optional.empty();

    TdengineSession(DatabaseSettings settings) {
        this.settings = settings;
        this.database = settings.name();
        this.schema = new TdengineSchema(settings);
        this.tags = new SubtableTags(settings.name(), System::nanoTime);
        this.templates = new TdengineTemplates(settings.name());
        this.engine = engine(settings);
        this.precision = settings.schema().precision();
    }

    @Override
    public Opened open(Connection connection) throws SQLException {
        checkCharset(Charset.defaultCharset());
        var properties = schema.openDatabase(connection);
        precision = properties.precision();
        keep = properties.keep();
        return new Opened(precision, properties.description(), properties.warning(database));
    }

    /** Requires UTF-8, because the driver sends statements in the platform's charset. */
    static void checkCharset(Charset platform) throws SetupException {
        if (!platform.equals(StandardCharsets.UTF_8)) {
            throw new SetupException(
                    FailureKind.FATAL,
                    "the TDengine driver would send text as " + platform
                            + " instead of UTF-8; start the broker with -Dfile.encoding=UTF-8");
        }
    }

    private static InsertEngine engine(DatabaseSettings settings) {
        return switch (settings.engine()) {
            case AUTO -> new StatementEngine(settings.name(), ROWS_WORTH_A_STATEMENT);
            case SQL -> new SqlEngine(settings.name());
            case STATEMENT -> new StatementEngine(settings.name(), 1);
        };
    }

    @Override
    public void write(Connection connection, List<Row> rows) throws SQLException {
        var byTemplate = TemplateRows.byTemplate(rows);
        writeTables(connection, byTemplate.isEmpty() ? rows : TemplateRows.ofTables(rows));
        if (!byTemplate.isEmpty()) {
            templates.write(connection, byTemplate, precision);
        }
    }

    private void writeTables(Connection connection, List<Row> rows) throws SQLException {
        var passes = InsertPasses.of(rows, precision);
        checkTimes(connection, rows, passes);
        if (passes.stream().flatMap(List::stream).anyMatch(part -> part.shape().followsTags())) {
            followTags(connection, rows);
        }
        for (var pass : passes) {
            for (var part : pass) {
                openOnce(connection, part.version());
            }
            store(connection, pass);
        }
    }

    /**
     * Stores rows. The server refuses times outside the retention window, but also after an operator has recreated the
     * database with another precision; in that case the rows are not the cause.
     */
    private void store(Connection connection, List<SubtableRows> pass) throws SQLException {
        try {
            engine.write(connection, pass, precision);
        } catch (SQLException e) {
            if (TdengineFailures.NO_MORE_TABLES.contains(TdengineFailures.code(e))) {
                throw withoutNewSubtables(connection, pass, e);
            }
            if (TdengineFailures.code(e) == TIME_OUT_OF_RANGE) {
                checkDatabase(connection);
                checkAgainstKeep(
                        pass.stream().flatMap(part -> part.rows().stream()).toList());
            }
            throw e;
        }
    }

    /**
     * Names the rows of subtables that the licence does not allow, so that the others are written without them. If all
     * subtables exist, the rows are not the cause, and only an operator can help.
     *
     * @throws RefusedRows if subtables are missing
     */
    private SetupException withoutNewSubtables(Connection connection, List<SubtableRows> pass, SQLException failure)
            throws SQLException {
        var reason = String.format("0x%04x: ", TdengineFailures.code(failure)) + failure.getMessage()
                + "; a limit of the server's licence is reached";
        var missing = MissingSubtables.of(connection, database, pass);
        if (missing.isEmpty()) {
            return new SetupException(FailureKind.FATAL, reason);
        }
        throw new RefusedRows(
                missing.stream().flatMap(part -> part.rows().stream()).toList(),
                row -> "The subtable " + row.subtable() + " can't be created, " + reason);
    }

    private void checkTimes(Connection connection, List<Row> rows, List<List<SubtableRows>> passes)
            throws SQLException {
        var times = times();
        if (!passes.stream().flatMap(List::stream).allMatch(part -> times.contains(part.rows()))) {
            checkDatabase(connection);
            checkAgainstKeep(rows);
        }
    }

    /** Reads the retention time again; an operator may have changed it, or recreated the database. */
    private void checkDatabase(Connection connection) throws SQLException {
        var now = schema.openDatabase(connection);
        if (now.precision() != precision) {
            throw new SetupException(
                    FailureKind.SCHEMA,
                    "the database has the precision " + now.precision().unit() + " now, it had " + precision.unit());
        }
        keep = now.keep();
    }

    private void checkAgainstKeep(List<Row> rows) {
        var times = times();
        var outside = times.outside(rows);
        if (!outside.isEmpty()) {
            throw new RefusedRows(outside, times::objection);
        }
    }

    private RetentionWindow times() {
        return RetentionWindow.of(keep, precision, clock.micros());
    }

    private void followTags(Connection connection, List<Row> rows) throws SQLException {
        var following = rows.stream().filter(row -> row.shape().followsTags()).toList();
        for (var row : following) {
            openOnce(connection, row.version());
        }
        try {
            tags.follow(connection, following, precision);
        } catch (RuntimeException e) {
            var sql = new SqlText();
            throw RefusedRows.among(
                    following,
                    row -> {
                        sql.clear();
                        new SuperTableSql(database, row.shape()).appendWhole(sql, row, precision);
                    },
                    e);
        }
    }

    private void openOnce(Connection connection, TableVersion version) throws SQLException {
        if (!tables.contains(version)) {
            openTable(connection, version);
        }
    }

    @Override
    public void openTable(Connection connection, TableVersion version) throws SQLException {
        var table = version.table();
        tables.remove(version);
        schema.openTable(connection, version);
        if (table.isEvolving()) {
            tables.removeIf(other -> other.table().equals(table));
            engine.close(); // prepared for the previous columns
            engine = engine(settings);
        }
        tables.add(version);
    }

    /** Queries the subtable's node, not taosAdapter's cache; a missing subtable is an answer, too. */
    @Override
    public void probe(Connection connection, Row row) throws SQLException {
        var subtable = Identifier.database(database) + "." + Identifier.table(row.subtable());
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT "
                        + Identifier.column(row.shape().timestampColumn()) + " FROM " + subtable + " LIMIT 1")) {
            result.next();
        } catch (SQLException e) {
            if (!TdengineFailures.MISSING.contains(TdengineFailures.code(e))) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
