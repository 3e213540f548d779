package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.github.hivemqtdengine.cli.DeviceSamples.Sample;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
                    <column name="n" type="BIGINT" value="${payload:/n}"/>
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
