// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.jdbc.TestTables;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SqlEngineTest {

    private static final String METERS_TS = "1764506096789012";

    private final SqlEngine engine = new SqlEngine("Fab");
    private final List<String> executed = new ArrayList<>();

    @Test
    void shouldWriteSeveralSubtablesInOneStatement() throws Exception {
        write(meter("b", 0, 1.5, "x"), meter("a", 1, null, "it's"), meter("b", 2, 2.5, null));
        assertThat(executed)
                .containsExactly("INSERT INTO"
                        + " `Fab`.`b` USING `Fab`.`meters` (`site`) TAGS ('site of b') (`ts`,`reading`,`note`) VALUES"
                        + " (1764506096789012,1.5000,'x')(1764506096789014,2.5000,NULL)"
                        + " `Fab`.`a` USING `Fab`.`meters` (`site`) TAGS ('site of a') (`ts`,`reading`,`note`) VALUES"
                        + " (1764506096789013,NULL,'it\\'s')");
    }

    @Test
    void shouldWriteTheSequenceBehindTheTime() throws Exception {
        var keyed = table("t", "seq", List.of("c INT"), List.of("g INT", "h INT"));
        write(new Row(keyed.current(), "s", TestTables.TIME, 7, new Object[] {1L, 2L, 3L}));
        assertThat(executed)
                .containsExactly("INSERT INTO `Fab`.`s` USING `Fab`.`t` (`g`,`h`) TAGS (2,3) (`ts`,`seq`,`c`) VALUES"
                        + " (" + METERS_TS + ",7,1)");
    }

    @Test
    void shouldLeaveOutTheTagsOfKnownSubtables() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        write(meter("a", 1, 1.0, "x"));
        assertThat(executed.stream().map(sql -> sql.contains("USING"))).containsExactly(true, false);
    }

    @Test
    void shouldTellSubtablesOfOneNameApartByTheirSuperTable() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        write(row(table("other", null, List.of("c INT"), List.of("g INT")), "a", 0, 1L, 1L));
        assertThat(executed.get(1)).contains("USING `Fab`.`other`");
    }

    /** Known rows need not be searched for by bisection. */
    @Test
    void shouldNameAllRowsThatNoSqlCanHold() {
        var rows = new ArrayList<Row>();
        var poison = new ArrayList<Row>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(meter("m" + i % 3, i, 1.0, "x"));
            if (i % 100 == 50) {
                poison.add(meter("m" + i % 3, i, 1.0, i % 200 == 50 ? "\\".repeat(40_000) : "\u0000"));
                rows.add(poison.get(poison.size() - 1));
            }
        }
        var nameless = meter("x".repeat(193), 0, 1.0, "x");
        var tagged = row(TestTables.METERS, "t", TestTables.TIME, 1.0, "x", "\u0000");
        rows.add(nameless);
        rows.add(tagged);

        assertThatThrownBy(() -> write(rows.toArray(Row[]::new))).isInstanceOfSatisfying(RefusedRows.class, refused -> {
            assertThat(refused.objections()).hasSize(12).containsKeys(nameless, tagged);
            assertThat(refused.objections().keySet()).containsAll(poison);
            assertThat(refused.objections().get(nameless)).contains("193 bytes");
        });
        assertThat(executed).isEmpty();
    }

    @Test
    void shouldSplitBeforeTheServersLimit() throws Exception {
        var note = "漢".repeat(33);
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 20_000; i++) {
            rows.add(meter("m" + i % 3, i, 1.0, note));
        }
        write(rows.toArray(Row[]::new));
        assertThat(executed).hasSizeGreaterThan(2).allSatisfy(sql -> {
            assertThat(sql).startsWith("INSERT INTO `Fab`.`m").endsWith(")");
            assertThat(sql.getBytes(StandardCharsets.UTF_8).length).isLessThan(900 * 1_024);
        });
        assertThat(executed.stream().mapToInt(SqlEngineTest::rows).sum()).isEqualTo(20_000);
        var withTags = String.join("\n", executed).split(" USING ", -1).length - 1;
        assertThat(withTags).as("tags, once for each new subtable").isEqualTo(3);
        assertThat(executed.get(0)).startsWith("INSERT INTO `Fab`.`m0` USING ");
        assertThat(executed.get(1)).startsWith("INSERT INTO `Fab`.`m1` (`ts`,");
    }

    /** Their names alone take a quarter of the server's limit, for each subtable again. */
    @Test
    void shouldSplitBeforeTheServersLimitWhereATableIsAsWideAsItMayBe() throws Exception {
        var wide = TestTables.widest();
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 10; i++) {
            rows.add(TestTables.widestRow(wide, "w" + i, i));
        }
        for (int pass = 1; pass <= 2; pass++) {
            executed.clear();
            write(rows.toArray(Row[]::new));
            assertThat(executed)
                    .as("statements of pass %s", pass)
                    .hasSize(5)
                    .allSatisfy(sql -> assertThat(sql.getBytes(StandardCharsets.UTF_8).length)
                            .isLessThanOrEqualTo(1_024 * 1_024))
                    .allSatisfy(sql ->
                            assertThat(sql).startsWith("INSERT INTO `Fab`.`w").endsWith(")"));
            assertThat(String.join("", executed).split(" VALUES ", -1)).hasSize(10 + 1);
        }
    }

    @Test
    void shouldNeverNameASubtableWithoutARow() throws Exception {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 20_000; i++) {
            rows.add(meter("m" + i, i, 1.0, "x"));
        }
        write(rows.toArray(Row[]::new));
        assertThat(executed).hasSizeGreaterThan(2).allSatisfy(sql -> {
            assertThat(sql).startsWith("INSERT INTO `Fab`.`m").endsWith(")").doesNotContain("VALUES  ");
            assertThat(sql.split(" VALUES ", -1).length - 1).isEqualTo(rows(sql));
        });
        assertThat(executed.stream().mapToInt(SqlEngineTest::rows).sum()).isEqualTo(20_000);
    }

    @Test
    void shouldExecuteNothingBehindARowThatFilledItsStatement() throws Exception {
        var rows = new ArrayList<Row>();
        var note = "x".repeat(60_000);
        for (int i = 0; i < 15; i++) {
            rows.add(meter("m", i, 1.0, note));
        }
        write(rows.toArray(Row[]::new));
        assertThat(executed).hasSize(1);
    }

    private static int rows(String sql) {
        return sql.split("\\(1764506", -1).length - 1;
    }

    @Test
    void shouldForgetWhatItHasNotSeenCreated() throws Exception {
        var pass = pass(meter("a", 0, 1.0, "x"));
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> engine.write(pass, Precision.MICROSECONDS, sql -> {
                    throw new SQLException("down");
                }));
        write(meter("a", 0, 1.0, "x"));
        assertThat(executed.get(0)).contains("USING");
    }

    @Test
    void shouldLeaveNothingOfARefusedBatchInTheNextStatement() throws Exception {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> write(meter("a", 0, 1.0, "x"), meter("b", 0, Double.NaN, "y")));
        write(meter("c", 0, 1.0, "z"));
        assertThat(executed).hasSize(1);
        assertThat(executed.get(0)).startsWith("INSERT INTO `Fab`.`c`").doesNotContain("`a`", "`b`");
    }

    private void write(Row... rows) throws SQLException {
        engine.write(pass(rows), Precision.MICROSECONDS, executed::add);
    }

    private static List<SubtableRows> pass(Row... rows) {
        return InsertPasses.of(List.of(rows), Precision.MICROSECONDS).get(0);
    }

    @Test
    void shouldRememberTheSubtablesUsedLast() {
        var known = new KnownSubtables(2);
        assertThat(known.add(METERS.shape().superTable(), "a")).isTrue();
        assertThat(known.add(METERS.shape().superTable(), "b")).isTrue();
        assertThat(known.add(METERS.shape().superTable(), "a")).isFalse();
        assertThat(known.add(METERS.shape().superTable(), "c")).isTrue();
        assertThat(known.add(METERS.shape().superTable(), "a")).isFalse();
        assertThat(known.add(METERS.shape().superTable(), "b")).isTrue();
    }

    @Test
    void shouldKnowAHundredThousandSubtablesInTurnHoweverLongTheirNames() {
        var known = new KnownSubtables(KnownSubtables.CAPACITY);
        var names =
                IntStream.range(0, 100_000).mapToObj(i -> "t".repeat(185) + i).toList();

        names.forEach(name -> known.add(METERS.shape().superTable(), name));

        assertThat(names).noneMatch(name -> known.add(METERS.shape().superTable(), name));
        names.forEach(name -> known.add(METERS.shape().superTable(), name + "x"));
        assertThat(known.bytes()).isBetween(3L << 20, 6L << 20);
    }
}
