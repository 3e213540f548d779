package io.github.hivemqtdengine.route;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL;
import static io.github.hivemqtdengine.route.Samples.JSON;
import static io.github.hivemqtdengine.route.Samples.RAW;
import static io.github.hivemqtdengine.route.Samples.bareMessage;
import static io.github.hivemqtdengine.route.Samples.mapping;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.route;
import static io.github.hivemqtdengine.route.Samples.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.MappingException.Reason;
import io.github.hivemqtdengine.route.PayloadSettings.Encoding;
import io.github.hivemqtdengine.route.PayloadSettings.Format;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappedRouteTest {

    private static final PayloadSettings ROWS = new PayloadSettings(Format.JSON, Encoding.AUTO, "/r");

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
        var table = new TableSettings(
                "meters",
                settings.table().subtable(),
                ARRIVAL,
                settings.table().columns(),
                List.of(value("fixed", "INT", "1"), value("tag", "VARCHAR(64)", tag)),
                OnTagChange.IGNORE);
        assertThat(Route.of(new RouteSettings(
                                settings.id(),
                                settings.databaseId(),
                                settings.source(),
                                settings.filters(),
                                settings.excludes(),
                                settings.payload(),
                                table,
                                settings.onDecodeError()))
                        .tagsMayChange())
                .isEqualTo(mayChange);
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

        var rows = route.rows(message("{\"r\":[{\"x\":1},{\"x\":2}],\"unit\":\"V\"}"));

        assertThat(rows).extracting(row -> row.column(0)).containsExactly(1L, 2L);
        assertThat(rows).extracting(row -> row.column(1)).containsExactly("V", "V");
        assertThat(rows)
                .extracting(Row::sequence)
                .containsExactly(Samples.ARRIVAL_MICROS * 1_000, Samples.ARRIVAL_MICROS * 1_000 + 1);
        assertThat(rows).extracting(Row::timestamp).containsOnly(Samples.ARRIVAL_MICROS * 1_000);
        assertThat(route.rows(message("{\"r\":[]}"))).isEmpty();
        assertThat(route.manyRows()).isTrue();
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
    void shouldRefuseMoreRowsThanSecondKeysCanTellApart() throws Exception {
        var timestamp = new TimestampSettings(
                "time", Template.parse("${payload:/t}"), TimestampUnit.SECONDS, EqualTimestamps.COMPOSITE_KEY, "seq");
        var route = Route.of(route(ROWS, "x", timestamp, value("v", "INT", "1")));

        assertThat(route.rows(message(readings(1_000)))).hasSize(1_000);
        assertThatThrownBy(() -> route.rows(message(readings(1_001))))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining("The payload has 1001 rows; composite-key can tell 1000 of one message apart");
    }

    private static String readings(int count) {
        return "{\"r\":[" + "{\"t\":1},".repeat(count - 1) + "{\"t\":1}]}";
    }

    @Test
    void shouldDescribeItsTable() {
        var timestamp = new TimestampSettings(
                "time", Template.parse("${payload:/t}"), TimestampUnit.SECONDS, EqualTimestamps.COMPOSITE_KEY, "seq");
        var route = Route.of(route(JSON, "x", timestamp, value("v", "INT", "1")));

        assertThat(route.table().superTable()).isEqualTo("meters");
        assertThat(route.table().timestampColumn()).isEqualTo("time");
        assertThat(route.table().sequence()).contains("seq");
        assertThat(route.table().columns()).hasSize(1);
        assertThat(route.table().tags()).hasSize(1);
        assertThat(route.onEqual()).isEqualTo(EqualTimestamps.COMPOSITE_KEY);
        assertThat(route.timestampIsArrival()).isFalse();
        assertThat(route.manyRows()).isFalse();
        assertThat(route.databaseId()).isEqualTo("plant");
        assertThat(route.filters()).hasSize(2);
        assertThat(route.excludes()).isEmpty();
    }

    @Test
    void shouldTakeTheTimeFromThePayload() throws Exception {
        var timestamp = new TimestampSettings(
                "ts", Template.parse("${payload:/t}"), TimestampUnit.SECONDS, EqualTimestamps.OVERWRITE, null);
        var route = Route.of(route(JSON, "x", timestamp, value("v", "INT", "1")));

        assertThat(only(route, message("{\"t\":1.5}")).timestamp()).isEqualTo(1_500_000_000);
        refused(route, "{\"t\":null}", Reason.MISSING, "The timestamp \"ts\" has no value: ${payload:/t} is missing");
        refused(route, "{}", Reason.MISSING, "The timestamp \"ts\" has no value: ${payload:/t} is missing");
        refused(route, "{\"t\":\"x\"}", Reason.TYPE_MISMATCH, "The timestamp \"ts\": \"x\" is no number");
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
    void shouldRefuseWhatIsMissing() {
        var route = mapping(RAW, value("user", "VARCHAR(9)", "${mqtt-user-name}"));
        var dropping =
                mapping(RAW, value("p", "INT", "${mqtt-user-property:none}", null, OnError.DROP, OnError.DEAD_LETTER));

        assertThatThrownBy(() -> route.rows(bareMessage("a/b/c")))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.MISSING);
                    assertThat(e.drop()).isFalse();
                })
                .hasMessage("Column \"user\" has no value: ${mqtt-user-name} is missing");
        assertThatThrownBy(() -> dropping.rows(bareMessage("a/b/c")))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.drop()).isTrue());
    }

    @Test
    void shouldRefuseOrClearWhatDoesNotFit() throws Exception {
        var strict = mapping(JSON, value("v", "INT", "${payload:/v}"));
        var lenient = mapping(JSON, value("v", "INT", "${payload:/v}", "3", OnError.DEAD_LETTER, OnError.NULL));

        refused(strict, "{\"v\":1.7}", Reason.TYPE_MISMATCH, "Column \"v\" of type INT: \"1.7\" is no whole number");
        assertThat(only(lenient, message("{\"v\":1.7}")).column(0)).isNull();
    }

    @Test
    void shouldSayWhereAPayloadIsNotOfItsFormat() {
        assertThatThrownBy(() -> mapping(JSON, value("v", "INT", "1")).rows(message("[1,]")))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.DECODE);
                    assertThat(e.drop()).isTrue();
                })
                .hasMessage("The payload is not valid JSON at byte 3");
    }

    @Test
    void shouldNeedANameForTheSubtable() {
        var byUser = Route.of(route(RAW, "${mqtt-user-name}", ARRIVAL, value("v", "INT", "1")));
        var byLevel = Route.of(route(RAW, "${mqtt-topic:2}", ARRIVAL, value("v", "INT", "1")));

        assertThatThrownBy(() -> byUser.rows(bareMessage("a/b/c"))).hasMessageContaining("${mqtt-user-name}");
        assertThatThrownBy(() -> byLevel.rows(bareMessage("a//c")))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NAME))
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
    void shouldRefuseSettingsThatContradictEachOther() {
        var badDefault = value("v", "INT", "${payload}", "many", OnError.NULL, OnError.NULL);

        assertThatThrownBy(() -> mapping(RAW, badDefault))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Column \"v\": the default does not fit: \"many\" is no number");
        assertThatThrownBy(() -> mapping(RAW, value("v", "INT", "${mqtt-topic:none}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no level {none}");
        assertThatThrownBy(() -> mapping(RAW, value("v", "INT", "${payload:/x}")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Route.of(route(RAW, "a.b", ARRIVAL, value("v", "INT", "1"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Row only(Route route, InboundMessage message) throws MappingException {
        var rows = route.rows(message);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static void refused(Route route, String payload, Reason reason, String sentence) {
        assertThatThrownBy(() -> route.rows(message(payload)))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessage(sentence);
    }
}
