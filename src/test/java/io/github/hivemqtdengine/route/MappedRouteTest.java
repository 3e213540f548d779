// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL;
import static io.github.hivemqtdengine.route.Samples.ARRIVAL_MICROS;
import static io.github.hivemqtdengine.route.Samples.JSON;
import static io.github.hivemqtdengine.route.Samples.RAW;
import static io.github.hivemqtdengine.route.Samples.bareMessage;
import static io.github.hivemqtdengine.route.Samples.mapping;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.route;
import static io.github.hivemqtdengine.route.Samples.value;
import static io.github.hivemqtdengine.route.Samples.withCondition;
import static io.github.hivemqtdengine.route.Samples.withSampling;
import static io.github.hivemqtdengine.route.Samples.withTags;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.stage.PayloadInput;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import io.github.hivemqtdengine.route.table.MappedTable;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.table.ValueSources;
import io.github.hivemqtdengine.testkit.Compressor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MappedRouteTest {

    private static final MappingEvents EVENTS = (event, subject) -> {};
    private static final PayloadSettings ROWS = new PayloadSettings(new JsonFormat(), RecordShape.rowsAt("/r"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${mqtt-topic}|site/berlin/meter/7",
                "${mqtt-topic:site}|berlin",
                "${mqtt-topic:1}|site",
                "${mqtt-topic:4}|7",
                "${mqtt-client-id}|client-1",
                "${mqtt-user-name}|user-1",
                "${mqtt-qos}|1",
                "${mqtt-retain}|true",
                "${mqtt-dup}|false",
                "${mqtt-content-type}|text/plain",
                "${mqtt-response-topic}|answers",
                "${mqtt-message-expiry}|3600",
                "${mqtt-user-property:unit}|V",
                "${arrival-time}|2023-11-14T22:13:20.123456Z",
                "${route-id}|meters",
                "${payload}|23.5",
                "${payload-encoding}|text",
                "${payload-bytes}|MjMuNQ==",
                "constant|constant",
                "$${x}|${x}",
                "${mqtt-topic:site}/${mqtt-qos}/${payload}|berlin/1/23.5"
            })
    void shouldFollowEveryReference(String template, String expected) throws Exception {
        assertThat(only(mapping(RAW, value("v", "VARCHAR(64)", template)), message("23.5"))
                        .column(0))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m_${mqtt-topic:site}_${mqtt-topic:meter} | ${mqtt-topic:site} | false",
                "m_${mqtt-topic:site} | constant ${route-id} | false",
                "${mqtt-topic} | ${mqtt-topic} | false",
                "${mqtt-topic} | ${mqtt-topic:1}/${mqtt-topic:site} | false",
                "${mqtt-client-id}_${mqtt-user-name} | ${mqtt-user-name}/${mqtt-client-id} | false",
                "m_${mqtt-topic:meter} | ${mqtt-topic:site} | true",
                "m_${mqtt-topic:meter} | ${mqtt-topic} | true",
                "${mqtt-topic} | ${mqtt-client-id} | true",
                "${mqtt-topic} | ${mqtt-topic}/${payload} | true",
                "all | ${mqtt-qos} | true"
            })
    void shouldKnowWhetherTheTagsOfASubtableMayChange(String subtable, String tag, boolean mayChange) {
        var settings = route(RAW, subtable, ARRIVAL, value("v", "VARCHAR(64)", "${payload}"));
        var table = withTags(
                settings.tables().get(0),
                null,
                OnTagChange.IGNORE,
                value("fixed", "INT", "1"),
                value("tag", "VARCHAR(64)", tag));

        assertThat(new MappedTable(table, new ValueSources(settings.id(), settings.filters())).tagsMayChange())
                .isEqualTo(mayChange);
    }

    /** A change of tags is one even if it makes a subtable of its own, and the route is replaced in between. */
    @Test
    void shouldCountTheRowsThatChangeTags() throws Exception {
        var like = route(RAW, "m", ARRIVAL, value("v", "VARCHAR(64)", "${payload}"));
        var tag = value("tag", "VARCHAR(64)", "${mqtt-topic:site}");
        var settings =
                Samples.withTables("meters", like, withTags(like.tables().get(0), null, OnTagChange.NEW_SUBTABLE, tag));
        var memory = new RouteMemory();
        var counts = new EventCounts();

        for (var site : List.of("berlin", "berlin", "bonn")) {
            RouteCompiler.compile(settings, PayloadInput.of(settings.payload().compression()), memory)
                    .rows(message("site/" + site + "/meter/7", "1"), counts);
        }
        assertThat(counts.tagChanges()).isEqualTo(1);
    }

    @Test
    void shouldKeepTheTypeOfASingleReference() throws Exception {
        var route = mapping(
                RAW,
                value("b", "BOOL", "${mqtt-retain}"),
                value("q", "TINYINT", "${mqtt-qos}"),
                value("d", "DOUBLE", "${payload}"),
                value("raw", "VARBINARY(10)", "${payload-bytes}"),
                value("t", "TIMESTAMP", "${arrival-time}"));

        assertThat(only(route, message("2.5")).values())
                .containsExactly(true, 1L, 2.5, new byte[] {'2', '.', '5'}, Samples.ARRIVAL_MICROS * 1_000, "meters");
    }

    @Test
    void shouldMapFieldsOfJson() throws Exception {
        var route = mapping(
                JSON,
                value("v", "DOUBLE", "${payload:/v}"),
                value("o", "VARCHAR(64)", "${payload:/o}"),
                value("all", "VARCHAR(64)", "${payload}"),
                value("root", "INT", "${payload-root:/v}"),
                value("text", "VARCHAR(64)", "v=${payload:/v}"));
        var json = "{\"v\":5,\"o\":{\"x\":[]}}";

        assertThat(only(route, message(json)).values()).containsExactly(5.0, "{\"x\":[]}", json, 5L, "v=5", "meters");
    }

    @Test
    void shouldMakeARowOfEveryElement() throws Exception {
        var route =
                mapping(ROWS, value("x", "INT", "${payload:/x}"), value("unit", "VARCHAR(8)", "${payload-root:/unit}"));

        var rows = route.rows(message("{\"r\":[{\"x\":1},{\"x\":2}],\"unit\":\"V\"}"), EVENTS);

        assertThat(rows).extracting(row -> row.column(0)).containsExactly(1L, 2L);
        assertThat(rows).extracting(row -> row.column(1)).containsExactly("V", "V");
        assertThat(rows)
                .extracting(Row::sequence)
                .containsExactly(Samples.ARRIVAL_MICROS * 1_000, Samples.ARRIVAL_MICROS * 1_000 + 1);
        assertThat(rows).extracting(Row::timestamp).containsOnly(Samples.ARRIVAL_MICROS * 1_000);
        assertThat(route.rows(message("{\"r\":[]}"), EVENTS)).isEmpty();
        assertThat(route.timeKeys().haveManyRows()).isTrue();
    }

    @Test
    void shouldTakeTheLevelOfTheFilterThatMatches() throws Exception {
        var route = mapping(RAW, value("v", "VARCHAR(64)", "${mqtt-topic:site}"));

        assertThat(only(route, message("a/b/c", "")).column(0)).isEqualTo("a");
        assertThat(only(route, message("a/b/c", "")).subtable()).isEqualTo("m_c");
        assertThat(only(route, message("site/b/meter/d", "")).column(0)).isEqualTo("b");
    }

    /** Their second keys would run into those of the next message, which may be a microsecond younger. */
    @Test
    void shouldRejectMoreRowsThanSecondKeysDistinguish() throws Exception {
        var timestamp = new TimestampSettings(
                "time",
                Template.parse("${payload:/t}"),
                TimestampUnit.SECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.COMPOSITE_KEY,
                "seq");
        var route = RouteCompiler.compile(route(ROWS, "x", timestamp, value("v", "INT", "1")));

        assertThat(route.rows(message(readings(1_000)), EVENTS)).hasSize(1_000);
        assertThatThrownBy(() -> route.rows(message(readings(1_001)), EVENTS))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining(
                        "The payload has 1001 rows; composite-key distinguishes up to 1000 of one message");
    }

    private static String readings(int count) {
        return "{\"r\":[" + "{\"t\":1},".repeat(count - 1) + "{\"t\":1}]}";
    }

    @Test
    void shouldDescribeItsTable() {
        var timestamp = new TimestampSettings(
                "time",
                Template.parse("${payload:/t}"),
                TimestampUnit.SECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.COMPOSITE_KEY,
                "seq");
        var route = RouteCompiler.compile(route(JSON, "x", timestamp, value("v", "INT", "1")));

        assertThat(route.tables().get(0).shape().superTable()).isEqualTo("meters");
        assertThat(route.tables().get(0).shape().timestampColumn()).isEqualTo("time");
        assertThat(route.tables().get(0).shape().sequence()).contains("seq");
        assertThat(route.tables().get(0).shape().columns()).hasSize(1);
        assertThat(route.tables().get(0).shape().tags()).hasSize(1);
        assertThat(route.timeKeys().onEqual()).isEqualTo(EqualTimestamps.COMPOSITE_KEY);
        assertThat(route.timeKeys().areArrivals()).isFalse();
        assertThat(route.timeKeys().haveManyRows()).isFalse();
        assertThat(route.databaseId()).isEqualTo("plant");
        assertThat(route.topics().filters()).hasSize(2);
        assertThat(route.topics().excludes()).isEmpty();
    }

    @Test
    void shouldTakeTheTimeFromThePayload() throws Exception {
        var timestamp = new TimestampSettings(
                "ts",
                Template.parse("${payload:/t}"),
                TimestampUnit.SECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.OVERWRITE,
                null);
        var route = RouteCompiler.compile(route(JSON, "x", timestamp, value("v", "INT", "1")));

        assertThat(only(route, message("{\"t\":1.5}")).timestamp()).isEqualTo(1_500_000_000);
        refused(
                route,
                "{\"t\":null}",
                DeadLetterReason.MISSING,
                "The timestamp \"ts\" has no value: ${payload:/t} is missing");
        refused(route, "{}", DeadLetterReason.MISSING, "The timestamp \"ts\" has no value: ${payload:/t} is missing");
        refused(
                route,
                "{\"t\":\"x\"}",
                DeadLetterReason.TYPE_MISMATCH,
                "The timestamp \"ts\": \"x\" is not a number of s since 1970; for ISO 8601 set unit=\"iso-8601\","
                        + " for other text use time(...)");
    }

    @Test
    void shouldUseDefaultsForWhatIsMissingOrNull() throws Exception {
        var route = mapping(
                JSON,
                value("d", "INT", "${payload:/d}", "7", OnError.DEAD_LETTER, OnError.DEAD_LETTER),
                value("n", "INT", "${payload:/n}", null, OnError.NULL, OnError.DEAD_LETTER),
                value("u", "VARCHAR(9)", "u${payload:/n}", null, OnError.NULL, OnError.DEAD_LETTER));

        assertThat(only(route, message("{}")).values()).containsExactly(7L, null, null, "meters");
        assertThat(only(route, message("{\"d\":null,\"n\":null}")).values()).containsExactly(7L, null, null, "meters");
        assertThat(only(route, message("{\"d\":1,\"n\":2}")).values()).containsExactly(1L, 2L, "u2", "meters");
    }

    @Test
    void shouldRejectMissingValues() {
        var route = mapping(RAW, value("user", "VARCHAR(9)", "${mqtt-user-name}"));
        var dropping =
                mapping(RAW, value("p", "INT", "${mqtt-user-property:none}", null, OnError.DROP, OnError.DEAD_LETTER));

        assertThatThrownBy(() -> route.rows(bareMessage("a/b/c"), EVENTS))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(DeadLetterReason.MISSING);
                    assertThat(e.action()).isEqualTo(OnError.DEAD_LETTER);
                })
                .hasMessage("Column \"user\" has no value: ${mqtt-user-name} is missing");
        assertThatThrownBy(() -> dropping.rows(bareMessage("a/b/c"), EVENTS))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.action()).isEqualTo(OnError.DROP));
    }

    @Test
    void shouldRejectOrClearValuesThatDoNotFit() throws Exception {
        var strict = mapping(JSON, value("v", "INT", "${payload:/v}"));
        var lenient = mapping(JSON, value("v", "INT", "${payload:/v}", "3", OnError.DEAD_LETTER, OnError.NULL));

        refused(
                strict,
                "{\"v\":1.7}",
                DeadLetterReason.TYPE_MISMATCH,
                "Column \"v\" of type INT: \"1.7\" is not a whole number");
        assertThat(only(lenient, message("{\"v\":1.7}")).column(0)).isNull();
    }

    @Test
    void shouldSayWhereAPayloadIsNotOfItsFormat() {
        assertThatThrownBy(() -> mapping(JSON, value("v", "INT", "1")).rows(message("[1,]"), EVENTS))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(DeadLetterReason.DECODE);
                    assertThat(e.action()).isEqualTo(OnError.DROP);
                })
                .hasMessage("The payload is not valid JSON at byte 3");
    }

    @Test
    void shouldDecompressWhatTheUserPropertiesSay() throws Exception {
        var said = new PayloadSettings(
                new JsonFormat(),
                RecordShape.ONE_RECORD,
                new PayloadCompression(Compression.CONTENT_ENCODING, 1_000),
                OnEmpty.DECODE);
        var payload = Compressor.ZSTD.compress(Compressor.GZIP.compress("{\"v\":7}".getBytes(StandardCharsets.UTF_8)));
        var message = new InboundMessage(
                "site/berlin/meter/7",
                payload,
                "c",
                null,
                1,
                false,
                false,
                Mqtt5Properties.of(
                        null,
                        null,
                        null,
                        List.of(
                                new UserProperty("content-encoding", "gzip"),
                                new UserProperty("Content-Encoding", "ZSTD"))),
                ARRIVAL_MICROS);

        assertThat(only(mapping(said, value("v", "INT", "${payload:/v}")), message)
                        .column(0))
                .isEqualTo(7L);
    }

    @Test
    void shouldNeedANameForTheSubtable() {
        var byUser = RouteCompiler.compile(route(RAW, "${mqtt-user-name}", ARRIVAL, value("v", "INT", "1")));
        var byLevel = RouteCompiler.compile(route(RAW, "${mqtt-topic:2}", ARRIVAL, value("v", "INT", "1")));

        assertThatThrownBy(() -> byUser.rows(bareMessage("a/b/c"), EVENTS)).hasMessageContaining("${mqtt-user-name}");
        assertThatThrownBy(() -> byLevel.rows(bareMessage("a//c"), EVENTS))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.reason()).isEqualTo(DeadLetterReason.NAME))
                .hasMessage("The subtable's name ${mqtt-topic:2} is empty");
    }

    @Test
    void shouldNameEveryTopicsSubtableHoweverManyThereAre() throws Exception {
        var route = mapping(RAW, value("v", "INT", "1"));

        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 20_000; i++) {
                assertThat(only(route, bareMessage("a/b/" + i)).subtable()).isEqualTo("m_" + i);
            }
        }
        assertThat(only(route, bareMessage("a/b/" + "x".repeat(300))).subtable())
                .hasSize(192);
    }

    @Test
    void shouldRejectSettingsThatContradictEachOther() {
        var badDefault = value("v", "INT", "${payload}", "many", OnError.NULL, OnError.NULL);

        assertThatThrownBy(() -> mapping(RAW, badDefault))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Column \"v\": the default does not fit: \"many\" is not a number");
        assertThatThrownBy(() -> mapping(RAW, value("v", "INT", "${mqtt-topic:none}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no level {none}");
        assertThatThrownBy(() -> mapping(RAW, value("v", "INT", "${payload:/x}")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RouteCompiler.compile(route(RAW, "a.b", ARRIVAL, value("v", "INT", "1"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${mqtt-topic:3..}|meter/7",
                "${mqtt-topic:1..}|site/berlin/meter/7",
                "${upper(mqtt-topic:site)}|BERLIN",
                "${mqtt-qos + 1}/${lower(payload)}|2/ab"
            })
    void shouldFollowExpressions(String template, String expected) throws Exception {
        assertThat(only(mapping(RAW, value("v", "VARCHAR(64)", template)), message("AB"))
                        .column(0))
                .isEqualTo(expected);
    }

    @Test
    void shouldStoreARecordInEveryTableThatWantsIt() throws Exception {
        var counts = new EventCounts();
        var route = RouteCompiler.compile(withTables(
                ROWS,
                table("hot", "payload:/t > 30", value("t", "INT", "${payload:/t}")),
                table("all", null, value("t", "INT", "${payload:/t}"))));

        var rows = route.rows(message("{\"r\":[{\"t\":20},{\"t\":40}]}"), counts);

        assertThat(route.tables())
                .extracting(table -> table.shape().superTable())
                .containsExactly("hot", "all");
        assertThat(route.timeKeys().haveManyRows()).isTrue();
        assertThat(rows)
                .extracting(row -> row.shape().superTable(), row -> row.column(0))
                .containsExactly(tuple("all", 20L), tuple("hot", 40L), tuple("all", 40L));
        assertThat(rows).extracting(Row::sequence).doesNotHaveDuplicates();
        assertThat(counts.of(MappingEvent.ROWS_FILTERED)).isEqualTo(1);
        assertThat(counts.subjects()).containsExactly("hot");
        assertThat(route.rows(message("{\"r\":[]}"), counts)).isEmpty();
    }

    /** Two tables of a route may have the same shape, since they write the same super table. */
    @Test
    void shouldSampleEachTableByItsOwnRule() throws Exception {
        var changes = new Sampling(true, Duration.ZERO, Duration.ZERO, List.of());
        var column = value("t", "INT", "${payload:/t}");
        var settings = withTables(
                JSON,
                withSampling(table("m", "payload:/t > 0", column), changes),
                table("m", "payload:/t <= 0", column));
        var route = RouteCompiler.compile(
                settings, PayloadInput.of(settings.payload().compression()), new RouteMemory());
        var counts = new EventCounts();

        for (var payload : List.of("{\"t\":0}", "{\"t\":0}", "{\"t\":1}", "{\"t\":2}")) {
            assertThat(route.rows(message(payload), counts)).hasSize(1);
        }
        assertThat(route.rows(message("{\"t\":2}"), counts)).isEmpty();
        assertThat(counts.of(MappingEvent.ROWS_UNCHANGED)).isEqualTo(1);
    }

    @Test
    void shouldRejectAMessageWhoseConditionCannotBeEvaluated() {
        var route = RouteCompiler.compile(withTables(JSON, table("hot", "payload:/t > 30", value("t", "INT", "1"))));

        refused(
                route,
                "{\"t\":\"x\"}",
                DeadLetterReason.TYPE_MISMATCH,
                "The condition of table \"hot\": \"x\" is not a number");
    }

    @ParameterizedTest
    @EnumSource(OnError.class)
    void shouldFollowTheRulesWhereAConditionCanNotBeAnswered(OnError action) throws Exception {
        var errors = new ValueErrors(OnError.DEAD_LETTER, action, OnError.DEAD_LETTER, OnError.DEAD_LETTER);
        var counts = new EventCounts();
        var route = RouteCompiler.compile(withTables(
                ROWS,
                table("hot", "payload:/t > 30", errors, value("t", "INT", "1")),
                table("all", null, value("t", "INT", "2"))));
        var message = message("{\"r\":[{\"t\":31},{\"t\":\"x\"},{}]}");

        if (action == OnError.SKIP_ROW) {
            assertThat(route.rows(message, counts))
                    .extracting(row -> row.shape().superTable())
                    .containsExactly("hot", "all", "all", "all");
            assertThat(counts.of(MappingEvent.ROWS_SKIPPED)).isEqualTo(1);
            assertThat(counts.of(MappingEvent.ROWS_FILTERED)).isEqualTo(1);
        } else {
            assertThatThrownBy(() -> route.rows(message, EVENTS))
                    .isInstanceOfSatisfying(MappingException.class, e -> {
                        assertThat(e.action()).isEqualTo(action == OnError.DROP ? OnError.DROP : OnError.DEAD_LETTER);
                        assertThat(e.record()).isEqualTo(2);
                    })
                    .hasMessage("Record 2: The condition of table \"hot\": \"x\" is not a number");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = OnError.class,
            names = {"DEAD_LETTER", "DROP"})
    void shouldSayWhatWasWrongAndWhatToDo(OnError action) {
        var errors = new ValueErrors(action, action, action, action);
        var route = mapping(
                JSON,
                value("v", "TINYINT", "${payload:/v}", null, errors),
                value("text", "VARCHAR(3)", "${payload:/text}", null, errors));

        failed(route, "{\"v\":1}", DeadLetterReason.MISSING, action);
        failed(route, "{\"v\":\"x\",\"text\":\"abc\"}", DeadLetterReason.TYPE_MISMATCH, action);
        failed(route, "{\"v\":128,\"text\":\"abc\"}", DeadLetterReason.RANGE, action);
        failed(route, "{\"v\":1,\"text\":\"abcd\"}", DeadLetterReason.LENGTH, action);
    }

    private static void failed(Route route, String payload, DeadLetterReason reason, OnError action) {
        assertThatThrownBy(() -> route.rows(message(payload), EVENTS))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.action()).isEqualTo(action);
                });
    }

    @Test
    void shouldReplaceWhatIsNotAsExpected() throws Exception {
        var counts = new EventCounts();
        var errors = new ValueErrors(OnError.NULL, OnError.DEFAULT, OnError.TRUNCATE, OnError.NULL);
        var route = mapping(
                JSON,
                value("n", "TINYINT", "${payload:/n}", "-1", errors),
                value("m", "TINYINT", "${payload:/m}", null, errors),
                value("text", "VARCHAR(5)", "${payload:/text}", null, errors),
                value("chars", "NCHAR(2)", "${payload:/text}", null, errors),
                value("bytes", "VARBINARY(2)", "${payload:/bytes}", null, errors));

        var json = "{\"n\":\"x\",\"m\":\"x\",\"text\":\"漢😀a\",\"bytes\":\"AQID\"}";
        assertThat(only(route, message(json), counts).values())
                .containsExactly(-1L, null, "漢", "漢😀", new byte[] {1, 2}, "meters");
        assertThat(counts.of(MappingEvent.VALUES_TRUNCATED)).isEqualTo(3);
        assertThat(counts.of(MappingEvent.VALUES_DEFAULTED)).isEqualTo(1);
        assertThat(counts.of(MappingEvent.VALUES_NULLED)).isEqualTo(1);

        assertThat(only(route, message("{\"n\":300,\"text\":\"ab\"}"), counts).values())
                .containsExactly(null, null, "ab", "ab", null, "meters");
        assertThat(counts.of(MappingEvent.VALUES_NULLED)).isEqualTo(4);
    }

    /** A geometry that is cut would be another one, or none. */
    @Test
    void shouldKeepWholeWhatCanNotBeCut() {
        var errors = new ValueErrors(OnError.NULL, OnError.TRUNCATE, OnError.TRUNCATE, OnError.NULL);
        var route = mapping(JSON, value("n", "INT", "${payload:/n}", null, errors));

        failed(route, "{\"n\":1.5}", DeadLetterReason.TYPE_MISMATCH, OnError.DEAD_LETTER);
    }

    @Test
    void shouldSkipTheRowsThatLackSomething() throws Exception {
        var counts = new EventCounts();
        var skip = new ValueErrors(OnError.SKIP_ROW, OnError.SKIP_ROW, OnError.SKIP_ROW, OnError.SKIP_ROW);
        var timestamp = new TimestampSettings(
                "ts",
                Template.parse("${payload:/t}"),
                TimestampUnit.SECONDS,
                OnError.SKIP_ROW,
                EqualTimestamps.OVERWRITE,
                null);
        var column = value("v", "TINYINT", "${payload:/v}", null, skip);
        var route = RouteCompiler.compile(route(ROWS, "m_${payload:/name}", OnError.SKIP_ROW, timestamp, column));

        var good = "{\"t\":1,\"v\":1,\"name\":\"a\"}";
        var others = Stream.of(
                        "{\"v\":1,\"name\":\"a\"}",
                        "{\"t\":\"x\",\"v\":1,\"name\":\"a\"}",
                        "{\"t\":1,\"name\":\"a\"}",
                        "{\"t\":1,\"v\":\"x\",\"name\":\"a\"}",
                        "{\"t\":1,\"v\":1000,\"name\":\"a\"}",
                        "{\"t\":1,\"v\":1,\"name\":\"\"}",
                        "{\"t\":1,\"v\":1}")
                .toList();
        var rows = route.rows(message("{\"r\":[" + String.join(",", others) + "," + good + "]}"), counts);

        assertThat(rows).extracting(Row::subtable).contains("m_a");
        assertThat(rows).hasSize(2); // the name m_ with an empty value is one, with a hash
        assertThat(counts.of(MappingEvent.ROWS_SKIPPED)).isEqualTo(6);
        assertThat(counts.subjects()).contains("Record 3: Column \"v\" has no value: ${payload:/v} is missing");
    }

    /** Of a topic of 60,000 characters a hash would be made for each row. */
    @Test
    void shouldNameTheSubtableOfALongTopicOnceForAllRows() throws Exception {
        var column = value("v", "INT", "${payload:/v}");
        var route = RouteCompiler.compile(route(ROWS, "m_${mqtt-topic:meter}", OnError.DEAD_LETTER, ARRIVAL, column));

        for (var meter : List.of("a", "b", "a")) {
            var topic = "site/berlin/meter/" + meter.repeat(60_000);
            var rows = route.rows(message(topic, "{\"r\":[{\"v\":1},{\"v\":2},{\"v\":3}]}"), new EventCounts());
            var first = rows.get(0).subtable();

            assertThat(first).startsWith("m_" + meter.repeat(20));
            assertThat(rows)
                    .hasSize(3)
                    .allSatisfy(row -> assertThat(row.subtable()).isSameAs(first));
        }
    }

    private static TableSettings table(String name, @Nullable String where, ValueSettings column) {
        return table(name, where, ValueErrors.DEAD_LETTER, column);
    }

    private static TableSettings table(String name, @Nullable String where, ValueErrors errors, ValueSettings column) {
        var like = route(RAW, name + "_${mqtt-topic:meter}", ARRIVAL, column)
                .tables()
                .get(0);
        return withCondition(like, name, where, errors);
    }

    private static RouteSettings withTables(PayloadSettings payload, TableSettings... tables) {
        return Samples.withTables("meters", route(payload, "x", ARRIVAL, value("v", "INT", "1")), tables);
    }

    private static Row only(Route route, InboundMessage message) throws MappingException {
        return only(route, message, EVENTS);
    }

    private static Row only(Route route, InboundMessage message, MappingEvents events) throws MappingException {
        var rows = route.rows(message, events);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static void refused(Route route, String payload, DeadLetterReason reason, String sentence) {
        assertThatThrownBy(() -> route.rows(message(payload), EVENTS))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessage(sentence);
    }
}
