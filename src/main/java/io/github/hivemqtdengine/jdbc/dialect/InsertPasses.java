// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Order of a batch's rows for writing. The result is the same as if the rows were written one by one. Of rows with
 * equal keys only the relevant ones stay: inside one statement, TDengine fills NULLs of the last one from earlier ones.
 *
 * <p>A pass contains each subtable once. One pass is enough unless several routes write one super table with different
 * columns: the rows of the second route to a subtable are in the second pass.
 */
public final class InsertPasses {

    private final Precision precision;
    private final List<List<SubtableRows>> passes = new ArrayList<>();

    /**
     * Rows of one subtable that are written together.
     *
     * @param rows rows with unique keys, in ascending order
     */
    public record SubtableRows(TableVersion version, String subtable, List<Row> rows) {

        public TableShape shape() {
            return version.shape();
        }
    }

    private InsertPasses(Precision precision) {
        this.precision = precision;
    }

    /** Returns the passes in writing order; subtables are in the order of their first rows. */
    public static List<List<SubtableRows>> of(List<Row> batch, Precision precision) {
        var ordered = new InsertPasses(precision);
        for (var rows : bySubtable(batch)) {
            ordered.add(rows);
        }
        return ordered.passes;
    }

    /** Groups rows by subtable. Looks up tables, which is cheaper than the names of super tables. */
    private static List<List<Row>> bySubtable(List<Row> batch) {
        var all = new ArrayList<List<Row>>();
        var ofSuperTables = new HashMap<String, Map<String, List<Row>>>();
        var ofTables = new HashMap<TableHandle, Map<String, List<Row>>>();
        TableVersion version = null; // of the previous row, as a rule that of all
        Map<String, List<Row>> ofTable = Map.of();
        for (var row : batch) {
            if (!row.version().equals(version)) {
                version = row.version();
                ofTable = ofTables.computeIfAbsent(
                        version.table(),
                        table -> ofSuperTables.computeIfAbsent(
                                table.shape().superTable(), superTable -> new HashMap<>()));
            }
            var rows = ofTable.get(row.subtable());
            if (rows == null) {
                rows = new ArrayList<>();
                ofTable.put(row.subtable(), rows);
                all.add(rows);
            }
            rows.add(row);
        }
        return all;
    }

    private void add(List<Row> rows) {
        int pass = 0;
        for (var part : isOnePart(rows) ? List.of(rows) : parts(rows)) {
            if (pass == passes.size()) {
                passes.add(new ArrayList<>());
            }
            var first = part.get(0);
            passes.get(pass++).add(new SubtableRows(first.version(), first.subtable(), part));
        }
    }

    /** Returns whether all rows are of one table and in order, as is usual. */
    private boolean isOnePart(List<Row> rows) {
        for (int i = 1; i < rows.size(); i++) {
            var before = rows.get(i - 1);
            if (!before.version().isSameTable(rows.get(i).version()) || compareKeys(before, rows.get(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private int compareKeys(Row one, Row other) {
        int byTime = Long.compare(precision.ticks(one.timestamp()), precision.ticks(other.timestamp()));
        return byTime != 0 ? byTime : Long.compare(sequence(one), sequence(other));
    }

    private static long sequence(Row row) {
        return row.shape().sequenceColumn() == null ? 0 : row.sequence();
    }

    private List<List<Row>> parts(List<Row> rows) {
        rows.sort(this::compareKeys);
        var parts = new ArrayList<List<Row>>();
        int first = 0;
        for (int i = 1; i <= rows.size(); i++) {
            if (i == rows.size() || compareKeys(rows.get(first), rows.get(i)) != 0) {
                place(lastOfEachTable(rows.subList(first, i)), parts);
                first = i;
            }
        }
        return parts;
    }

    private static List<Row> lastOfEachTable(List<Row> equal) {
        var last = new ArrayList<Row>();
        for (var row : equal) {
            last.removeIf(earlier -> earlier.version().isSameTable(row.version()));
            last.add(row);
        }
        return last;
    }

    /** Puts rows of one key into parts of their tables, each one after the previous. */
    private static void place(List<Row> equal, List<List<Row>> parts) {
        int at = 0;
        for (var row : equal) {
            while (at < parts.size() && !parts.get(at).get(0).version().isSameTable(row.version())) {
                at++;
            }
            if (at == parts.size()) {
                parts.add(new ArrayList<>());
            }
            parts.get(at++).add(row);
        }
    }
}
