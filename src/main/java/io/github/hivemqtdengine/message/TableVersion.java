// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

/**
 * Version of a table: the shape of its rows until the table evolves. Compared by identity, so that a row finds what is
 * known of its version without a comparison of columns; each version is created once, by its {@link TableHandle}.
 */
public final class TableVersion implements Row.Target {

    private final TableHandle table;
    private final TableShape shape;

    public TableVersion(TableHandle table, TableShape shape) {
        this.table = table;
        this.shape = shape;
    }

    public TableHandle table() {
        return table;
    }

    public TableShape shape() {
        return shape;
    }

    /**
     * Returns whether rows of this version and another one count as rows of one table: both have the same version, or
     * fixed tables of equal shapes. Evolving tables of two routes never do, since each adds its own columns.
     */
    public boolean isSameTable(TableVersion other) {
        return equals(other) || (!table.isEvolving() && !other.table.isEvolving() && shape.equals(other.shape));
    }

    /** Returns whether the table has had no other version since. */
    public boolean isCurrent() {
        return equals(table.current());
    }
}
