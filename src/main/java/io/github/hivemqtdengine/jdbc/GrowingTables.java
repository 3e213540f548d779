package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Growth;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.message.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings the rows of tables that grow to the columns that the database has, or gets for them. Rows are mapped before
 * anybody has looked at the database, and columns may come faster than batches. For the lane's thread only.
 */
final class GrowingTables {

    private final Session session;
    /** What of each was opened last. */
    private final IdentityHashMap<Growth, Table> opened = new IdentityHashMap<>();

    GrowingTables(Session session) {
        this.session = session;
    }

    /**
     * The same rows, those of growing tables with the columns that the open table has.
     *
     * @throws RefusedRows if values don't fit the columns that are there
     * @throws SetupException if a table is not as it must be
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

    @SuppressWarnings("ReferenceEquality") // the table is the very same object until it grows again
    private boolean isOpen(Target target) {
        var growth = target.growth();
        return growth == null || (target == growth.table() && target == opened.get(growth));
    }

    /** The database may have other columns than were known, which makes the table another one. */
    private void open(Connection connection, @Nullable Growth growth) throws SQLException {
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

    /** Another one may have changed a table. */
    void forget() {
        opened.clear();
    }
}
