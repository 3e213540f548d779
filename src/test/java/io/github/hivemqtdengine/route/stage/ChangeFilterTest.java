// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.stage;

import static io.github.hivemqtdengine.route.Samples.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.table.Sampling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeFilterTest {

    private static final TableHandle TABLE = TableHandle.of(
            new TableShape("t", "ts", null, List.of(new Column("v", ColumnType.parse("INT"))), List.of()));
    private static final Sampling ON_CHANGE = new Sampling(true, Duration.ZERO, Duration.ZERO, List.of());

    private final List<MappingEvent> events = new ArrayList<>();
    private final RouteMemory memory = new RouteMemory();
    private final ChangeFilter latest = filter("r", ON_CHANGE, false);

    private ChangeFilter filter(String routeId, Sampling sampling, boolean timestampIsArrival) {
        return new ChangeFilter(memory, routeId, table -> sampling, timestampIsArrival);
    }

    private static Row row(String subtable, long time, long value) {
        return new Row(TABLE.current(), subtable, time, 0, new Object[] {value});
    }

    private List<Row> stored(Row... rows) {
        return latest.filter(List.of(rows), false, (event, subject) -> events.add(event));
    }

    @Test
    void shouldCompareWithTheRowThatWasStoredLast() {
        assertThat(stored(row("a", 1, 5), row("b", 1, 5), row("a", 2, 5), row("a", 3, 6), row("a", 4, 5)))
                .extracting(Row::timestamp)
                .containsExactly(1L, 1L, 3L, 4L);
        assertThat(stored(row("a", 5, 5), row("b", 5, 6)))
                .extracting(Row::subtable)
                .containsExactly("b");
        assertThat(events).containsExactly(MappingEvent.ROWS_UNCHANGED, MappingEvent.ROWS_UNCHANGED);
    }

    @Test
    void shouldStoreWhatComesLateAndGoOnWithTheLatest() {
        assertThat(stored(row("a", 10, 1), row("a", 5, 2), row("a", 11, 1), row("a", 12, 2)))
                .extracting(Row::timestamp)
                .containsExactly(10L, 5L, 12L);
    }

    /** Each route adds the columns of its own messages, so equal columns may mean different tables. */
    @Test
    void shouldNotCompareRowsOfTwoEvolvingTablesThatHaveEqualColumns() throws Exception {
        var seldom = new Sampling(false, Duration.ofMinutes(1), Duration.ZERO, List.of());
        var first = RouteCompiler.compile(Samples.autoColumns("first", seldom));
        var second = RouteCompiler.compile(Samples.autoColumns("second", seldom));
        var row = first.rows(message("{\"t\":1}"), (event, subject) -> {}).get(0);
        var other = second.rows(message("{\"t\":1}"), (event, subject) -> {}).get(0);
        assertThat(other.shape()).isEqualTo(row.shape());
        assertThat(other.subtable()).isEqualTo(row.subtable());

        var ofFirst = filter("first", seldom, false);
        var ofSecond = filter("second", seldom, false);
        assertThat(ofFirst.filter(List.of(row), false, MappingEvents.NONE)).hasSize(1);
        assertThat(ofSecond.filter(List.of(other.at(row.timestamp() + 1)), false, MappingEvents.NONE))
                .hasSize(1);
        assertThat(ofSecond.filter(List.of(other.at(row.timestamp() + 2)), false, MappingEvents.NONE))
                .isEmpty();
    }

    /** The first intake was refused, so the remembered row is the message's own. */
    @Test
    void shouldStoreARowThatIsAcceptedAgain() {
        stored(row("a", 1, 5));

        assertThat(latest.filter(List.of(row("a", 1, 5)), true, (event, subject) -> events.add(event)))
                .hasSize(1);
        assertThat(latest.filter(List.of(row("a", 2, 5)), true, (event, subject) -> events.add(event)))
                .isEmpty();
    }

    @Test
    void shouldStoreEverythingOfTablesThatAreNotSampled() {
        var all = List.of(row("a", 1, 1), row("a", 2, 1));

        assertThat(filter("r", Sampling.NONE, false).filter(all, false, (event, subject) -> events.add(event)))
                .isEqualTo(all);
        assertThat(events).isEmpty();
    }

    /** Rows stored in between are unknown. */
    @Test
    void shouldStoreTheFirstRowOfARouteThatIsSampledAgain() {
        stored(row("a", 1, 5));
        var again = filter("r", ON_CHANGE, false);

        assertThat(again.filter(List.of(row("a", 3, 5), row("a", 4, 5)), false, (event, subject) -> events.add(event)))
                .extracting(Row::timestamp)
                .containsExactly(3L);
    }

    /** A clock that was years ahead must not let every row through for years. */
    @Test
    void shouldCompareAgainAfterAClockThatWasFarAhead() {
        long now = 1_700_000_000_000_000_000L;
        long ahead = now + Duration.ofDays(3_650).toNanos();
        var rows = filter("r", ON_CHANGE, true)
                .filter(
                        List.of(row("a", ahead, 5), row("a", now, 5), row("a", now + 1, 5), row("a", now + 2, 6)),
                        false,
                        (event, subject) -> events.add(event));

        assertThat(rows).extracting(Row::timestamp).containsExactly(ahead, now, now + 2);
    }

    @Test
    void shouldHoldItsBytesWhateverClientsSendAndForgetOnlyWhatWasNotSeenLately() {
        var value = "x".repeat(16_000);
        for (int i = 0; i < 100_000; i++) {
            stored(new Row(TABLE.current(), "s".repeat(185) + i, 1, 0, new Object[] {value}));
        }

        assertThat(memory.rows.bytes()).isBetween(15L << 20, 32L << 20);
        for (int i : new int[] {0, 99_998, 99_999}) {
            var row = new Row(TABLE.current(), "s".repeat(185) + i, 2, 0, new Object[] {value});
            assertThat(stored(row)).hasSize(i == 0 ? 1 : 0);
        }
    }
}
