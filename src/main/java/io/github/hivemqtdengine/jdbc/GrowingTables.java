package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Growth;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

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
        while (!current.stream().allMatch(row -> isOpen(row.table()))) {
            for (var row : rows) {
                open(connection, row.table());
            }
            current = current(rows);
        }
        return current;
    }

    private boolean isOpen(Table table) {
        return table.growth() == null || (table.equals(table.newest()) && table.equals(opened.get(table.growth())));
    }

    /** The database may have other columns than were known, which makes the table another one. */
    private void open(Connection connection, Table table) throws SQLException {
        for (var newest = table.newest(); !isOpen(newest); newest = table.newest()) {
            session.openTable(connection, newest);
            opened.put(Objects.requireNonNull(newest.growth()), newest);
        }
    }

    private static List<Row> current(List<Row> rows) {
        var current = new ArrayList<Row>(rows.size());
        var refusals = new IdentityHashMap<Row, String>();
        for (var row : rows) {
            try {
                var growth = row.table().growth();
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
