package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.route.Route;
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

    private final Route route = TestRoute.arrivalRoute("r");
    private final LatestRows latest = new LatestRows(2, 2);

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

    @Test
    void shouldForgetOnlyWhatWasNotSeenLately() {
        assertThat(changes(row("old", 1, "x"), row("m", 2, "x"), row("n", 3, "x"), row("o", 4, "x")))
                .isZero();
        assertThat(changes(row("o", 5, "y"), row("m", 6, "y"))).isEqualTo(2);
        assertThat(changes(row("p", 7, "x"), row("q", 8, "x"), row("old", 9, "y")))
                .isZero();
    }

    private int changes(Row... rows) {
        return latest.recordTags(List.of(rows), route);
    }

    private static Row row(String subtable, long value, @Nullable String tag) {
        return new Row(TABLE.current(), subtable, value, 0, new @Nullable Object[] {value, tag, null});
    }

    @Test
    void shouldHoldItsBytesWhateverClientsSend() {
        var bounded = new LatestRows();
        for (int i = 0; i < 100_000; i++) {
            bounded.recordTags(List.of(row("s".repeat(185) + i, 1, "x")), route);
        }

        assertThat(bounded.tagBytes()).isBetween(8L << 20, 16L << 20);
    }
}
