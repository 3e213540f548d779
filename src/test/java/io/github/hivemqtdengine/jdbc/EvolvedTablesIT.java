// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.EachDatabase;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Tables whose columns come from the messages. */
@EachDatabase
class EvolvedTablesIT {

    private static final int LANES = 4;
    private static final int FIELDS = 40;
    /** As many for each field in each lane. */
    private static final int MESSAGES = LANES * FIELDS;

    private static final long FIRST_MICROS = TestTables.TIME / MICROSECOND;

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private DatabaseKind kind;

    @AutoClose
    private TimeSeriesDatabase server;

    private final List<JdbcDatabase> databases = new ArrayList<>();
    private final RecordedReport report = new RecordedReport();
    private final AtomicLong micros = new AtomicLong(FIRST_MICROS);

    @BeforeEach
    void open() {
        server = kind.fresh();
    }

    @AfterEach
    void close() {
        databases.forEach(JdbcDatabase::close);
    }

    private static Route route(ValueSettings... columns) {
        var tag = value("kind", "VARCHAR(8)", "${mqtt-topic:1}");
        var time = new TimestampSettings(
                "ts",
                Template.parse("${arrival-time}"),
                TimestampUnit.MILLISECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.BUMP,
                null);
        var table = new TableSettings(
                "things",
                null,
                Template.parse("t_${mqtt-topic:1}"),
                TableSettings.UNLIMITED,
                time,
                List.of(columns),
                new AutoColumns("", 100, false, ValueErrors.DEAD_LETTER),
                List.of(tag),
                null,
                Sampling.NONE,
                OnError.DEAD_LETTER,
                OnTagChange.IGNORE);
        return RouteCompiler.compile(new RouteSettings(
                "things",
                "plant",
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse("#")),
                List.of(),
                new PayloadSettings(new JsonFormat(), RecordShape.ONE_RECORD),
                List.of(table),
                OnError.DEAD_LETTER,
                null,
                Retained.IGNORE,
                RateLimits.NONE));
    }

    private static ValueSettings value(String name, String type, String template) {
        return new ValueSettings(
                new Column(name, ColumnType.parse(type)), Template.parse(template), null, ValueErrors.DEAD_LETTER);
    }

    /** Opens a writer for a route, as after a start. */
    private BatchWriter writer(Route route, WriteEngine engine) {
        return database(route, engine, 1).openWriter();
    }

    private JdbcDatabase database(Route route, WriteEngine engine, int lanes) {
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(server.jdbcUrl(), server.username(), server.password())
                        .within(Duration.ofSeconds(5), Duration.ofSeconds(15)),
                server.name(),
                SchemaSettings.of(SchemaMode.EVOLVE, Precision.MICROSECONDS),
                engine);
        var database = JdbcDatabase.of(settings, lanes, route.tables(), report);
        databases.add(database);
        return database;
    }

    private BatchWriter writer(Route route) {
        return writer(route, DatabaseSettings.DEFAULT_ENGINE);
    }

    private Row row(Route route, String payload) throws MappingException {
        var message = new InboundMessage(
                "a",
                payload.getBytes(StandardCharsets.UTF_8),
                "client",
                null,
                1,
                false,
                false,
                Mqtt5Properties.NONE,
                micros.getAndIncrement());
        return route.rows(message, (event, subject) -> {}).get(0);
    }

    private List<List<@Nullable Object>> things(String columns) throws Exception {
        return server.query("SELECT " + columns + " FROM things ORDER BY ts");
    }

    private Object truth(boolean value) {
        return kind == DatabaseKind.QUESTDB ? (Object) (value ? 1L : 0L) : value;
    }

    @Test
    void shouldAddColumnsAsTheyCome() throws Exception {
        for (var engine : List.of(WriteEngine.SQL, WriteEngine.STATEMENT)) {
            var route = route();
            try (var writer = writer(route, engine)) {
                writer.open();
                writeOnceSeen(writer, row(route, "{\"t\":21}"));
                writeOnceSeen(
                        writer,
                        row(route, "{\"t\":21.5,\"on\":true}"),
                        row(route, "{\"env\":{\"温度\":\"x\"}}"),
                        row(route, "{\"t\":22,\"on\":false}"));
            }
        }

        server.awaitCount("things", 8);
        var columns = kind == DatabaseKind.QUESTDB ? "t, \"on\", \"env_温度\"" : "`t`, `on`, `env_温度`";
        assertThat(things(columns).subList(0, 4))
                .containsExactly(
                        Arrays.asList(21.0, null, null),
                        Arrays.asList(21.5, truth(true), null),
                        Arrays.asList(null, null, "x"),
                        Arrays.asList(22.0, truth(false), null))
                .isEqualTo(things(columns).subList(4, 8));
    }

    @Test
    void shouldKeepDeclaredColumnsBesideThem() throws Exception {
        var route = route(value("power", "INT", "${payload:/p}"));
        try (var writer = writer(route)) {
            writeOnceSeen(writer, row(route, "{\"p\":1,\"q\":2}"), row(route, "{\"p\":3}"));
        }

        server.awaitCount("things", 2);
        assertThat(things("power, q, kind")).containsExactly(Arrays.asList(1L, 2.0, "a"), Arrays.asList(3L, null, "a"));
    }

    @Test
    void shouldMakeRoomForLongerTexts() throws Exception {
        var route = route();
        var longer = "y".repeat(70);
        var longest = "z".repeat(3_000);
        try (var writer = writer(route)) {
            writeOnceSeen(writer, row(route, "{\"s\":\"x\"}"));
            writeOnceSeen(writer, row(route, "{\"s\":\"" + longer + "\"}"));
            writeOnceSeen(writer, row(route, "{\"s\":\"a\"}"), row(route, "{\"s\":\"" + longest + "\"}"));
        }
        server.awaitCount("things", 4);
        var afterRestart = route();
        try (var writer = writer(afterRestart)) {
            writeOnceSeen(writer, row(afterRestart, "{\"s\":\"b\"}"), row(afterRestart, "{\"s\":\"" + longer + "\"}"));
        }

        server.awaitCount("things", 6);
        assertThat(things("s")).extracting(row -> row.get(0)).containsExactly("x", longer, "a", longest, "b", longer);
    }

    @Test
    void shouldKnowTheTypesOfTheDatabaseOnceItIsOpen() throws Exception {
        var before = route();
        try (var writer = writer(before)) {
            writeOnceSeen(writer, row(before, "{\"t\":21,\"on\":true,\"s\":\"x\"}"));
        }
        server.awaitCount("things", 1);

        var route = route();
        try (var writer = writer(route)) {
            writer.open();
            assertThatThrownBy(() -> row(route, "{\"t\":\"error\"}"))
                    .isInstanceOf(MappingException.class)
                    .hasMessageContaining("\"t\" of type DOUBLE");
            writeOnceSeen(writer, row(route, "{\"t\":\"22\",\"on\":false,\"s\":5}"));
        }
        server.awaitCount("things", 2);
        assertThat(things("t, s")).containsExactly(List.of(21.0, "x"), List.of(22.0, "5"));
        assertThat(report.tables()).isEmpty();
    }

    @Tag("full")
    @Test
    void shouldLoseOnlyTheRowsThatDoNotFitWhereTheyWereMappedBefore() throws Exception {
        var before = route();
        try (var writer = writer(before)) {
            writeOnceSeen(writer, row(before, "{\"t\":21,\"on\":true}"));
        }
        server.awaitCount("things", 1);

        var route = route();
        var misfit = row(route, "{\"t\":\"error\"}");
        var fitting = row(route, "{\"t\":22,\"u\":1}");
        try (var writer = writer(route)) {
            var failure = catchThrowableOfType(WriteException.class, () -> writer.write(List.of(misfit, fitting)));
            assertThat(failure.kind()).isEqualTo(FailureKind.REJECTED);
            assertThat(failure.objection(List.of(misfit)))
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("\"t\" of type DOUBLE", "\"error\" is not a number"));
            assertThat(failure.objection(List.of(fitting))).isEmpty();
            assertThat(writer.objection(misfit.table())).isEmpty();

            writeOnceSeen(writer, fitting, row(route, "{\"t\":23,\"on\":false}"));
        }
        server.awaitCount("things", 3);
        assertThat(things("t")).extracting(row -> row.get(0)).containsExactly(21.0, 22.0, 23.0);
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldFollowWhatAnotherBrokerAdds() throws Exception {
        var route = route();
        var other = route();
        try (var writer = writer(route);
                var otherWriter = writer(other)) {
            writeOnceSeen(writer, row(route, "{\"a\":1}"));
            writeOnceSeen(otherWriter, row(other, "{\"a\":2,\"b\":\"text\"}"));
            writeOnceSeen(writer, row(route, "{\"b\":3,\"c\":4}"));
            writeOnceSeen(otherWriter, row(other, "{\"c\":5}"));
            writeOnceSeen(writer, row(route, "{\"b\":\"more\"}"));
        }

        server.awaitCount("things", 5);
        assertThat(things("a, b, c"))
                .containsExactly(
                        Arrays.asList(1.0, null, null),
                        Arrays.asList(2.0, "text", null),
                        Arrays.asList(null, "3", 4.0),
                        Arrays.asList(null, null, 5.0),
                        Arrays.asList(null, "more", null));
    }

    /** Each lane begins with fields that the others add next. */
    @Test
    void shouldAddColumnsOfAllLanesWithoutAFailure() throws Exception {
        var route = route();
        var database = database(route, DatabaseSettings.DEFAULT_ENGINE, LANES);
        var tasks = new ArrayList<Callable<Void>>();
        for (int lane = 0; lane < LANES; lane++) {
            int begin = lane * FIELDS / LANES;
            var messages = IntStream.range(0, MESSAGES / LANES)
                    .mapToObj(i -> "{\"shared\":1,\"f" + (begin + i) % FIELDS + "\":" + i + "}")
                    .toList();
            tasks.add(() -> {
                try (var writer = database.openWriter()) {
                    for (var message : messages) {
                        writer.write(List.of(row(route, message)));
                    }
                }
                return null;
            });
        }
        var lanes = Executors.newFixedThreadPool(LANES);
        try {
            for (var lane : lanes.invokeAll(tasks)) {
                lane.get();
            }
        } finally {
            lanes.shutdownNow();
        }

        server.awaitCount("things", MESSAGES);
        var columns =
                IntStream.range(0, FIELDS).mapToObj(i -> "count(f" + i + ")").collect(Collectors.joining(", "));
        assertThat(server.query("SELECT " + columns + " FROM things").get(0)).containsOnly((long) MESSAGES / FIELDS);
    }

    /** QuestDB shows a new column with some delay to other connections, and the lanes try again. */
    private static void writeOnceSeen(BatchWriter writer, Row... rows) {
        await().until(() -> {
            try {
                writer.write(List.of(rows));
                return true;
            } catch (WriteException e) {
                assertThat(e.kind()).as(e.sentence()).isEqualTo(FailureKind.TRANSIENT);
                return false;
            }
        });
    }

    @Test
    void shouldLeaveOutWhatHasItsNameInTheDatabaseForSomethingElse() throws Exception {
        try (var writer = writer(route(value("odd", "INT", "1")))) {
            writer.open();
        }
        server.execute(
                kind == DatabaseKind.QUESTDB
                        ? "ALTER TABLE things ADD COLUMN id UUID"
                        : "ALTER STABLE things ADD TAG id VARCHAR(8)");
        await().ignoreExceptions().until(() -> things("id").isEmpty());
        var route = route(value("odd", "INT", "1"));
        var beforeAnyField = row(route, "{}");
        var early = row(route, "{\"id\":\"x\"}");
        try (var writer = writer(route)) {
            var failure =
                    catchThrowableOfType(WriteException.class, () -> writer.write(List.of(beforeAnyField, early)));
            assertThat(failure.objection(List.of(early))).isPresent();
            assertThat(failure.objection(List.of(beforeAnyField))).isEmpty();
            writeOnceSeen(writer, beforeAnyField, row(route, "{\"id\":\"x\",\"t\":1}"));
        }
        server.awaitCount("things", 2);
        assertThat(things("odd, t")).containsExactly(Arrays.asList(1L, null), List.of(1L, 1.0));
    }

    @Test
    void shouldKeepANumberWhereTheFirstMessageHasATruthValue() throws Exception {
        var before = route();
        try (var writer = writer(before)) {
            writeOnceSeen(writer, row(before, "{\"x\":1.5}"));
        }
        server.awaitCount("things", 1);

        var route = route();
        var early = row(route, "{\"x\":true}");
        try (var writer = writer(route)) {
            var failure = catchThrowableOfType(WriteException.class, () -> writer.write(List.of(early)));
            assertThat(failure.objection(List.of(early))).isPresent();
            writeOnceSeen(writer, row(route, "{\"x\":21.5}"));
        }
        server.awaitCount("things", 2);
        assertThat(things("x")).containsExactly(List.of(1.5), List.of(21.5));
    }

    /** A topic keeps the server from changing what it reads. */
    @Test
    void shouldHarmOnlyTheRowsThatNeedWhatTheServerDoesNotChange() throws Exception {
        assumeThat(kind).isEqualTo(DatabaseKind.TDENGINE);
        var route = route();
        try (var writer = writer(route)) {
            writer.write(List.of(row(route, "{\"s\":\"x\"}")));
            server.execute("CREATE TOPIC IF NOT EXISTS of_" + server.name() + " AS SELECT ts, s FROM things");
            var tooLong = row(route, "{\"s\":\"" + "y".repeat(70) + "\"}");
            var fitting = row(route, "{\"s\":\"z\"}");

            var failure = catchThrowableOfType(WriteException.class, () -> writer.write(List.of(tooLong, fitting)));

            assertThat(failure.kind()).as(failure.sentence()).isEqualTo(FailureKind.REJECTED);
            assertThat(failure.objection(List.of(tooLong))).isPresent();
            assertThat(failure.objection(List.of(fitting))).isEmpty();
            assertThat(writer.objection(fitting.table())).isEmpty();
            writer.write(List.of(fitting));
        } finally {
            server.execute("DROP TOPIC IF EXISTS of_" + server.name());
        }
        server.awaitCount("things", 2);
        assertThat(report.tables()).isEmpty();
    }
}
