// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Table of text whose columns are as wide as their widest cell. */
record TextTable(List<List<String>> lines) {

    /** Reads all rows of a result, below a line with the column names. */
    static TextTable of(ResultSet result) throws SQLException {
        var columns = result.getMetaData();
        var lines = new ArrayList<List<String>>();
        do {
            var line = new ArrayList<String>();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                line.add(lines.isEmpty() ? columns.getColumnLabel(column) : String.valueOf(result.getString(column)));
            }
            lines.add(line);
        } while (result.next());
        return new TextTable(lines);
    }

    /** Returns whether there are no rows below the column names. */
    boolean isEmpty() {
        return lines.size() == 1;
    }

    @Override
    public String toString() {
        return lines.stream().map(this::aligned).collect(Collectors.joining("\n"));
    }

    private String aligned(List<String> line) {
        return IntStream.range(0, line.size())
                .mapToObj(column -> line.get(column)
                        + " ".repeat(width(column) - line.get(column).length()))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }

    private int width(int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
    }
}
