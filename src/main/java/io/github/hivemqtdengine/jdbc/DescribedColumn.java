package io.github.hivemqtdengine.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of TDengine's DESCRIBE.
 *
 * @param length bytes, or characters of an NCHAR
 * @param note {@code TAG}, {@code COMPOSITE KEY}, {@code PRIMARY KEY} or empty
 */
record DescribedColumn(String name, String type, int length, String note) {

    /** @param describe the statement */
    static List<DescribedColumn> all(Connection connection, String describe) throws SQLException {
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

    boolean isTag() {
        return note.equals("TAG");
    }

    boolean isSecondKey() {
        return note.endsWith("KEY");
    }
}
