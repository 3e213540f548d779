// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowBytesTest {

    private static final String LONG = "x".repeat(4_000);

    private static Row row(String subtable, int columns, @Nullable Object... values) {
        var all = IntStream.range(0, columns)
                .mapToObj(i -> new Column("c" + i, ColumnType.parse("DOUBLE")))
                .toList();
        var shape = new TableShape(
                "t", "ts", null, all, List.of(new Column("tag", ColumnType.parse("VARCHAR(4096)"))), false);
        return new Row(TableHandle.of(shape).current(), subtable, 0, 0, values);
    }

    @Test
    void shouldCountAValueOnceThatRowsShare() {
        var rows = Stream.generate(() -> row("s", 1, 1.5, LONG)).limit(1_000).toList();

        assertThat(RowBytes.ofRows(rows)).isBetween(100_000L, 200_000L);
    }

    @Test
    void shouldCountEqualValuesThatRowsDoNotShare() {
        var rows = IntStream.range(0, 1_000)
                .mapToObj(i -> row("s", 1, 1.5, "y".repeat(4_000)))
                .toList();

        assertThat(RowBytes.ofRows(rows)).isGreaterThan(4_000_000);
    }

    @Test
    void shouldFindASharedTagAmongRowsOfDifferentLength() {
        var rows = IntStream.range(0, 1_000)
                .mapToObj(i -> i % 2 == 0 ? row("s", 3, 1.5, LONG) : row("s", 3, 1.5, null, 2.5, LONG))
                .toList();

        assertThat(RowBytes.ofRows(rows)).isLessThan(300_000);
    }

    @Test
    void shouldCountEachCellAndEachSubtable() {
        var wide = new @Nullable Object[1_001];

        assertThat(RowBytes.ofRow(row("s", 1_000, wide), null)).isBetween(4_000L, 5_000L);
        assertThat(RowBytes.ofRows(List.of(row("s", 1, 1.5, LONG), row("other", 1, 1.5, LONG))))
                .isGreaterThan(RowBytes.ofRows(List.of(row("s", 1, 1.5, LONG), row("s", 1, 1.5, LONG))) + 200);
    }

    @Test
    void shouldCountASharedValueAsOftenAsItIsWritten() {
        var row = row("s", 1, 1.5, LONG);

        assertThat(RowBytes.written(row, 4, 2)).isEqualTo(4_036);
        assertThat(RowBytes.written(row, 3, 1)).as("without the tag").isEqualTo(27);
        assertThat(RowBytes.written(row("s", 1_000, LONG), 1_003, 1))
                .as("columns that the row does not have are written, too")
                .isEqualTo(13_027);
    }

    @Test
    void shouldNameTheLimitAndTheRow() {
        assertThat(RowBytes.excess(41_000, 16_777_216)).contains("row 41000", "16777216 bytes", "heap");
    }
}
