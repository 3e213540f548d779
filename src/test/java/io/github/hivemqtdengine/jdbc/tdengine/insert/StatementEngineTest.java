// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.meters;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.jdbc.ScriptedStatements;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementEngineTest {

    private static final long METERS_TS = TIME / MICROSECOND;
    private static final String WITH_TAGS =
            "INSERT INTO `Fab`.`meters` (`ts`,tbname,`site`,`reading`,`note`) VALUES (?,?,?,?,?)";
    private static final String SHORT = "INSERT INTO `Fab`.`meters` (`ts`,tbname,`reading`,`note`) VALUES (?,?,?,?)";

    private final DatabaseScript script =
            new DatabaseScript().answer("DESCRIBE `Fab`.`meters`", described(METERS, "DOUBLE"));
    private final ScriptedStatements statements = new ScriptedStatements(script);
    private final StatementEngine engine = new StatementEngine("Fab", 1);
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = statements.connect();
    }

    private static List<List<Object>> described(TableHandle table, String firstType) {
        var lines = new ArrayList<List<Object>>();
        lines.add(List.of(table.shape().timestampColumn(), "TIMESTAMP", 8, ""));
        table.shape().sequence().ifPresent(name -> lines.add(List.of(name, "BIGINT", 8, "COMPOSITE KEY")));
        table.shape()
                .columns()
                .forEach(column ->
                        lines.add(List.of(column.name(), column.type().kind().sql(), 8, "")));
        table.shape()
                .tags()
                .forEach(tag -> lines.add(List.of(tag.name(), tag.type().kind().sql(), 8, "TAG")));
        lines.set(1, List.of(lines.get(1).get(0), firstType, 8, ""));
        return lines;
    }

    @Test
    void shouldBindTheRowsOfEachSubtableWithTheTagsOfTheFirst() throws Exception {
        write(meter("b", 0, 1.5, "x"), meter("a", 1, null, "it's"), meter("b", 2, 2.5, "y"));

        assertThat(statements.prepared()).hasSize(1);
        var statement = statements.prepared().get(0);
        assertThat(statement.sql()).isEqualTo(WITH_TAGS);
        assertThat(statement.subtables()).containsExactly("b", "a");
        assertThat(statement.tags()).containsExactly("site of b", "site of a");
        assertThat(statement.executions()).containsExactly(3);
        assertThat(script.statements("INSERT")).isEmpty();
    }

    @Test
    void shouldBindTimesInTheDatabasesPrecision() throws Exception {
        var log = table("log", "seq", List.of("at TIMESTAMP"), List.of("since TIMESTAMP"));
        script.answer("DESCRIBE `Fab`.`log`", described(log, "BIGINT"));
        for (var precision : Precision.values()) {
            var fresh = new StatementEngine("Fab", 1);
            fresh.write(connection, pass(new Row(log.current(), "l", TIME, 7, new Object[] {TIME, TIME})), precision);
        }

        assertThat(statements.prepared().get(0).sql())
                .isEqualTo("INSERT INTO `Fab`.`log` (`ts`,tbname,`since`,`seq`,`at`) VALUES (?,?,?,?,?)");
        assertThat(statements.prepared().stream().map(ScriptedStatements.Prepared::columns))
                .containsExactly(columns(TIME / 1_000_000), columns(METERS_TS), columns(TIME));
        assertThat(statements.prepared().stream().flatMap(statement -> statement.tags().stream()))
                .containsExactly(TIME / 1_000_000, METERS_TS, TIME);
    }

    private static List<List<?>> columns(long ticks) {
        return List.of(List.of(ticks), List.of(7L), List.of(ticks));
    }

    @Test
    void shouldLeaveOutTheTagsOfKnownSubtables() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        write(meter("a", 1, 1.0, "x"), meter("b", 1, 1.0, "x"));
        write(meter("a", 2, 1.0, "x"));
        assertThat(prepared()).containsExactly(WITH_TAGS, SHORT);
        assertThat(statements.prepared().get(0).subtables()).containsExactly("a", "b");
        assertThat(statements.prepared().get(1).subtables()).containsExactly("a", "a");
    }

    /** TDengine 3.3.7.5 would refuse them, and with them all that is bound beside them. */
    @Test
    void shouldWriteASubtableAsSqlWhoseTextsOfNcharAreAllEmpty() throws Exception {
        var notes = table("notes", null, List.of("value INT", "note NCHAR(9)"), List.of());
        script.answer("DESCRIBE `Fab`.`notes`", described(notes, "INT"));
        write(
                row(notes, "empty", TIME, 1L, ""),
                row(notes, "empty", TIME + MICROSECOND, 2L, null),
                row(notes, "missing", TIME, 3L, null),
                row(notes, "mixed", TIME, 4L, ""),
                row(notes, "mixed", TIME + MICROSECOND, 5L, "x"));

        assertThat(statements.prepared()).hasSize(1);
        assertThat(statements.prepared().get(0).subtables()).containsExactly("missing", "mixed");
        assertThat(statements.prepared().get(0).isClosed()).isFalse();
        assertThat(script.statements("INSERT"))
                .singleElement()
                .asString()
                .contains("empty")
                .doesNotContain("mixed");
    }

    /** Driver 3.7.9 returns an empty array where the connection was lost, and throws nothing. */
    @Test
    void shouldFailWhereNoRowIsConfirmed() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        statements.confirmNext(0);
        assertThatThrownBy(() -> write(meter("b", 1, 1.0, "x")))
                .hasMessageContaining("connection was lost")
                .extracting(failure -> TdengineFailures.classify(failure).kind())
                .isEqualTo(FailureKind.TRANSIENT);
        assertThat(script.statements("INSERT")).isEmpty();
    }

    @Test
    void shouldTakeFewerConfirmedRowsThanItSentForRowsOfEqualKeys() throws Exception {
        statements.confirmNext(1);
        write(meter("a", 0, 1.0, "x"), meter("a", 1, 1.0, "x"));
        assertThat(statements.prepared().get(0).isClosed()).isFalse();
    }

    @Test
    void shouldNeverUseAStatementAgainThatFailed() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        statements.failNext(new SQLException("lost", "", 0x2301));
        assertThatThrownBy(() -> write(meter("b", 0, 1.0, "x"))).hasMessage("lost");
        write(meter("b", 0, 1.0, "x"));

        assertThat(prepared()).containsExactly(WITH_TAGS, WITH_TAGS);
        assertThat(statements.prepared().get(0).isClosed()).isTrue();
        assertThat(statements.prepared().get(1).subtables()).containsExactly("b");
    }

    @Test
    void shouldPrepareAnewWhereTheTableIsNotThere() throws Exception {
        var missing = "(0x22b):Stmt table name error";
        statements.failNext(new SQLException(missing));
        assertThatThrownBy(() -> write(meter("a", 0, 1.0, "x"))).hasMessage(missing);
        write(meter("a", 0, 1.0, "x"));
        assertThat(prepared()).containsExactly(WITH_TAGS, WITH_TAGS);
        assertThat(script.statements("INSERT")).isEmpty();
    }

    @Test
    void shouldNeverUseAStatementAgainThatAnErrorOfTheJvmLeftHalfBound() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        statements.failNext(new OutOfMemoryError("no memory for a block"));
        assertThatThrownBy(() -> write(meter("b", 0, 1.0, "x"))).isInstanceOf(OutOfMemoryError.class);
        write(meter("c", 0, 1.0, "x"));

        assertThat(script.statements("INSERT")).isEmpty();
        assertThat(statements.prepared().get(0).isClosed()).isTrue();
        assertThat(statements.prepared().get(1).subtables()).containsExactly("c");
    }

    @Test
    void shouldThrowWhatFailedFirstWhereAStatementCanNotBeClosed() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        statements.failNext(new SQLException("lost", "", 0x2301));
        statements.failToClose(new IllegalStateException("no event loop"));
        assertThatThrownBy(() -> write(meter("b", 0, 1.0, "x"))).hasMessage("lost");
    }

    @Test
    void shouldWriteAsSqlWhatAStatementRefuses() throws Exception {
        for (var refusal : List.of(
                new SQLException("(0x2653):Value too long"),
                new SQLException("(0x22a):Stmt API error"),
                new ClassCastException("the column's type was changed"))) {
            statements.failNext(refusal);
            write(meter("a", 0, 1.0, "x"));
        }
        assertThat(script.statements("INSERT INTO `Fab`.`a` USING ")).hasSize(3);
        assertThat(statements.prepared()).hasSize(3).allMatch(ScriptedStatements.Prepared::isClosed);
    }

    @Test
    void shouldThrowWhatSqlSaysToRowsThatAStatementRefuses() {
        statements.failNext(new SQLException("(0x200):tag length is too big"));
        script.fail("INSERT", 1, new SQLException("Value too long for column/tag: site", "", 0x2653));
        assertThatThrownBy(() -> write(meter("a", 0, 1.0, "x"))).hasMessageContaining("site");
    }

    @Test
    void shouldNotSendAsSqlWhatPasses() {
        for (var message : List.of("(0x2603):unknown subtable", "(0xb):Unable to establish connection")) {
            statements.failNext(new SQLException(message));
            assertThatThrownBy(() -> write(meter("a", 0, 1.0, "x"))).hasMessage(message);
        }
        assertThat(script.statements("INSERT")).isEmpty();
    }

    @Test
    void shouldRefuseWhatSqlRefuses() {
        assertThatIllegalArgumentException().isThrownBy(() -> write(meter("a", 0, Double.NaN, "x")));
        assertThatIllegalArgumentException().isThrownBy(() -> write(meter("a", 0, 1.0, "\u0000")));
        assertThatIllegalArgumentException().isThrownBy(() -> write(meter("a", 0, 1.0, "half \uD83D")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> write(row(METERS, "x".repeat(193), TIME, 1.0, "x", "site")));
        assertThat(statements.prepared())
                .allMatch(statement -> statement.executions().isEmpty());
    }

    private static final TableHandle BLOBS =
            table("blobs", null, List.of("data VARBINARY(49152)", "note VARCHAR(60000)"), List.of("site VARCHAR(64)"));

    /** The value one byte longer than a literal may be, and values one byte shorter. */
    @Test
    void shouldBindValuesThatNoLiteralHoldsHoweverFewTheyAre() throws Exception {
        script.answer("DESCRIBE `Fab`.`blobs`", described(BLOBS, "VARBINARY"));
        var longest = SqlLiteral.MAX_BINARY_BYTES;
        write(
                1_000,
                row(BLOBS, "hex", TIME, new byte[longest], "", "s"),
                row(BLOBS, "longer", TIME, new byte[longest + 1], "", "s"),
                row(BLOBS, "text", TIME, null, "\\".repeat(32_764), "s"),
                row(BLOBS, "escapes", TIME, null, "\\".repeat(32_765), "s"),
                row(BLOBS, "chinese", TIME, null, "漢".repeat(20_000), "s"));

        assertThat(statements.prepared()).hasSize(1);
        assertThat(statements.prepared().get(0).subtables()).containsExactly("longer", "escapes");
        assertThat(script.statements("INSERT"))
                .singleElement()
                .asString()
                .contains("`hex`", "`text`", "`chinese`")
                .doesNotContain("`longer`", "`escapes`");
    }

    /** Rows of one subtable use one engine, so that they keep the order of their keys. */
    @Test
    void shouldBindTheNeighboursOfALongValueInItsSubtable() throws Exception {
        script.answer("DESCRIBE `Fab`.`blobs`", described(BLOBS, "VARBINARY"));
        write(
                1_000,
                row(BLOBS, "b", TIME, new byte[] {1}, "", "s"),
                row(BLOBS, "b", TIME + MICROSECOND, new byte[40_000], "", "s"),
                row(BLOBS, "b", TIME + 2 * MICROSECOND, new byte[] {3}, "", "s"));

        assertThat(statements.prepared().get(0).executions()).containsExactly(3);
        assertThat(script.statements("INSERT")).isEmpty();
    }

    @Test
    void shouldTryALongValueOnceMoreWithANewStatement() throws Exception {
        script.answer("DESCRIBE `Fab`.`blobs`", described(BLOBS, "VARBINARY"));
        statements.failNext(new SQLException("(0x22a):Stmt API error"));
        write(1_000, row(BLOBS, "b", TIME, new byte[40_000], "", "s"));
        assertThat(statements.prepared()).hasSize(2);
        assertThat(statements.prepared().get(0).isClosed()).isTrue();

        statements.failNext(new SQLException("(0x2653):Value too long"));
        statements.failNext(new SQLException("(0x2653):Value too long"));
        assertThatThrownBy(() -> write(1_000, row(BLOBS, "b", TIME, new byte[40_000], "", "s")))
                .hasMessageContaining("0x2653");
        assertThat(script.statements("INSERT")).isEmpty();
    }

    @Test
    void shouldNameTheLongValuesThatNoStatementCanHoldEither() {
        var decimals = table("t1", null, List.of("d DECIMAL(8,2)", "data VARBINARY(49152)"), List.of("g INT"));
        script.answer("DESCRIBE `Fab`.`t1`", described(decimals, "DECIMAL(8, 2)"));
        var poison = row(decimals, "a", TIME, null, new byte[40_000], 1L);
        var good = row(decimals, "a", TIME + MICROSECOND, null, new byte[4], 1L);

        assertThatThrownBy(() -> write(1_000, good, poison)).isInstanceOfSatisfying(RefusedRows.class, refused -> {
            assertThat(refused.objections()).containsOnlyKeys(poison);
            assertThat(refused).hasMessageContaining("65530 bytes").hasMessageContaining("DECIMAL");
        });
    }

    @Test
    void shouldNameTheBoundRowsWhoseTextsHaveNoMeaning() throws Exception {
        script.answer("DESCRIBE `Fab`.`blobs`", described(BLOBS, "VARBINARY"));
        var poison = row(BLOBS, "b", TIME, new byte[40_000], "\u0000", "s");
        var good = row(BLOBS, "b", TIME + MICROSECOND, new byte[40_000], "", "s");

        assertThatThrownBy(() -> write(1_000, good, poison))
                .isInstanceOfSatisfying(
                        RefusedRows.class,
                        refused -> assertThat(refused.objections()).containsOnlyKeys(poison));
    }

    private void write(int fewestRows, Row... rows) throws SQLException {
        new StatementEngine("Fab", fewestRows).write(connection, pass(rows), Precision.MICROSECONDS);
    }

    @Test
    void shouldWriteFewRowsAsSql() throws Exception {
        var other = table("other", null, List.of("c INT"), List.of("g INT"));
        script.answer("DESCRIBE `Fab`.`other`", described(other, "INT"));
        var rows =
                Stream.concat(meters("a", 10), Stream.of(row(other, "o", TIME, 1L, 1L), row(other, "p", TIME, 1L, 1L)));
        new StatementEngine("Fab", 10).write(connection, pass(rows.toArray(Row[]::new)), Precision.MICROSECONDS);

        assertThat(prepared()).containsExactly(WITH_TAGS);
        assertThat(script.statements("INSERT")).hasSize(1);
        assertThat(script.statements("INSERT").get(0)).contains("`o`", "`p`").doesNotContain("`a`");
    }

    @Test
    void shouldWriteAsSqlWhatTheDriverCanNotBind() throws Exception {
        var decimals = table("t1", null, List.of("d DECIMAL(8,2)"), List.of("g INT"));
        var places = table("t2", null, List.of("p GEOMETRY(50)"), List.of("g INT"));
        var labelled = table("t3", null, List.of("c INT"), List.of("j JSON"));
        var wider = table("t4", null, List.of("c INT"), List.of("g INT"));
        for (var table : List.of(decimals, places, labelled)) {
            script.answer(
                    "DESCRIBE `Fab`.`" + table.shape().superTable(),
                    described(
                            table, table.shape().columns().get(0).type().kind().sql()));
        }
        script.answer("DESCRIBE `Fab`.`t4", described(wider, "BIGINT"));
        write(
                row(decimals, "a", TIME, null, 1L),
                row(places, "b", TIME, null, 1L),
                row(labelled, "c", TIME, 1L, null),
                row(wider, "d", TIME, 1L, 1L),
                meter("m", 0, 1.0, "x"));

        assertThat(prepared()).containsExactly(WITH_TAGS);
        assertThat(script.statements("INSERT")).hasSize(1);
        assertThat(script.statements("INSERT").get(0)).contains("`a`", "`b`", "`c`", "`d`");
    }

    @Test
    void shouldPrepareAnewOnAnotherConnection() throws Exception {
        write(meter("a", 0, 1.0, "x"));
        connection = statements.connect();
        write(meter("b", 0, 1.0, "x"));
        assertThat(prepared()).containsExactly(WITH_TAGS, WITH_TAGS);
        assertThat(statements.prepared().stream().map(ScriptedStatements.Prepared::isClosed))
                .containsExactly(true, false);
    }

    @Test
    void shouldKeepTheStatementsThatItUsedLast() throws Exception {
        for (int i = 0; i <= StatementCache.MOST; i++) {
            var other = table("t" + i, null, List.of("c INT"), List.of("g INT"));
            script.answer("DESCRIBE `Fab`.`t" + i, described(other, "INT"));
            write(row(other, "s" + i, TIME, 1L, 1L), meter("m" + i, 0, 1.0, "x"));
        }
        var open = statements.prepared().stream()
                .filter(statement -> !statement.isClosed())
                .toList();
        assertThat(open).hasSize(StatementCache.MOST);
        assertThat(open.stream().map(ScriptedStatements.Prepared::sql)).contains(WITH_TAGS);
        assertThat(prepared().stream().filter(WITH_TAGS::equals)).hasSize(1);

        engine.close();
        assertThat(statements.prepared()).allMatch(ScriptedStatements.Prepared::isClosed);
    }

    @Test
    void shouldBindNoMoreRowsOfASubtableThanTheServerTakes() throws Exception {
        write(meters("a", 70_000).toArray(Row[]::new));
        assertThat(statements.prepared().get(0).executions())
                .containsExactly(BoundInsert.MAX_ROWS, BoundInsert.MAX_ROWS, 70_000 - 2 * BoundInsert.MAX_ROWS);
    }

    @Test
    void shouldSplitMessagesThatAreTooLong() throws Exception {
        var note = "x".repeat(60_000);
        write(Stream.iterate(0, i -> i + 1)
                .limit(150)
                .map(i -> meter("m" + i % 2, i, 1.0, note))
                .toArray(Row[]::new));
        assertThat(statements.prepared().get(0).executions()).containsExactly(70, 70, 10);
        assertThat(statements.prepared().get(0).subtables()).containsExactly("m0", "m0", "m1", "m1");
    }

    /** Many new subtables, each with the same long tag. */
    @Test
    void shouldSplitMessagesWhoseTagsAreTooLong() throws Exception {
        var tag = "x".repeat(60_000);
        write(Stream.iterate(0, i -> i + 1)
                .limit(150)
                .map(i -> row(METERS, "m" + i, TIME, 1.0, "note", tag))
                .toArray(Row[]::new));

        assertThat(statements.prepared().get(0).executions()).containsExactly(70, 70, 10);
    }

    private List<String> prepared() {
        return statements.prepared().stream()
                .map(ScriptedStatements.Prepared::sql)
                .toList();
    }

    private void write(Row... rows) throws SQLException {
        engine.write(connection, pass(rows), Precision.MICROSECONDS);
    }

    private static List<SubtableRows> pass(Row... rows) {
        return InsertPasses.of(Arrays.asList(rows), Precision.MICROSECONDS).get(0);
    }
}
