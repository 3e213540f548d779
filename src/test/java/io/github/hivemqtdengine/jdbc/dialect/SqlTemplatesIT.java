// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.expression.StatementTemplate;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.TestTables;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.EachDatabase;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** SQL templates of users, on every database. */
@EachDatabase
class SqlTemplatesIT {

    private static final Instant TIME = Instant.parse("2025-11-30T12:34:56.789012Z");
    private static final SqlTemplate NOTES =
            sql("INSERT INTO notes (ts, id, note) VALUES (${payload:/t}, ${payload:/i}, ${payload:/n})");

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    DatabaseKind kind;

    @AutoClose
    private TimeSeriesDatabase server;

    @AutoClose
    private JdbcDatabase database;

    private static SqlTemplate sql(String text) {
        return StatementTemplate.parse(text).sql();
    }

    @BeforeEach
    void open() throws Exception {
        server = kind.fresh();
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(server.jdbcUrl(), server.username(), server.password())
                        .within(Duration.ofSeconds(5), Duration.ofSeconds(15)),
                server.name(),
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS),
                DatabaseSettings.DEFAULT_ENGINE);
        database = JdbcDatabase.of(settings, 2);
        try (var writer = database.openWriter()) {
            assertThat(writer.open()).isEqualTo(Precision.MICROSECONDS); // creates the database
        }
        create("notes (ts TIMESTAMP, id INT, note VARCHAR(9000))");
    }

    private void create(String table) throws Exception {
        var isTdengine = kind == DatabaseKind.TDENGINE;
        server.execute("CREATE TABLE "
                + (isTdengine
                        ? table
                        : table.replaceAll("\\(\\d+\\)", "")
                                        .replace("BIGINT", "LONG")
                                        .replace("BOOL", "BOOLEAN") + " TIMESTAMP(ts) PARTITION BY DAY"));
    }

    private static Row row(SqlTemplate template, @Nullable Object... values) {
        return Row.of(template, values);
    }

    private static Row note(int id, @Nullable Object note) {
        return row(NOTES, TIME.plusMillis(id), (long) id, note);
    }

    private void write(Row... rows) throws WriteException {
        try (var writer = database.openWriter()) {
            writer.write(Arrays.asList(rows));
        }
    }

    private WriteException failure(Row... rows) {
        return catchThrowableOfType(WriteException.class, () -> write(rows));
    }

    /** Checks that a message without a table is never a suspect. */
    @Test
    void shouldNotSayThatTheDatabaseAnswersForATemplate() throws Exception {
        try (var writer = database.openWriter()) {
            writer.write(List.of(note(1, "a")));

            assertThat(writer.probe(List.of(note(1, "a")))).isFalse();
        }
    }

    @Test
    void shouldKeepTheKindOfEachValue() throws Exception {
        create("kinds (ts TIMESTAMP, i INT, l BIGINT, d DOUBLE, b BOOL, s VARCHAR(100), n VARCHAR(10), big DOUBLE,"
                + " t2 TIMESTAMP)");
        var kinds = sql("INSERT INTO kinds (ts, i, l, d, b, s, n, big, t2) VALUES (${payload:/a}, ${payload:/a},"
                + " ${payload:/a}, ${payload:/a}, ${payload:/a}, ${payload:/a}, ${payload:/a}, ${payload:/a},"
                + " ${payload:/a})");

        write(
                row(
                        kinds,
                        TIME,
                        7L,
                        Long.MAX_VALUE,
                        new BigDecimal("21.5"),
                        true,
                        "text",
                        null,
                        new BigInteger("18446744073709551616"),
                        TIME.plusNanos(1_000)),
                row(kinds, TIME.plusSeconds(1), null, null, 7L, false, null, "7", new BigDecimal("1E-7"), null));

        server.awaitCount("kinds", 2);
        assertThat(server.query("SELECT ts, i, l, d, b, s, n, big, t2 FROM kinds ORDER BY ts"))
                .containsExactly(
                        Arrays.asList(
                                TIME, 7L, Long.MAX_VALUE, 21.5, true, "text", null, 0x1p64, TIME.plusNanos(1_000)),
                        Arrays.asList(TIME.plusSeconds(1), null, null, 7.0, false, null, "7", 1E-7, null));
    }

    @Test
    void shouldKeepHostileTextAsItIs() throws Exception {
        var texts = List.of(
                "'); DROP TABLE notes; --",
                "', 1), ('",
                "\\', 1), (\\'",
                "\\",
                "'",
                "''",
                "\"; ` $1 ? :x",
                "line\nbreak\r\tand more",
                "😀 漢 ä",
                "/* */ -- #",
                "\\x41\\u0041%_",
                "");
        var rows = new ArrayList<Row>();
        for (int i = 0; i < texts.size(); i++) {
            rows.add(note(i, texts.get(i)));
        }

        write(rows.toArray(Row[]::new));

        server.awaitCount("notes", texts.size());
        assertThat(server.query("SELECT note FROM notes ORDER BY ts"))
                .extracting(row -> row.get(0))
                .isEqualTo(texts);
    }

    @Test
    void shouldRefuseTextThatIsNotUnicode() {
        assertThat(failure(note(1, "half \uD83D")).kind()).isEqualTo(FailureKind.REJECTED);
    }

    @Test
    void shouldStoreManyRowsInOrder() throws Exception {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 3_000; i++) {
            rows.add(note(i, "note " + i + " ".repeat(500)));
        }

        write(rows.toArray(Row[]::new));

        server.awaitCount("notes", 3_000);
        assertThat(server.query("SELECT id FROM notes ORDER BY ts"))
                .startsWith(List.of(0L))
                .endsWith(List.of(2_999L));
    }

    @Test
    void shouldStoreRowsOfTablesBesideThoseOfStatements() throws Exception {
        write(TestTables.meter("m", 0, 1.0, "x"), note(1, "own"), TestTables.meter("m", 1, 2.0, "y"));

        server.awaitCount("meters", 2);
        server.awaitCount("notes", 1);
        assertThat(server.query("SELECT id FROM notes")).containsExactly(List.of(1L));
    }

    @Test
    void shouldRefuseAWrongValueAlone() throws Exception {
        var good = note(1, "good");
        var refused = failure(good, row(NOTES, TIME, "no number", "bad"));
        assertThat(refused.kind()).isEqualTo(FailureKind.REJECTED);
        assertThat(refused.objection(List.of(good))).isEmpty();

        write(good);
        server.awaitCount("notes", 1);
    }

    @Test
    void shouldRefuseAllRowsOfAStatementThatNamesWhatIsNotThere() throws Exception {
        for (var text : List.of(
                "INSERT INTO nowhere (ts, v) VALUES (${payload:/t}, ${payload:/v})",
                "INSERT INTO notes (ts, nothing) VALUES (${payload:/t}, ${payload:/v})")) {
            var template = sql(text);
            var first = row(template, TIME, 1L);
            var second = row(template, TIME.plusSeconds(1), 2L);
            var good = note(5, "good");

            var failure = failure(good, first, second);

            assertThat(failure.kind()).as(text).isEqualTo(FailureKind.REJECTED);
            assertThat(failure.objection(List.of(first))).isPresent();
            assertThat(failure.objection(List.of(second))).isPresent();
            assertThat(failure.objection(List.of(good))).isEmpty();
        }
    }

    @Test
    void shouldRefuseWhatIsNoSql() {
        assertThat(failure(row(sql("INSERT INTO notes (ts, id) VALUS (${payload:/t}, ${payload:/i})"), TIME, 1L))
                        .kind())
                .isEqualTo(FailureKind.REJECTED);
        assertThat(failure(row(sql("INSERT INTO notes (ts, id) VALUES (${payload:/t}, ${payload:/i}, 3)"), TIME, 1L))
                        .kind())
                .isEqualTo(FailureKind.REJECTED);
    }
}
