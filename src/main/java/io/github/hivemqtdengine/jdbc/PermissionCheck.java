// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Diagnostics;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.Query;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Permission check with a temporary table: creates the table, writes a row, reads it, drops the table. */
final class PermissionCheck {

    private static final String PREFIX = "hivemq_doctor_";
    private static final long NANOS_PER_MICRO = 1_000;

    private final Session session;
    private final Diagnostics diagnostics;
    private final TableShape table;

    PermissionCheck(DatabaseSettings settings, Dialect dialect) {
        this.session = dialect.newSession(creating(settings));
        this.diagnostics = dialect.diagnostics(settings);
        this.table = new TableShape(
                PREFIX + UUID.randomUUID().toString().replace("-", ""),
                "ts",
                null,
                List.of(new Column("v", ColumnType.parse("BIGINT"))),
                List.of(new Column("t", ColumnType.parse("VARCHAR(16)"))));
    }

    /** Allows the creation of the temporary table, even if the configuration forbids that of the routes' tables. */
    private static DatabaseSettings creating(DatabaseSettings settings) {
        var schema = settings.schema();
        return new DatabaseSettings(
                settings.id(),
                settings.connection(),
                settings.name(),
                new SchemaSettings(SchemaMode.CREATE, schema.precision(), schema.newDatabase()),
                settings.engine());
    }

    /** @param nowMicros time of the row, epoch microseconds */
    List<CheckResult> on(Connection connection, long nowMicros) throws SQLException {
        var opened = session.open(connection);
        try {
            var row = new Row(
                    TableHandle.of(table).current(),
                    table.superTable() + "_1",
                    nowMicros * NANOS_PER_MICRO,
                    0,
                    new Object[] {1L, "doctor"});
            session.write(connection, List.of(row));
            var unused = Query.text(connection, diagnostics.count(table.superTable()));
        } finally {
            drop(connection);
        }
        return List.of(CheckResult.ok(
                "rights",
                "the user may create a table, write, read and drop it (tried with a table of its own; "
                        + opened.description() + ")"));
    }

    private void drop(Connection connection) throws SQLException {
        Query.execute(connection, diagnostics.drop(table.superTable()));
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }
}
