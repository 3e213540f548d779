package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;

/**
 * Rows of one subtable that are written together.
 *
 * @param table of all these rows
 * @param rows ascending in their keys, each key once
 */
record SubtableRows(Table table, String subtable, List<Row> rows) {}
