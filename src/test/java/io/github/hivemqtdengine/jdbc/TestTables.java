// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tables and rows for tests. */
public final class TestTables {

    /** A moment that every database keeps, in nanoseconds. */
    public static final long TIME =
            Instant.parse("2025-11-30T12:34:56.789012Z").getEpochSecond() * 1_000_000_000L + 789_012_000L;

    public static final long MICROSECOND = 1_000;

    /** {@code ts, reading DOUBLE, note VARCHAR(100)}, tagged {@code site VARCHAR(64)}. */
    public static final TableHandle METERS =
            table("meters", null, List.of("reading DOUBLE", "note VARCHAR(100)"), List.of("site VARCHAR(64)"));

    private TestTables() {}

    /** Columns are written like {@code reading DOUBLE}. */
    public static TableHandle table(String name, @Nullable String sequence, List<String> columns, List<String> tags) {
        return TableHandle.of(new TableShape(name, "ts", sequence, columns(columns), columns(tags)));
    }

    /** A super table with as many columns as the server takes, the longest of names, and rows of the longest kind. */
    public static TableHandle widest() {
        var columns = new ArrayList<String>();
        for (int i = 0; i < 4_094; i++) {
            columns.add("c".repeat(60) + String.format("%04d", i) + (i % 3 == 0 ? " INT" : " BIGINT"));
        }
        columns.set(0, columns.get(0).replace(" INT", " VARCHAR(38229)"));
        return table("widest", null, columns, List.of("site VARCHAR(64)"));
    }

    /** A row of {@link #widest}. */
    public static Row widestRow(TableHandle widest, String subtable, int microseconds) {
        var values = new @Nullable Object[widest.shape().columns().size() + 1];
        Arrays.fill(values, (long) Integer.MIN_VALUE + 1);
        values[0] = "'".repeat(30_000); // each takes two bytes in SQL
        values[values.length - 1] = "site of " + subtable;
        return row(widest, subtable, TIME + microseconds * MICROSECOND, values);
    }

    private static List<Column> columns(List<String> texts) {
        return texts.stream()
                .map(text -> text.split(" ", 2))
                .map(parts -> new Column(parts[0], ColumnType.parse(parts[1])))
                .toList();
    }

    public static Row row(TableHandle table, String subtable, long timestamp, @Nullable Object... values) {
        return new Row(table.current(), subtable, timestamp, 0, values);
    }

    /** A row of {@link #METERS}. */
    public static Row meter(String subtable, int microseconds, @Nullable Double value, @Nullable String note) {
        return row(METERS, subtable, TIME + microseconds * MICROSECOND, value, note, "site of " + subtable);
    }

    static List<Row> rows(Row... rows) {
        return Arrays.asList(rows);
    }

    public static Stream<Row> meters(String subtable, int count) {
        return Stream.iterate(0, i -> i + 1).limit(count).map(i -> meter(subtable, i, i / 2.0, "note " + i));
    }
}
