// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.github.hivemqtdengine.cli.DeviceSamples.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuggestCommandTest {

    private static final List<String> URLS =
            List.of("jdbc:TAOS-WS://localhost:6041", "jdbc:postgresql://localhost:8812/qdb");

    @TempDir
    private Path home;

    private static List<Sample> samples() {
        return DeviceSamples.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldProposeWhatIsValidAndMakesTheRows(Sample sample) {
        var file = new Terminal(home).write("sample", sample.payload()).toString();
        for (var url : URLS) {
            var route = new Terminal(home).run("suggest", "--payload", file, "--topic", sample.topic());
            var terminal = Terminal.with(home, configuration(url, route.out()));

            assertThat(route.code()).as(route.err()).isZero();
            assertThat(terminal.run("validate"))
                    .satisfies(result -> assertThat(result.code())
                            .as(result.out() + route.out())
                            .isZero());
            var explained = terminal.run("explain", "--topic", sample.topic(), "--payload", file, "--json");
            assertThat(explained.code()).as(explained.out()).isZero();
            assertThat(explained.json()).containsEntry("matched", 1L);
            assertThat(explained.json("routes").get(0).get("rows"))
                    .asInstanceOf(LIST)
                    .hasSize(sample.rows());
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldDoWithoutATopic(Sample sample) {
        var file = new Terminal(home).write("sample", sample.payload()).toString();

        var route = new Terminal(home).run("suggest", "--payload", file);

        var terminal = Terminal.with(home, configuration(URLS.get(0), route.out()));
        assertThat(terminal.run("explain", "--topic", sample.topic(), "--payload", file)
                        .code())
                .isZero();
    }

    private static String configuration(String url, String route) {
        var before = Terminal.CONFIGURATION.substring(0, Terminal.CONFIGURATION.indexOf("<route>"));
        var after = Terminal.CONFIGURATION.substring(Terminal.CONFIGURATION.indexOf("</routes>"));
        return before.replace(URLS.get(0), url) + route + after;
    }

    @Test
    void shouldMakeLevelsFieldsAndTheTimeOfASample() {
        var result = new Terminal(home)
                .reading("{\"t\": 1767225600123, \"v\": 229.7, \"n\": 3, \"on\": true, \"d\": {\"name\": \"x\"}}")
                .run("suggest", "--payload", "-", "--topic", "plant/meters/17/state");

        assertThat(result.out()).isEqualToNormalizingNewlines("""
                <!-- Proposed from a sample: look over names, types and lengths before you use it. -->
                <route>
                  <id>plant_meters_state</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>plant/meters/{meter}/state</mqtt-topic-filter>
                  </mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="plant_meters_state" sub-table="plant_meters_state_${mqtt-topic:meter}">
                    <timestamp value="${payload:/t}" unit="ms"/>
                    <tag name="meter" type="VARCHAR(64)" value="${mqtt-topic:meter}"/>
                    <column name="v" type="DOUBLE" value="${payload:/v}"/>
                    <column name="n" type="DOUBLE" value="${payload:/n}"/>
                    <column name="on" type="BOOL" value="${payload:/on}"/>
                    <column name="d_name" type="VARCHAR(32)" value="${payload:/d/name}"/>
                  </table>
                  <on-error missing="null"/>
                </route>
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1767225600=s",
                "1767225600.25=s",
                "1767225600123=ms",
                "1767225600123456=us",
                "1767225600123456789=ns",
                "\"2026-01-01T00:00:00+08:00\"=iso-8601"
            })
    void shouldKnowTheUnitOfATime(String valueAndUnit) {
        int equals = valueAndUnit.lastIndexOf('=');

        var result = new Terminal(home)
                .reading("{\"Time\": " + valueAndUnit.substring(0, equals) + ", \"v\": 1}")
                .run("suggest", "--payload", "-");

        assertThat(result.out())
                .contains(
                        "<timestamp value=\"${payload:/Time}\" unit=\"" + valueAndUnit.substring(equals + 1) + "\"/>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "\"now\"", "\"2026-01-01T00:00:00\"", "null", "true", "99999999999999999999"})
    void shouldNotTakeJustAnythingForATime(String value) {
        var result =
                new Terminal(home).reading("{\"ts\": " + value + ", \"v\": 1}").run("suggest", "--payload", "-");

        assertThat(result.out()).contains("<timestamp value=\"${arrival-time}\"/>", "value=\"${payload:/ts}\"");
    }

    @Test
    void shouldKeepRowsOfEqualTimeApart() {
        var result = new Terminal(home)
                .reading("[{\"t\": 1767225600, \"v\": 1}, {\"t\": 1767225600, \"v\": 2.5}]")
                .run("suggest", "--payload", "-");

        assertThat(result.out())
                .contains("rows=\"\"", "unit=\"s\" on-equal=\"composite-key\"", "name=\"v\" type=\"DOUBLE\"");
    }

    private String suggested(String messages) {
        var result = new Terminal(home).reading(messages).run("suggest", "--messages", "-");

        assertThat(result.code()).as(result.err()).isZero();
        var terminal = Terminal.with(home, configuration(URLS.get(0), result.out()));
        assertThat(terminal.run("validate"))
                .satisfies(valid ->
                        assertThat(valid.code()).as(valid.out() + result.out()).isZero());
        return result.out();
    }

    /** Whole numbers of a sample say nothing about the next message, except those that DOUBLE can't hold. */
    @Test
    void shouldStoreTheFractionThatComesAfterAWholeNumber() {
        var out = suggested("room/7/climate {\"temp\":40,\"id\":9007199254740993}\n"
                + "room/8/climate {\"temp\":41,\"id\":9007199254740995}");

        assertThat(out).contains("name=\"temp\" type=\"DOUBLE\"", "name=\"id\" type=\"BIGINT\"");
        var explained = Terminal.with(home, configuration(URLS.get(0), out))
                .run("explain", "--topic", "room/9/climate", "--text", "{\"temp\":40.5,\"id\":1}");
        assertThat(explained.code()).as(explained.out()).isZero();
    }

    @Test
    void shouldMakeColumnsOfTheFieldsOfAllSamples() {
        var one = new Terminal(home).write("one.json", "{\"a\":1,\"s\":\"x\"}").toString();
        var other = new Terminal(home)
                .write("other.json", "{\"b\":true,\"s\":\"" + "y".repeat(100) + "\"}")
                .toString();

        var result = new Terminal(home)
                .run("suggest", "--payload", one, "--payload", other, "--topic", "hall/a/x", "--topic", "hall/b/x");

        assertThat(result.out())
                .contains(
                        "name=\"a\" type=\"DOUBLE\"",
                        "name=\"b\" type=\"BOOL\"",
                        "name=\"s\" type=\"VARCHAR(128)\"",
                        "<mqtt-topic-filter>hall/{hall}/x<");
    }

    @Test
    void shouldSayWhichSamplesHaveNoFields() {
        var result = new Terminal(home)
                .reading("z/lamp {\"on\":true}\nz/lamp online\nz/lamp \n")
                .run("suggest", "--messages", "-");

        assertThat(result.out()).contains("format=\"json\"", "name=\"on\" type=\"BOOL\"");
        assertThat(result.err()).contains("become dead letters: 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zigbee2mqtt/kitchen | zigbee2mqtt/{level_2} | zigbee2mqtt",
                "hall/deadbeef2cafe/temp | hall/{hall}/temp | hall_temp",
                "v1/devices/me/telemetry | v1/devices/me/telemetry | v1_devices_me_telemetry",
                "v3/plant@ttn/devices/eui-0102/up | v3/plant@ttn/devices/{device}/up | v3_plant_ttn_devices_up",
                "v3/plant/devices/door/up | v3/plant/devices/{device}/up | v3_plant_devices_up",
                "tele/pump/SENSOR | tele/{tele}/SENSOR | tele_sensor",
                "dílna/žárovka/stav | dílna/{level_2}/stav | dilna_stav",
                "žárovka/7 | žárovka/{level_2} | zarovka",
                "工厂/7/温度 | 工厂/{level_2}/温度 | suggested",
            })
    void shouldFindTheDeviceInOneTopic(String topic, String filter, String id) {
        assertThat(suggested(topic + "\t{\"v\":1}"))
                .contains("<mqtt-topic-filter>" + filter + "<", "<id>" + id + "<", "super-table=\"" + id + "\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "plant/line 1/temp|{\"v\": {\"a\": 1}}",
                "zigbee2mqtt/kitchen lamp|[{\"v\":1}, {\"v\":2}]",
                "line 1/up |{\"v\":1}",
                " line/7|{\"v\":1}",
                "v1/gateway/telemetry|{\"Device A\":[{\"ts\":1767322800000,\"values\":{\"t\":42}}]}"
            })
    void shouldStoreTheSampleOfATopicWithBlanksOrOfOneDevice(String topic, String payload) {
        var out = suggested(topic + " " + payload);

        var explained = Terminal.with(home, configuration(URLS.get(0), out))
                .run("explain", "--topic", topic, "--text", payload, "--json");
        assertThat(explained.code()).as(explained.out() + out).isZero();
        assertThat(explained.json()).as(out).containsEntry("matched", 1L);
    }

    @Test
    void shouldTakeTheFirstBlankBeforeOtherPayloadsForTheEndOfTheTopic() {
        assertThat(suggested("z/lamp status \"ok\" [1]")).contains("<mqtt-topic-filter>z/{level_2}<", "format=\"raw\"");
    }

    @Test
    void shouldTakeTheLevelThatVariesForTheDevice() {
        var topics = List.of("zigbee2mqtt/kitchen lamp", "zigbee2mqtt/hall", "zigbee2mqtt/hall/availability");
        var lines = topics.stream().map(topic -> topic + "\t{\"v\":1}").collect(Collectors.joining("\n"));

        assertThat(suggested(lines))
                .contains("<mqtt-topic-filter>zigbee2mqtt/{level_2}/#<", "<id>zigbee2mqtt<")
                .contains("value=\"${mqtt-topic:level_2}\"");
        assertThat(suggested("v1/a/17/t {\"v\":1}\nv1/b/17/t {\"v\":2}"))
                .contains("<mqtt-topic-filter>v1/{level_2}/17/t<");
    }

    /** Fields that name devices, with arrays of their samples. */
    @Test
    void shouldSeeDevicesAsFields() {
        var result =
                new Terminal(home).reading("""
                        {"Device A":[{"ts":1767322800000,"values":{"t":42}},{"ts":1767322801000,"values":{"t":43}}],\
                        "Device B":[{"ts":1767322800000,"values":{"t":7}}]}""").run("suggest", "--payload", "-", "--topic", "v1/gateway/telemetry");

        assertThat(result.out())
                .contains(
                        "<payload format=\"json\" rows=\"/*\"/>",
                        "_${payload-key}\">",
                        "<timestamp value=\"${payload:/ts}\" unit=\"ms\"/>",
                        "<tag name=\"payload_key\" type=\"VARCHAR(64)\" value=\"${payload-key}\"/>",
                        "<column name=\"values_t\" type=\"DOUBLE\" value=\"${payload:/values/t}\"/>")
                .doesNotContain("Device");
    }

    @Test
    void shouldSeeSeveralTimes() {
        var out = suggested("m/7 {\"createdAt\":1767322800,\"ts\":1767322800123,\"last_seen\":\"2026-01-02T03:00:00Z\","
                + "\"runtime\":1767322800,\"at\":12}");

        assertThat(out)
                .contains(
                        "<timestamp value=\"${payload:/ts}\" unit=\"ms\"/>",
                        "name=\"createdat\" type=\"TIMESTAMP\" value=\"${unix-time(payload:/createdAt, 's')}\"",
                        "name=\"last_seen\" type=\"TIMESTAMP\" value=\"${payload:/last_seen}\"",
                        "name=\"at\" type=\"DOUBLE\"");
    }

    @Test
    void shouldAnswerInJson() {
        var result = new Terminal(home).reading("{\"v\": 1}").run("suggest", "--payload", "-", "--json");

        assertThat(result.code()).isZero();
        assertThat(result.json()).containsEntry("format", "json").containsKey("route");
    }

    @Test
    void shouldRefuseWhatItCantRead() {
        var terminal = new Terminal(home);

        assertThat(terminal.run("suggest").code()).isEqualTo(2);
        assertThat(terminal.run("suggest", "--payload", "nowhere").code()).isEqualTo(2);
        assertThat(terminal.run("suggest", "--payload", "-", "--topic", "a/+").code())
                .isEqualTo(2);
    }
}
