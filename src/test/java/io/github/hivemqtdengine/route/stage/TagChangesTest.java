// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.route.EventCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TagChangesTest {

    private static final TableHandle TABLE = TableHandle.of(new TableShape(
            "t",
            "ts",
            null,
            List.of(new Column("v", ColumnType.parse("INT"))),
            List.of(
                    new Column("a", ColumnType.parse("VARCHAR(64)")),
                    new Column("b", ColumnType.parse("VARBINARY(64)")))));

    private final RouteMemory memory = new RouteMemory();
    private final TagChanges tags = new TagChanges(memory, Row::subtable);
    private final EventCounts events = new EventCounts();

    @Test
    void shouldCountRowsThatChangeTheTagsOfTheirSubtable() {
        assertThat(changes(row("m", 1, "x"), row("m", 2, "x"), row("n", 3, "y")))
                .isZero();
        assertThat(changes(row("m", 4, "y"), row("n", 5, "y"), row("m", 6, "y")))
                .isEqualTo(1);
        assertThat(changes(row("m", 7, null), row("m", 8, "y"))).isEqualTo(2);
    }

    @Test
    void shouldCompareBytesByTheirValues() {
        var same = new Row(TABLE.current(), "m", 0, 0, new @Nullable Object[] {1L, "x", new byte[] {1, 2}});
        var again = new Row(TABLE.current(), "m", 1, 0, new @Nullable Object[] {1L, "x", new byte[] {1, 2}});
        var other = new Row(TABLE.current(), "m", 2, 0, new @Nullable Object[] {1L, "x", new byte[] {1, 3}});

        assertThat(changes(same, again)).isZero();
        assertThat(changes(other)).isEqualTo(1);
    }

    /** The tags of a table without tags don't change. */
    @Test
    void shouldRememberNothingOfTablesWithoutTags() {
        var bare = TableHandle.of(new TableShape("t", "ts", null, TABLE.shape().columns(), List.of()));
        var none = new TagChanges(new RouteMemory(), row -> {
            throw new IllegalStateException("not asked for");
        });

        none.count(List.of(new Row(bare.current(), "m", 0, 0, new Object[] {1L})), events);
        assertThat(events.tagChanges()).isZero();
    }

    private int changes(Row... rows) {
        int before = events.tagChanges();
        tags.count(List.of(rows), events);
        return events.tagChanges() - before;
    }

    private static Row row(String subtable, long value, @Nullable String tag) {
        return new Row(TABLE.current(), subtable, value, 0, new @Nullable Object[] {value, tag, null});
    }

    @Test
    void shouldHoldItsBytesWhateverClientsSendAndForgetOnlyWhatWasNotSeenLately() {
        for (int i = 0; i < 100_000; i++) {
            tags.count(List.of(row("s".repeat(185) + i, 1, "x")), events);
        }

        assertThat(memory.tags.bytes()).isBetween(8L << 20, 16L << 20);
        assertThat(changes(row("s".repeat(185) + 99_999, 1, "y"))).isEqualTo(1);
        assertThat(changes(row("s".repeat(185) + 0, 1, "y"))).isZero();
    }
}
