// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.message.TableVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Selection of the rows for the users' own SQL. A session writes them after the rows of tables: after a failure, the
 * latter may be written twice and replace themselves.
 */
public final class TemplateRows {

    private TemplateRows() {}

    /** Returns the rows of tables: usually the list itself. */
    public static List<Row> ofTables(List<Row> rows) {
        return rows.stream().allMatch(TemplateRows::isOfTable)
                ? rows
                : rows.stream().filter(TemplateRows::isOfTable).toList();
    }

    private static boolean isOfTable(Row row) {
        return row.target() instanceof TableVersion;
    }

    /** Returns the other rows by template, in the order of each template's first row. */
    public static Map<SqlTemplate, List<Row>> byTemplate(List<Row> rows) {
        var all = new LinkedHashMap<SqlTemplate, List<Row>>();
        for (var row : rows) {
            if (row.target() instanceof SqlTemplate template) {
                all.computeIfAbsent(template, it -> new ArrayList<>()).add(row);
            }
        }
        return all;
    }
}
