package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;

/**
 * Rows of one subtable that are written together.
 *
 * @param rows rows with unique keys, in ascending order
 */
public record SubtableRows(Table table, String subtable, List<Row> rows) {}
