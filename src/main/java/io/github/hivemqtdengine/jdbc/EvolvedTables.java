package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Row.Target;
import io.github.hivemqtdengine.message.SchemaEvolution;
import io.github.hivemqtdengine.message.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of rows of evolving tables to the columns of the database, which it extends where necessary. Rows are
 * mapped before the schema is read, and columns may arrive faster than batches. For the lane's thread only.
 */
final class EvolvedTables {

    private final Session session;
    /** Version of each table that was opened last. */
    private final IdentityHashMap<SchemaEvolution, Table> opened = new IdentityHashMap<>();

    EvolvedTables(Session session) {
        this.session = session;
    }

    /**
     * Returns the rows, with those of evolving tables converted to the columns of the open version.
     *
     * @throws RefusedRows if values don't fit existing columns
     * @throws SetupException if a table does not fit its routes
     */
    List<Row> current(Connection connection, List<Row> rows) throws SQLException {
        var current = rows;
        while (!current.stream().allMatch(row -> isOpen(row.target()))) {
            for (var row : rows) {
                open(connection, row.target().growth());
            }
            current = current(rows);
        }
        return current;
    }

    @SuppressWarnings("ReferenceEquality") // the table is the same object until it grows again
    private boolean isOpen(Target target) {
        var growth = target.growth();
        return growth == null || (target == growth.table() && target == opened.get(growth));
    }

    /** Opens the newest version of a table, again if columns found in the database make a newer version. */
    private void open(Connection connection, @Nullable SchemaEvolution growth) throws SQLException {
        if (growth == null) {
            return;
        }
        for (var newest = growth.table(); !isOpen(newest); newest = growth.table()) {
            session.openTable(connection, newest);
            opened.put(growth, newest);
        }
    }

    private static List<Row> current(List<Row> rows) {
        var current = new ArrayList<Row>(rows.size());
        var refusals = new IdentityHashMap<Row, String>();
        for (var row : rows) {
            try {
                var growth = row.target().growth();
                current.add(growth == null ? row : growth.current(row));
            } catch (IllegalArgumentException e) {
                refusals.put(row, String.valueOf(e.getMessage()));
            }
        }
        if (!refusals.isEmpty()) {
            throw new RefusedRows(List.copyOf(refusals.keySet()), refusals::get);
        }
        return current;
    }
}
