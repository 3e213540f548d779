// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Diagnostics;
import io.github.hivemqtdengine.jdbc.dialect.Query;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Diagnostics of a QuestDB server. */
final class QuestDbDiagnostics implements Diagnostics {

    private final DatabaseSettings settings;
    private final QuestDbSchema schema;

    QuestDbDiagnostics(DatabaseSettings settings) {
        this.settings = settings;
        this.schema = new QuestDbSchema(settings.schema().mode());
    }

    @Override
    public String selectMillis() {
        return "SELECT CAST(systimestamp() AS LONG) / 1000";
    }

    @Override
    public List<CheckResult> versions(Connection connection) throws SQLException {
        return List.of(CheckResult.ok(
                "version",
                Query.text(connection, "SELECT build()") + ", driver "
                        + connection.getMetaData().getDriverVersion()));
    }

    @Override
    public List<CheckResult> database(Connection connection) {
        var precision = QuestDbSession.precision(settings);
        return List.of(CheckResult.ok(
                "precision",
                "timestamps of tables that the extension creates count in " + precision.unit()
                        + "; rows are kept until their partitions are dropped"));
    }

    @Override
    public List<CheckResult> table(Connection connection, TableShape table) throws SQLException {
        var written = new QuestDbTable(table, QuestDbSession.precision(settings));
        var mode = settings.schema().mode();
        var name = "table " + table.superTable();
        var missing = schema.missingColumns(connection, written);
        if (missing.isEmpty()) {
            return List.of(
                    mode == SchemaMode.OFF
                            ? CheckResult.fail("table", name + " is not there; create it: " + written.create())
                            : CheckResult.ok("table", name + " is not there yet; a start creates it"));
        }
        if (missing.get().isEmpty()) {
            return List.of(CheckResult.ok("table", name + " is as its routes write it"));
        }
        return List.of(
                mode == SchemaMode.EVOLVE
                        ? CheckResult.ok("table", name + " lacks a column, which a start adds")
                        : CheckResult.fail(
                                "table",
                                name + " lacks a column; write <schema>evolve</schema>, or add it: "
                                        + String.join("; ", missing.get())));
    }

    @Override
    public String drop(String table) {
        return "DROP TABLE IF EXISTS " + QuestDbIdentifier.table(table);
    }

    @Override
    public String count(String table) {
        return "SELECT count(*) FROM " + QuestDbIdentifier.table(table);
    }

    @Override
    public String latest(TableShape table, int limit) {
        return "SELECT * FROM " + QuestDbIdentifier.table(table.superTable()) + " ORDER BY "
                + QuestDbIdentifier.column(table.timestampColumn()) + " DESC LIMIT " + limit;
    }
}
