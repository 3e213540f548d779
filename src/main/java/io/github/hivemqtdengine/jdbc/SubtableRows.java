package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of one subtable in one batch.
 *
 * @param rows ascending in their keys, each key once
 */
record SubtableRows(Table table, String subtable, List<Row> rows) {

    /**
     * Groups a batch. Of rows with equal keys only the last one is left, as if they had been written one by one: inside
     * one statement TDengine would fill the NULLs of the last one from those before it.
     */
    static List<SubtableRows> group(List<Row> batch, Precision precision) {
        var groups = new ArrayList<SubtableRows>();
        // routes have one table each, so comparing them by identity is right and much cheaper
        var tables = new IdentityHashMap<Table, Map<String, SubtableRows>>();
        for (var row : batch) {
            var ofTable = tables.computeIfAbsent(row.table(), table -> new HashMap<>());
            var group = ofTable.get(row.subtable());
            if (group == null) {
                group = new SubtableRows(row.table(), row.subtable(), new ArrayList<>());
                ofTable.put(row.subtable(), group);
                groups.add(group);
            }
            group.rows().add(row);
        }
        groups.forEach(group -> group.order(precision));
        return groups;
    }

    private void order(Precision precision) {
        var byKey = byKey(precision);
        boolean ascending = true;
        for (int i = 1; i < rows.size() && ascending; i++) {
            ascending = byKey.compare(rows.get(i - 1), rows.get(i)) < 0;
        }
        if (!ascending) {
            rows.sort(byKey);
            keepLastOfEqual(byKey);
        }
    }

    private void keepLastOfEqual(Comparator<Row> byKey) {
        int kept = 0;
        for (int i = 0; i < rows.size(); i++) {
            boolean last = i + 1 == rows.size() || byKey.compare(rows.get(i), rows.get(i + 1)) != 0;
            if (last) {
                rows.set(kept++, rows.get(i));
            }
        }
        rows.subList(kept, rows.size()).clear();
    }

    private Comparator<Row> byKey(Precision precision) {
        var byTime = Comparator.comparingLong((Row row) -> precision.ticks(row.timestamp()));
        return table.sequence().isEmpty() ? byTime : byTime.thenComparingLong(Row::sequence);
    }
}
