// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InsertPassesTest {

    private static final TableHandle NOTES =
            table("meters", null, List.of("note VARCHAR(100)"), List.of("site VARCHAR(64)"));

    @Test
    void shouldGroupBySubtableInTheOrderOfTheFirstRows() {
        var groups = group(meter("b", 0, 1.0, "x"), meter("a", 0, 2.0, "x"), meter("b", 1, 3.0, "x"));
        assertThat(groups.stream().map(SubtableRows::subtable)).containsExactly("b", "a");
        assertThat(groups.get(0).rows()).hasSize(2);
    }

    @Test
    void shouldKeepTablesApartWhoseSubtablesHaveOneName() {
        var other = table("other", null, List.of("c INT"), List.of("g INT"));
        assertThat(group(meter("m", 0, 1.0, "x"), row(other, "m", 0, 1L, 1L))).hasSize(2);
    }

    @Test
    void shouldWriteWhatAnotherRouteHasForASubtableInTheNextPass() {
        var passes = passes(meter("m", 2, 1.0, "x"), note("m", 3), meter("n", 0, 1.0, "x"), meter("m", 1, 2.0, "x"));
        assertThat(passes).hasSize(2);
        assertThat(passes.get(0)).extracting(SubtableRows::subtable).containsExactly("m", "n");
        assertThat(passes.get(1)).extracting(SubtableRows::shape).containsExactly(NOTES.shape());
    }

    /** The version that a row was mapped for has the table that the row is written to. */
    @Test
    void shouldKeepEvolvingTablesApartThatHaveEqualColumns() throws Exception {
        var first = evolved("first");
        var second = evolved("second");
        assertThat(second.shape()).isEqualTo(first.shape());

        assertThat(passes(first, second))
                .extracting(pass -> pass.get(0).version())
                .containsExactly(first.version(), second.version());
        assertThat(passes(first, second.at(first.timestamp() + MICROSECOND))).hasSize(2);
    }

    /** A row of a route whose columns come from its messages. */
    private static Row evolved(String routeId) throws Exception {
        return RouteCompiler.compile(Samples.autoColumns(routeId, Sampling.NONE))
                .rows(Samples.message("{\"t\":1}"), (event, subject) -> {})
                .get(0);
    }

    @Test
    void shouldKeepTheOrderOfEqualKeysThatSeveralRoutesWrite() {
        var first = meter("m", 0, 1.0, "first");
        var last = meter("m", 0, 2.0, "last");
        assertThat(passes(first, note("m", 0), last))
                .extracting(pass -> pass.get(0).rows().get(0).table())
                .containsExactly(NOTES, METERS);
        assertThat(passes(first, note("m", 0), last).get(1).get(0).rows()).containsExactly(last);
    }

    /** Compares with rows that are written one by one, each into the columns of its table. */
    @SeededTest
    void shouldStoreWhatSingleRowsWouldStore(RandomValues random) {
        var times = random.list(0, 30, () -> random.between(0, 3));
        int notes = random.oneOf(0, 10, 50, 90);
        var rows = new ArrayList<Row>();
        for (int i = 0; i < times.size(); i++) {
            rows.add(random.chance(notes) ? note("m", times.get(i)) : meter("m", times.get(i), (double) i, "x"));
        }
        var written = new ArrayList<Row>();
        var passes = InsertPasses.of(rows, Precision.MICROSECONDS);
        for (var pass : passes) {
            assertThat(pass).hasSize(1);
            assertThat(pass.get(0).rows())
                    .allMatch(row -> row.shape().equals(pass.get(0).shape()));
            written.addAll(pass.get(0).rows());
        }
        assertThat(passes).hasSizeLessThanOrEqualTo(3);
        assertThat(stored(written)).isEqualTo(stored(rows));
    }

    /** By time and column, the row that wrote it last. */
    private static Map<String, Row> stored(List<Row> rows) {
        var stored = new HashMap<String, Row>();
        for (var row : rows) {
            row.shape().columns().forEach(column -> stored.put(row.timestamp() + column.name(), row));
        }
        return stored;
    }

    /** A row of another route. */
    private static Row note(String subtable, int microseconds) {
        return row(NOTES, subtable, TIME + microseconds * MICROSECOND, "noted", "s");
    }

    @Test
    void shouldSeeTimesAsEqualThatTheDatabaseCanNotTellApart() {
        var rows = List.of(row(METERS, "m", 1_999, 1.0, "early", "s"), row(METERS, "m", 1_000, 2.0, "late", "s"));
        assertThat(InsertPasses.of(rows, Precision.MICROSECONDS).get(0).get(0).rows())
                .extracting(row -> row.column(1))
                .containsExactly("late");
        assertThat(InsertPasses.of(rows, Precision.NANOSECONDS).get(0).get(0).rows())
                .extracting(row -> row.column(1))
                .containsExactly("late", "early");
    }

    @SeededTest
    void shouldLeaveTheLastRowOfEachTime(RandomValues random) {
        var times = random.list(0, 30, () -> random.between(0, 8));
        var rows = new ArrayList<Row>();
        var last = new TreeMap<Integer, Row>();
        for (int time : times) {
            rows.add(meter("m", time, (double) rows.size(), "x"));
            last.put(time, rows.get(rows.size() - 1));
        }
        var left = InsertPasses.of(rows, Precision.MICROSECONDS).stream()
                .flatMap(List::stream)
                .flatMap(group -> group.rows().stream())
                .toList();
        assertThat(left).containsExactlyElementsOf(last.values());
    }

    @Test
    void shouldOrderBySequenceWhereTimesAreEqual() {
        var keyed = table("t", "seq", List.of("c INT"), List.of("g INT"));
        var rows = List.of(keyed(keyed, 2, 1L), keyed(keyed, 1, 2L), keyed(keyed, 2, 3L));
        assertThat(InsertPasses.of(rows, Precision.MICROSECONDS).get(0).get(0).rows())
                .extracting(row -> row.column(0))
                .containsExactly(2L, 3L);
    }

    private static Row keyed(io.github.hivemqtdengine.message.TableHandle table, long sequence, Object value) {
        return new Row(table.current(), "s", 0, sequence, new Object[] {value, 0L});
    }

    private static List<List<SubtableRows>> passes(Row... rows) {
        return InsertPasses.of(List.of(rows), Precision.MICROSECONDS);
    }

    private static List<SubtableRows> group(Row... rows) {
        return passes(rows).get(0);
    }
}
