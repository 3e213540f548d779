// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.jdbc.dialect.Query;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.sql.DescribedColumn;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TableDifferences;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TdengineDdl;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Schema evolution in TDengine: creates and changes database and super tables, as far as the settings allow. */
final class TdengineSchema {

    private static final Logger LOG = LoggerFactory.getLogger(TdengineSchema.class);

    /** Answer to a user who lacks the SYSINFO permission for a column. */
    private static final int UNKNOWN_COLUMN = 0x2602;

    private static final int SYNTAX_ERROR = 0x2600;
    private static final int TABLE_MISSING = 0x2603;
    /** For a tag and a column. */
    private static final Set<Integer> ALREADY_EXISTS = Set.of(0x0369, 0x036B);

    private static final Set<FailureKind> PASSING =
            EnumSet.of(FailureKind.TRANSIENT, FailureKind.CONGESTED, FailureKind.SCHEMA);

    private final DatabaseSettings settings;
    private final TdengineDdl ddl;

    TdengineSchema(DatabaseSettings settings) {
        this.settings = settings;
        this.ddl = new TdengineDdl(settings.name());
    }

    /** Creates the database if missing and allowed, and reads its properties. */
    DatabaseProperties openDatabase(Connection connection) throws SQLException {
        var there = properties(connection);
        if (there.isPresent()) {
            return there.get();
        }
        var create = ddl.createDatabase(settings.schema());
        if (settings.schema().mode() == SchemaMode.OFF) {
            throw new SetupException(
                    FailureKind.FATAL, "there is no database " + settings.name() + "; create it: " + create);
        }
        createDatabase(connection, create);
        LOG.warn(
                "Database \"{}\" did not exist and was created; if it had rows before, the server has lost them: restore"
                        + " a backup",
                settings.name());
        return properties(connection)
                .orElseThrow(() -> new SetupException(
                        FailureKind.TRANSIENT,
                        "the database " + settings.name() + " was created, but is not there yet"));
    }

    /** Creates the database. A refusal lasts until an operator changes the settings or creates the database. */
    private static void createDatabase(Connection connection, String create) throws SQLException {
        try {
            Query.execute(connection, create);
        } catch (SQLException e) {
            var kind = TdengineFailures.classify(e).kind();
            if (kind != FailureKind.REJECTED && kind != FailureKind.UNKNOWN) {
                throw e;
            }
            throw new SetupException(
                    FailureKind.FATAL,
                    "the server refuses " + create + ": " + e.getMessage() + "; change <new-database>");
        }
    }

    /** Returns the properties of the database; empty if it does not exist. */
    Optional<DatabaseProperties> properties(Connection connection) throws SQLException {
        try {
            return properties(connection, DatabaseProperties.COLUMNS);
        } catch (SQLException e) {
            if (TdengineFailures.code(e) != UNKNOWN_COLUMN) {
                throw e;
            }
            return properties(connection, DatabaseProperties.COLUMNS_WITHOUT_SYSINFO);
        }
    }

    private Optional<DatabaseProperties> properties(Connection connection, String columns) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(ddl.selectProperties(columns))) {
            return result.next() ? Optional.of(DatabaseProperties.of(result)) : Optional.empty();
        }
    }

    /**
     * Creates the super table, or adds missing columns. Skips outdated versions of an evolving table, and does not
     * create a table without columns, which TDengine does not allow.
     *
     * @throws SetupException if the table does not fit its routes and must not be changed
     */
    void openTable(Connection connection, TableVersion version) throws SQLException {
        var table = version.shape();
        var found = table.columns().isEmpty() ? describe(connection, table) : columns(connection, table);
        var differences = new TableDifferences(table, found);
        if (found.isEmpty()) {
            return;
        }
        differences.checkKeys();
        if (differences.adoptColumns(version.table())) {
            return;
        }
        differences.checkTypes();
        if (settings.schema().mode() == SchemaMode.EVOLVE) {
            evolve(connection, version, ddl.alter(table, differences));
        } else if (!differences.missing().isEmpty()) {
            throw new SetupException(
                    FailureKind.REJECTED,
                    "super table " + table.superTable() + " lacks a column or tag; add it: "
                            + String.join("; ", ddl.alter(table, differences)));
        }
    }

    /** Describes the table, and creates it only if missing: writing does not need the permission to create. */
    private List<DescribedColumn> columns(Connection connection, TableShape table) throws SQLException {
        var columns = describe(connection, table);
        if (!columns.isEmpty()) {
            return columns;
        }
        if (settings.schema().mode() == SchemaMode.OFF) {
            throw new SetupException(
                    FailureKind.REJECTED,
                    "there is no super table " + table.superTable() + "; create it: " + ddl.createTable(table));
        }
        createTable(connection, table);
        var created = describe(connection, table);
        if (created.isEmpty()) {
            throw new SetupException(
                    FailureKind.TRANSIENT,
                    "the super table " + table.superTable() + " was created, but is not there yet");
        }
        return created;
    }

    private void createTable(Connection connection, TableShape table) throws SQLException {
        var create = ddl.createTable(table);
        try {
            Query.execute(connection, create);
        } catch (SQLException e) {
            if (TdengineFailures.code(e) == SYNTAX_ERROR && hasBlob(table)) {
                throw new SetupException(
                        FailureKind.REJECTED,
                        "super table " + table.superTable() + " has a column of type BLOB, which this server does not"
                                + " know: update it to TDengine 3.3.7 or newer, or make the column VARBINARY(n)");
            }
            if (table.sequence().isEmpty() || TdengineFailures.code(e) != SYNTAX_ERROR) {
                throw refusal(table, create, e);
            }
            createTableBefore3363(connection, table);
        }
    }

    private static boolean hasBlob(TableShape table) {
        return table.columns().stream().anyMatch(column -> column.type().kind() == Kind.BLOB);
    }

    private void createTableBefore3363(Connection connection, TableShape table) throws SQLException {
        var create = ddl.createTableBefore3363(table);
        try {
            Query.execute(connection, create);
        } catch (SQLException e) {
            throw refusal(table, create, e);
        }
    }

    /**
     * Converts a lasting refusal to one that concerns this table only, so that other tables' rows do not wait for an
     * operator. Transient failures and those that affect all tables stay as they are.
     */
    private static SQLException refusal(TableShape table, String statement, SQLException failure) {
        var failureClass = TdengineFailures.classify(failure);
        return switch (failureClass.kind()) {
            case TRANSIENT, CONGESTED, SCHEMA, FATAL -> failure;
            case REJECTED, UNKNOWN, TOO_LARGE ->
                new SetupException(
                        FailureKind.REJECTED, sentence(table, statement, failureClass, failure.getMessage()));
        };
    }

    /** Formats a refusal, with the statement last: it may be long, and logs cut long messages. */
    private static String sentence(
            TableShape table, String statement, FailureClass failureClass, @Nullable String message) {
        return "the server does not make the super table " + table.superTable() + " as its route needs it"
                + (failureClass.code().isEmpty() ? "" : " (code " + failureClass.code() + ")") + ": " + message
                + (failureClass.advice().isEmpty() ? "" : "; " + failureClass.advice()) + "; rejected statement: "
                + statement;
    }

    /** Returns the columns and tags; empty if there is no such table. */
    List<DescribedColumn> describe(Connection connection, TableShape table) throws SQLException {
        try {
            return DescribedColumn.all(connection, ddl.describe(table));
        } catch (SQLException e) {
            if (TdengineFailures.code(e) == TABLE_MISSING) {
                return List.of();
            }
            throw e;
        }
    }

    private void evolve(Connection connection, TableVersion version, List<String> changes) throws SQLException {
        var table = version.shape();
        for (var change : changes) {
            try {
                Query.execute(connection, change);
            } catch (SQLException e) {
                // another lane or broker may have been faster
                if (!ALREADY_EXISTS.contains(TdengineFailures.code(e)) && isNeeded(connection, table, change)) {
                    if (!canDoWithout(connection, version, e)) {
                        throw refusal(table, change, e);
                    }
                    return;
                }
            }
        }
        if (!changes.isEmpty()) {
            // another writer may have added a column of another type
            var now = new TableDifferences(table, describe(connection, table));
            if (!now.adoptColumns(version.table())) {
                now.checkTypes();
            }
        }
    }

    /** Returns whether an evolving table could drop a refused change, so that only rows that need the change fail. */
    private boolean canDoWithout(Connection connection, TableVersion version, SQLException failure)
            throws SQLException {
        if (!version.table().isEvolving()
                || PASSING.contains(TdengineFailures.classify(failure).kind())) {
            return false;
        }
        var table = version.shape();
        new TableDifferences(table, describe(connection, table)).resetColumns(version.table());
        return true;
    }

    private boolean isNeeded(Connection connection, TableShape table, String change) throws SQLException {
        return ddl.alter(table, new TableDifferences(table, describe(connection, table)))
                .contains(change);
    }
}
