// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.jdbc.dialect.TemplateRows;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Session that writes one lane's batches with bound values, one transaction per statement. After a table change, a
 * second statement on the table in one transaction makes QuestDB discard the rows of the first. It may also give the
 * table's writer to another connection.
 */
final class QuestDbSession implements Session {

    /** Time, subtable and sequence. */
    private static final int KEYS = 3;

    private final QuestDbSchema schema;
    private final Precision precision;
    /** Opened versions, of an evolving table only the last one. */
    private final Map<TableVersion, QuestDbTable> tables = new HashMap<>();

    QuestDbSession(DatabaseSettings settings) {
        this.schema = new QuestDbSchema(settings.schema().mode());
        this.precision = precision(settings);
    }

    /** Returns the precision of new tables; QuestDB has no milliseconds. */
    static Precision precision(DatabaseSettings settings) {
        return settings.schema().precision() == Precision.NANOSECONDS ? Precision.NANOSECONDS : Precision.MICROSECONDS;
    }

    /** Opens nothing: a QuestDB server is one database, and each timestamp column has a precision of its own. */
    @Override
    public Opened open(Connection connection) {
        return new Opened(precision, "QuestDB, precision " + precision.unit(), Optional.empty());
    }

    @Override
    public void write(Connection connection, List<Row> rows) throws SQLException {
        var byTemplate = TemplateRows.byTemplate(rows);
        writeTables(connection, byTemplate.isEmpty() ? rows : TemplateRows.ofTables(rows));
        if (!byTemplate.isEmpty()) {
            QuestDbTemplates.write(connection, byTemplate);
        }
    }

    private void writeTables(Connection connection, List<Row> rows) throws SQLException {
        var passes = InsertPasses.of(rows, precision);
        for (var pass : passes) {
            for (var part : pass) {
                openOnce(connection, part.version());
            }
        }
        for (var pass : passes) {
            insert(connection, pass);
        }
    }

    private void openOnce(Connection connection, TableVersion version) throws SQLException {
        if (!tables.containsKey(version)) {
            openTable(connection, version);
        }
    }

    @Override
    public void openTable(Connection connection, TableVersion version) throws SQLException {
        tables.remove(version);
        var opened = new QuestDbTable(version.shape(), precision);
        try {
            schema.openTable(connection, version.table(), opened);
        } catch (SQLException e) {
            rollBack(connection, e);
            throw e;
        }
        tables.keySet().removeIf(other -> other.table().equals(version.table()));
        tables.put(version, opened);
    }

    /** Rolls back, so that the next table does not begin in a failed transaction. */
    private static void rollBack(Connection connection, SQLException because) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            because.addSuppressed(e); // a lost connection has nothing to roll back
        }
    }

    private void insert(Connection connection, List<SubtableRows> pass) throws SQLException {
        var byTable = pass.stream().collect(Collectors.groupingBy(part -> tables.get(part.version())));
        for (var entry : byTable.entrySet()) {
            var table = entry.getKey();
            var rows = entry.getValue().stream()
                    .flatMap(part -> part.rows().stream())
                    .toList();
            BoundRows.write(connection, table.insert(), KEYS + table.fields().size(), rows, table::bind);
            connection.commit();
        }
    }

    @Override
    public void probe(Connection connection, Row row) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(
                        "SELECT * FROM " + QuestDbIdentifier.table(row.shape().superTable()) + " LIMIT 1")) {
            result.next();
        } catch (SQLException e) {
            if (!QuestDbFailures.saysMissingTable(e)) {
                throw e;
            }
        } finally {
            connection.rollback();
        }
    }

    @Override
    public void close() {
        // statements end with each write
    }
}
