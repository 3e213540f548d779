// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.ScriptedDialect;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionWindowTest {

    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final long LAST_SECOND_OF_LONG = Long.MAX_VALUE / 1_000_000_000;

    private final DatabaseScript script = new DatabaseScript()
            .answer(
                    "DESCRIBE",
                    List.of(
                            List.of("ts", "TIMESTAMP", 8, ""),
                            List.of("reading", "DOUBLE", 8, ""),
                            List.of("note", "VARCHAR", 100, ""),
                            List.of("site", "VARCHAR", 64, "TAG")));

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00Z, true",
        "2026-01-01T12:00:00Z, true",
        "2026-01-01T11:45:00Z, true",
        "2026-01-01T11:44:59Z, false",
        "1970-01-01T00:00:00Z, false",
        "2262-01-01T00:00:01Z, true",
    })
    void shouldKnowWhatAMonthIs(Instant time, boolean isKept) {
        var times = RetentionWindow.of(Optional.of(Duration.ofDays(30)), Precision.MICROSECONDS, micros());

        assertThat(times.outside(List.of(at(time))).isEmpty()).isEqualTo(isKept);
    }

    @Test
    void shouldKnowNoBeginningWhereAllIsKept() {
        for (var keep : List.of(Optional.<Duration>empty(), Optional.of(Duration.ofDays(365_000)))) {
            var times = RetentionWindow.of(keep, Precision.MILLISECONDS, micros());

            assertThat(times.outside(List.of(row(METERS, "m", Long.MIN_VALUE), row(METERS, "m", Long.MAX_VALUE))))
                    .isEmpty();
        }
    }

    @Test
    void shouldKnowTheLastNanosecond() {
        var times = RetentionWindow.of(Optional.empty(), Precision.NANOSECONDS, micros());

        assertThat(times.newest()).isEqualTo(9_214_646_400_000_000_000L);
        assertThat(times.outside(List.of(row(METERS, "m", times.newest())))).isEmpty();
        assertThat(times.outside(List.of(at(Instant.ofEpochSecond(LAST_SECOND_OF_LONG)))))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"10, 20, true", "15, 15, true", "9, 20, false", "10, 21, false", "21, 30, false"})
    void shouldContainRowsInOrderWhoseFirstAndLastAreInside(long first, long last, boolean isKept) {
        var times = new RetentionWindow(10, 20);

        assertThat(times.contains(List.of(row(METERS, "m", first), row(METERS, "m", last))))
                .isEqualTo(isKept);
    }

    @Test
    void shouldRefuseARowWithoutAskingTheServerToStoreIt() throws Exception {
        script.answer("SELECT `precision`", List.of(List.of("us", "30d,30d,30d")));
        try (var database = ScriptedDialect.database(script, SchemaMode.CREATE);
                var writer = database.openWriter()) {
            writer.open();

            var old = at(Instant.parse("2001-02-03T04:05:06Z"));
            var young = now();
            var failure = assertFailure(
                    () -> writer.write(List.of(young, old)), FailureKind.REJECTED, "2001-02-03T04:05:06Z");
            assertThat(failure.objection(List.of(young))).isEmpty();
            assertThat(failure.objection(List.of(young, old)))
                    .hasValueSatisfying(sentence -> assertThat(sentence)
                            .startsWith("Database plant: The time 2001-02-03T04:05:06Z of a row of subtable"));
            writer.write(List.of(now()));
        }
        assertThat(script.statements("INSERT")).hasSize(1);
    }

    @Test
    void shouldNameTheUnitThatWouldFit() {
        var times = RetentionWindow.of(Optional.of(Duration.ofDays(30)), Precision.MILLISECONDS, micros());

        assertThat(times.objection(row(METERS, "m", 1_767_225_600_000_000L)))
                .startsWith("The time 1970-01-21T10:53:45.600Z of a row of subtable m is out of range")
                .endsWith("with a unit 1000 times as large (s for ms, ms for us, or us for ns)"
                        + " it would be 2026-01-01T00:00:00Z");
        assertThat(times.objection(at(Instant.parse("2001-02-03T04:05:06Z")))).doesNotContain("unit");
    }

    @Test
    void shouldAskAgainHowLongRowsAreKeptBeforeItRefusesOne() throws Exception {
        script.answer("SELECT `precision`", List.of(List.of("us", "30d,30d,30d")));
        try (var database = ScriptedDialect.database(script, SchemaMode.CREATE);
                var writer = database.openWriter()) {
            writer.open();
            script.answer("SELECT `precision`", List.of(List.of("us", "1440m,1440m,36500d")));

            writer.write(List.of(at(Instant.parse("2001-02-03T04:05:06Z"))));
        }
        assertThat(script.statements("INSERT")).hasSize(1);
    }

    @Test
    void shouldNameTheRowsWhereRowsAreKeptForAShorterTimeNow() throws Exception {
        script.answer("SELECT `precision`", List.of(List.of("us", "36500d,36500d,36500d")));
        try (var database = ScriptedDialect.database(script, SchemaMode.CREATE);
                var writer = database.openWriter()) {
            writer.open();
            script.answer("SELECT `precision`", List.of(List.of("us", "30d,30d,30d")));
            script.fail("INSERT", 1, 0x060B);

            var old = at(Instant.parse("2001-02-03T04:05:06Z"));
            var young = now();
            var failure = assertFailure(
                    () -> writer.write(List.of(young, old)), FailureKind.REJECTED, "2001-02-03T04:05:06Z");

            assertThat(failure.objection(List.of(old))).isPresent();
            assertThat(failure.objection(List.of(young))).isEmpty();
        }
    }

    private static long micros() {
        return NOW.getEpochSecond() * 1_000_000;
    }

    private static Row now() {
        return at(Instant.now());
    }

    private static Row at(Instant time) {
        return row(METERS, "m", time.getEpochSecond() * 1_000_000_000, 1.0, "x", "y");
    }
}
