// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Row.Target;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Conversion of rows of evolving tables to the columns of the database, which it extends where necessary. Rows are
 * mapped before the schema is read, and columns may arrive faster than batches. For the lane's thread only.
 */
final class EvolvedTables {

    private final Session session;
    /** Version of each table that was opened last. */
    private final Map<TableHandle, TableVersion> opened = new HashMap<>();

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
        while (!areOpen(current)) {
            for (var row : rows) {
                open(connection, row.target());
            }
            current = current(rows);
        }
        return current;
    }

    /** Returns whether no row needs a table that would have to be opened first. */
    boolean areOpen(List<Row> rows) {
        Target open = null; // of the previous row, as a rule that of all
        for (var row : rows) {
            if (!row.target().equals(open)) {
                open = row.target();
                if (!isOpen(open)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isOpen(Target target) {
        return !(target instanceof TableVersion version)
                || !version.table().isEvolving()
                || (version.isCurrent() && version.equals(opened.get(version.table())));
    }

    /** Opens the newest version of a table, again if columns found in the database make a newer version. */
    private void open(Connection connection, Target target) throws SQLException {
        if (target instanceof TableVersion version) {
            var table = version.table();
            for (var current = table.current(); !isOpen(current); current = table.current()) {
                session.openTable(connection, current);
                opened.put(table, current);
            }
        }
    }

    private List<Row> current(List<Row> rows) {
        var current = new ArrayList<Row>(rows.size());
        var refusals = new IdentityHashMap<Row, String>();
        for (var row : rows) {
            try {
                current.add(
                        row.target() instanceof TableVersion version
                                ? version.table().convert(row)
                                : row);
            } catch (IllegalArgumentException e) {
                refusals.put(row, String.valueOf(e.getMessage()));
                if (refusals.size() == RefusedRows.MAX_NAMED) {
                    break;
                }
            }
        }
        if (!refusals.isEmpty()) {
            opened.clear(); // another writer may have changed a table
            throw new RefusedRows(List.copyOf(refusals.keySet()), refusals::get);
        }
        return current;
    }
}
