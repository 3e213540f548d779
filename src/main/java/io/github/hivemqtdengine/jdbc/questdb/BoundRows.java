// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.RowBytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Execution of one statement for many rows, a limited number of bytes at a time. */
final class BoundRows {

    /**
     * Size of rows that are executed together: the driver keeps every parameter, encoded, until the end, and rows may
     * share a long one. Numbers take five times as much there, and characters up to three bytes.
     */
    static final int FULL_BYTES = 2 << 20;

    private BoundRows() {}

    /** Binds the values of a row. */
    @FunctionalInterface
    interface Binding {
        void bind(PreparedStatement statement, Row row) throws SQLException;
    }

    /**
     * Executes a statement for all rows, without a commit.
     *
     * @param width number of the statement's parameters
     * @throws RefusedRows if values can't be bound
     */
    static void write(Connection connection, String sql, int width, List<Row> rows, Binding binding)
            throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            long bytes = 0;
            for (var row : rows) {
                binding.bind(statement, row);
                statement.addBatch();
                bytes += RowBytes.written(row, width, row.values().length);
                if (bytes >= FULL_BYTES) {
                    statement.executeBatch();
                    bytes = 0;
                }
            }
            statement.executeBatch();
        } catch (RuntimeException e) {
            try (var statement = connection.prepareStatement(sql)) {
                throw RefusedRows.among(rows, row -> binding.bind(statement, row), e);
            }
        }
    }
}
