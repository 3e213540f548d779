package io.github.hivemqtdengine.examples;

import java.util.List;

/**
 * What a table has in the end.
 *
 * @param columns {@value #SUBTABLE}, the time key, all columns and tags, in any order
 * @param rows a text for each column, see {@link Cell}
 */
record ExpectedRows(String table, List<String> columns, List<List<String>> rows) {

    /** The column that says which subtable a row is in. */
    static final String SUBTABLE = "subtable";

    ExpectedRows {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
