package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SubtableRowsTest {

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
    void shouldSeeTimesAsEqualThatTheDatabaseCanNotTellApart() {
        var rows = List.of(row(METERS, "m", 1_999, 1.0, "early", "s"), row(METERS, "m", 1_000, 2.0, "late", "s"));
        assertThat(SubtableRows.group(rows, Precision.MICROSECONDS).get(0).rows())
                .extracting(row -> row.column(1))
                .containsExactly("late");
        assertThat(SubtableRows.group(rows, Precision.NANOSECONDS).get(0).rows())
                .extracting(row -> row.column(1))
                .containsExactly("late", "early");
    }

    @Property
    void shouldLeaveTheLastRowOfEachTime(@ForAll @Size(max = 30) List<@IntRange(min = 0, max = 8) Integer> times) {
        var rows = new ArrayList<Row>();
        var last = new TreeMap<Integer, Row>();
        for (int time : times) {
            rows.add(meter("m", time, (double) rows.size(), "x"));
            last.put(time, rows.get(rows.size() - 1));
        }
        var left = SubtableRows.group(rows, Precision.MICROSECONDS).stream()
                .flatMap(group -> group.rows().stream())
                .toList();
        assertThat(left).containsExactlyElementsOf(last.values());
    }

    @Test
    void shouldOrderBySequenceWhereTimesAreEqual() {
        var keyed = table("t", "seq", List.of("c INT"), List.of("g INT"));
        var rows = List.of(keyed(keyed, 2, 1L), keyed(keyed, 1, 2L), keyed(keyed, 2, 3L));
        assertThat(SubtableRows.group(rows, Precision.MICROSECONDS).get(0).rows())
                .extracting(row -> row.column(0))
                .containsExactly(2L, 3L);
    }

    private static Row keyed(io.github.hivemqtdengine.message.Table table, long sequence, Object value) {
        return new Row(table, "s", 0, sequence, new Object[] {value, 0L});
    }

    private static List<SubtableRows> group(Row... rows) {
        return SubtableRows.group(List.of(rows), Precision.MICROSECONDS);
    }
}
