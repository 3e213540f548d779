// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Set;

/**
 * Table that one route writes, compared by identity: tables of several routes may have equal shapes. The columns of an
 * evolving table are added as its messages need them, one {@link TableVersion} after another. Thread-safe.
 */
public interface TableHandle {

    /** Returns a table with fixed columns, whose only version is always current. */
    static TableHandle of(TableShape shape) {
        return new Fixed(shape);
    }

    /** Returns the current version of the table; the same object until the table evolves. */
    TableVersion current();

    /** Returns the shape of the current version. */
    default TableShape shape() {
        return current().shape();
    }

    /** Returns whether the table may get other columns. */
    boolean isEvolving();

    /**
     * Adopts the columns and tags of the table in the database. An existing one keeps its type. A table with fixed
     * columns ignores them.
     *
     * @param columns its columns, of the types that rows must have to be stored unchanged
     * @param tags its tags, likewise; in a database without tags they are among the columns, too
     * @param others names of other columns in the database, which can't be written
     */
    void adopt(List<Column> columns, List<Column> tags, Set<String> others);

    /**
     * Converts a row of an earlier version to the current version.
     *
     * @throws IllegalArgumentException if a value does not fit its column; the message names the column
     */
    Row convert(Row row);

    /** Table with the columns that the configuration declares. */
    final class Fixed implements TableHandle {

        private final TableVersion only;

        private Fixed(TableShape shape) {
            this.only = new TableVersion(this, shape);
        }

        @Override
        public TableVersion current() {
            return only;
        }

        @Override
        public boolean isEvolving() {
            return false;
        }

        @Override
        public void adopt(List<Column> columns, List<Column> tags, Set<String> others) {
            // keeps its columns
        }

        @Override
        public Row convert(Row row) {
            return row;
        }
    }
}
