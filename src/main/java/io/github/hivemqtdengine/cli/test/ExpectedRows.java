// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import java.util.List;

/**
 * Expected final content of a table.
 *
 * @param columns {@value #SUBTABLE}, the time key, all columns and tags, in any order
 * @param rows a string for each column, see {@link Cell}
 */
public record ExpectedRows(String table, List<String> columns, List<List<String>> rows) {

    /** The column that names the subtable of a row. */
    public static final String SUBTABLE = "subtable";

    public ExpectedRows {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
