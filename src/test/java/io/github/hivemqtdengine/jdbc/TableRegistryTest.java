// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableRegistryTest {

    private static final TableHandle OTHERS =
            table("others", null, List.of("reading DOUBLE", "note VARCHAR(100)"), List.of("site VARCHAR(64)"));
    private static final List<List<Object>> AS_WRITTEN = List.of(
            List.of("ts", "TIMESTAMP", 8, ""),
            List.of("reading", "DOUBLE", 8, ""),
            List.of("note", "VARCHAR", 100, ""),
            List.of("site", "VARCHAR", 64, "TAG"));
    private static final String METERS_THERE = "DESCRIBE `Factory`.`meters`";

    private final DatabaseScript script = new DatabaseScript()
            .answer("SELECT `precision`", List.of(List.of("us")))
            .answer("DESCRIBE `Factory`.`others`", AS_WRITTEN)
            .answer(METERS_THERE, AS_WRITTEN);
    private final RecordedReport report = new RecordedReport();
    private final AtomicLong nanos = new AtomicLong();
    private final TableRegistry tables =
            new TableRegistry(List.of(METERS, OTHERS), report, Duration.ofSeconds(5), nanos::get);
    private JdbcDatabase database = database(SchemaMode.CREATE);

    private JdbcDatabase database(SchemaMode mode) {
        return ScriptedDialect.database(script, mode, tables);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void shouldSayOnceHowTheDatabaseIs() throws Exception {
        script.answer("SELECT `precision`", List.of(List.of("us", "30d,30d,3650d", 3, 2, 0, "3.3.7.5")));
        try (var one = database.openWriter();
                var other = database.openWriter()) {
            one.open();
            other.open();
            assertThat(report.opened())
                    .containsExactly("TDengine 3.3.7.5, precision us, keep 3650 d, replica 3, wal_level 2,"
                            + " wal_fsync_period 0 ms");
            script.fail("INSERT", 1, 0x231e);
            assertFailure(() -> one.write(List.of(meter("m", 0, 1.0, "x"))), FailureKind.TRANSIENT, "0x231e");
            one.write(List.of(meter("m", 0, 1.0, "x")));
            assertThat(report.opened()).hasSize(1);
        }
    }

    @Test
    void shouldForgetWhatWasWrongWithATableThatIsAnotherOneNow() throws Exception {
        script.answer(METERS_THERE, List.of(List.of("ts", "TIMESTAMP", 8, ""), List.of("reading", "BOOL", 1, "")));
        try (var writer = database.openWriter()) {
            writer.open();
            assertThat(writer.objection(METERS)).isPresent();

            tables.replaceWith(List.of(METERS));
            assertThat(writer.objection(METERS)).isPresent();
            tables.replaceWith(List.of(OTHERS));
            assertThat(writer.objection(METERS)).isEmpty();
        }
    }

    @Test
    void shouldLookAtAllTablesBeforeTheFirstRow() throws Exception {
        try (var writer = database.openWriter()) {
            writer.open();
            assertThat(script.statements("DESCRIBE")).hasSize(2);

            writer.write(List.of(meter("m", 0, 1.0, "x")));
            assertThat(script.statements("DESCRIBE")).hasSize(2);
        }
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldReportABrokenTableOnceForAllLanes() throws Exception {
        script.answer(METERS_THERE, List.of(List.of("ts", "TIMESTAMP", 8, ""), List.of("reading", "INT", 4, "")));
        for (int lane = 0; lane < 2; lane++) {
            try (var writer = database.openWriter()) {
                writer.open();
                assertThat(writer.objection(METERS).orElseThrow())
                        .contains("Database plant", "reading as INT, which can't hold every DOUBLE");
                assertThat(writer.objection(OTHERS)).isEmpty();
            }
        }
        assertThat(report.tables())
                .singleElement()
                .asString()
                .startsWith("meters: Database plant: super table meters has");
    }

    @Test
    void shouldNameTheStatementThatWouldCreateAMissingTable() throws Exception {
        database.close();
        database = database(SchemaMode.OFF);
        script.fail(METERS_THERE, 1, 0x2603);
        try (var writer = database.openWriter()) {
            writer.open();
        }
        assertThat(report.tables()).singleElement().asString().contains("create it: CREATE STABLE IF NOT EXISTS");
        assertThat(script.statements("CREATE")).isEmpty();
    }

    @Test
    void shouldLookAgainAtABrokenTableWhileRowsForItCome() throws Exception {
        script.answer(METERS_THERE, List.of(List.of("time", "TIMESTAMP", 8, "")));
        try (var writer = database.openWriter()) {
            writer.open();
            script.answer(METERS_THERE, AS_WRITTEN);
            assertThat(writer.objection(METERS)).isPresent();

            nanos.addAndGet(Duration.ofSeconds(5).toNanos());
            assertThat(writer.objection(METERS)).isEmpty();
            writer.write(List.of(meter("m", 0, 1.0, "x")));
        }
        assertThat(report.tables()).hasSize(2).element(1).isEqualTo("meters recovered");
        assertThat(script.statements("INSERT")).hasSize(1);
    }

    @Test
    void shouldLookOnceInFiveSecondsWhereTheDatabaseIsAway() throws Exception {
        script.answer(METERS_THERE, List.of(List.of("time", "TIMESTAMP", 8, "")));
        try (var writer = database.openWriter()) {
            writer.open();
        }
        var looks = new AtomicInteger();
        for (int message = 0; message < 100; message++) {
            nanos.addAndGet(Duration.ofMillis(100).toNanos());
            assertThat(tables.objection(METERS, table -> {
                        looks.incrementAndGet();
                        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
                    }))
                    .isPresent();
        }
        assertThat(looks).hasValue(2);
    }

    @Test
    void shouldLetOneLaneLookAtATime() throws Exception {
        script.answer(METERS_THERE, List.of(List.of("time", "TIMESTAMP", 8, "")));
        try (var writer = database.openWriter()) {
            writer.open();
        }
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        var looks = new AtomicInteger();

        var objection = tables.objection(METERS, table -> {
            looks.incrementAndGet();
            assertThat(tables.objection(table, other -> looks.incrementAndGet()))
                    .isPresent();
        });

        assertThat(objection).isPresent();
        assertThat(looks).hasValue(1);
    }

    @Test
    void shouldBlameNoTableForABrokenConnection() {
        script.fail(METERS_THERE, 1, 0x2318);
        try (var writer = database.openWriter()) {
            assertFailure(writer::open, FailureKind.TRANSIENT, "0x2318");
            assertThat(writer.objection(METERS)).isEmpty();
        }
        assertThat(report.tables()).isEmpty();
    }

    /** A topic or a TSMA uses the column; too many tags; too many columns, twice; never heard of. */
    @ParameterizedTest
    @ValueSource(ints = {0x03C4, 0x03C8, 0x0364, 0x0365, 0x2640, 0x7abc})
    void shouldStoreInOtherTablesWhereTheServerRefusesToChangeOne(int code) throws Exception {
        database.close();
        database = database(SchemaMode.EVOLVE);
        script.answer(METERS_THERE, AS_WRITTEN.subList(0, 2)).failAlways(sql -> sql.startsWith("ALTER"), code);
        try (var writer = database.openWriter()) {
            writer.open();
            assertThat(writer.objection(METERS).orElseThrow())
                    .contains("super table meters", "scripted", "rejected statement: ALTER STABLE `Factory`.`meters`")
                    .contains(String.format("code 0x%04x", code));
            assertThat(writer.objection(OTHERS)).isEmpty();
            writer.write(List.of(row(OTHERS, "o", TIME, 1.0, "x", "y")));
        }
        assertThat(report.tables()).singleElement().asString().startsWith("meters: Database plant: ");
        assertThat(script.statements("ALTER")).as("no more than one look").hasSize(1);
        assertThat(script.statements("INSERT")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x0365, 0x7abc})
    void shouldStoreInOtherTablesWhereTheServerRefusesToCreateOne(int code) throws Exception {
        script.failAlways(sql -> sql.equals(METERS_THERE), 0x2603).fail("CREATE STABLE", 1, code);
        try (var writer = database.openWriter()) {
            writer.open();
            assertThat(writer.objection(METERS).orElseThrow()).contains("rejected statement: CREATE STABLE");
            assertThat(writer.objection(OTHERS)).isEmpty();
        }
        assertThat(report.tables()).hasSize(1);
    }

    /** Conflicting transactions; the leader is elsewhere; a queue is full. */
    @ParameterizedTest
    @CsvSource({"03d3, TRANSIENT", "03d9, TRANSIENT", "090c, TRANSIENT", "0917, CONGESTED"})
    void shouldBlameNoTableForAChangeThatFailsNow(String code, FailureKind kind) throws Exception {
        database.close();
        database = database(SchemaMode.EVOLVE);
        script.answer(METERS_THERE, AS_WRITTEN.subList(0, 2)).fail("ALTER", 1, Integer.parseInt(code, 16));
        try (var writer = database.openWriter()) {
            assertFailure(writer::open, kind, "0x" + code);
            writer.open();
            assertThat(writer.objection(METERS)).isEmpty();
        }
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldWaitForATableThatItsServerDoesNotKnowYet() throws Exception {
        script.fail(METERS_THERE, 1, 0x2603).fail(METERS_THERE, 2, 0x2603);
        try (var writer = database.openWriter()) {
            assertFailure(writer::open, FailureKind.TRANSIENT, "meters was created, but is not there yet");
            writer.open();
            assertThat(writer.objection(METERS)).isEmpty();
        }
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldReportASecondKeyThatIsNoLongNumber() throws Exception {
        var keyed = table("keyed", "seq", List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        script.answer(
                "DESCRIBE `Factory`.`keyed`",
                List.of(
                        List.of("ts", "TIMESTAMP", 8, ""),
                        List.of("seq", "VARCHAR", 32, "COMPOSITE KEY"),
                        List.of("reading", "DOUBLE", 8, ""),
                        List.of("site", "VARCHAR", 64, "TAG")));
        try (var strange =
                        ScriptedDialect.database(script, SchemaMode.EVOLVE, new TableRegistry(List.of(keyed), report));
                var writer = strange.openWriter()) {
            writer.open();
            assertThat(writer.objection(keyed)).isPresent();
        }
        assertThat(report.tables()).singleElement().asString().contains("seq VARCHAR, the route writes ts and seq BIG");
    }

    @Test
    void shouldLetEverythingWaitForRights() {
        script.fail(METERS_THERE, 1, 0x2603).fail("CREATE STABLE", 1, 0x0303);
        try (var writer = database.openWriter()) {
            assertFailure(writer::open, FailureKind.FATAL, "grant the user the right");
        }
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldLeaveAStrangeFailureToTheFirstWrite() throws Exception {
        script.fail(METERS_THERE, 1, 0x7abc);
        try (var writer = database.openWriter()) {
            writer.open();
            assertThat(writer.objection(METERS)).isEmpty();
            writer.write(List.of(meter("m", 0, 1.0, "x")));
        }
        assertThat(report.tables()).isEmpty();
    }
}
