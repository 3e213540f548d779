// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.message.ColumnType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Line of TDengine's DESCRIBE.
 *
 * @param length bytes, or characters of an NCHAR
 * @param note {@code TAG}, {@code COMPOSITE KEY}, {@code PRIMARY KEY} or empty
 */
public record DescribedColumn(String name, String type, int length, String note) {

    public static List<DescribedColumn> all(Connection connection, String describe) throws SQLException {
        try (var statement = connection.createStatement();
                var lines = statement.executeQuery(describe)) {
            var columns = new ArrayList<DescribedColumn>();
            while (lines.next()) {
                columns.add(new DescribedColumn(
                        lines.getString(1), lines.getString(2), lines.getInt(3), lines.getString(4)));
            }
            return columns;
        }
    }

    /** Returns the type as a mapping writes it, if a mapping supports it. */
    Optional<ColumnType> columnType() {
        return parsed(type).or(() -> parsed(type + "(" + length + ")"));
    }

    private static Optional<ColumnType> parsed(String text) {
        try {
            return Optional.of(ColumnType.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    boolean isTag() {
        return note.equals("TAG");
    }

    boolean isSecondKey() {
        return note.endsWith("KEY");
    }
}
