package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {

    private static final String PAYLOAD = "{\"t\": 1767225600123, \"v\": 229.7, \"p\": 2}";

    @TempDir
    private Path home;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.with(home, Terminal.CONFIGURATION);
    }

    @Test
    void shouldShowWhatBecomesOfAMessage() {
        var file = terminal.write("sample.json", PAYLOAD);

        var result = terminal.run(
                "explain", "--topic", "site/b1/meter/7", "--payload", file.toString(), "--property", "unit=V");

        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualToNormalizingNewlines("""
                        Topic site/b1/meter/7
                        Route meters: wants it, by the filter site/{site}/meter/{meter}
                          reads:
                            payload:/t = 1767225600123
                            payload:/v = 229.7
                            payload:/p = 2
                          row of meters, subtable m_b1_7
                            ts TIMESTAMP = 2026-01-01T00:00:00.123Z
                            voltage DOUBLE = 229.7
                            phase INT = 2
                            unit VARCHAR(8) = "V"
                            tag site VARCHAR(64) = "b1"
                          SQL: INSERT INTO `factory`.`m_b1_7` USING `factory`.`meters` (`site`) TAGS ('b1') \
                        (`ts`,`voltage`,`phase`,`unit`) VALUES (1767225600123,229.7000,2,'V')
                        Route wills: does not want it: it takes last-wills (--source last-wills)
                        """);
    }

    @Test
    void shouldAnswerInJson() {
        var result = terminal.reading(PAYLOAD)
                .run("explain", "--topic", "site/b1/meter/7", "--payload", "-", "--json", "--route", "meters");

        assertThat(result.json()).containsEntry("matched", 1L);
        var route = result.json("routes").get(0);
        assertThat(route)
                .containsEntry("id", "meters")
                .containsEntry("matches", true)
                .containsEntry("why", "wanted")
                .containsEntry("outcome", "stored");
        assertThat(route.get("rows")).asInstanceOf(LIST).singleElement().isInstanceOfSatisfying(Map.class, row -> {
            assertThat(row.get("subtable")).isEqualTo("m_b1_7");
            assertThat(row.get("time")).isEqualTo("2026-01-01T00:00:00.123Z");
        });
    }

    @Test
    void shouldTakeTheMessageExpiryInterval() {
        terminal = Terminal.with(
                home, Terminal.CONFIGURATION.replace("${mqtt-user-property:unit}", "${mqtt-message-expiry}"));

        var expiring =
                terminal.run("explain", "--topic", "site/b1/meter/7", "--text", PAYLOAD, "--message-expiry", "3600");
        var lasting = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", PAYLOAD);

        assertThat(expiring.out()).contains("unit VARCHAR(8) = \"3600\"");
        assertThat(lasting.out()).contains("unit VARCHAR(8) = null");
    }

    @Test
    void shouldSayWhyARouteDoesNotWantIt() {
        assertThat(terminal.run("explain", "--topic", "site/test/meter/7").out())
                .contains("Route meters: does not want it: the exclude site/test/# matches");
        var result = terminal.run("explain", "--topic", "somewhere/else");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains(
                        "Route meters: does not want it: no filter matches (site/{site}/meter/{meter})",
                        "No route wants it: nothing is stored.");
    }

    @Test
    void shouldSayWhyAMessageGoesToTheDeadLetters() {
        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1, \"v\": \"high\"}");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains(
                        "payload:/v = \"high\"",
                        "payload:/p = missing",
                        "goes to the dead letters (type-mismatch): Column \"voltage\" of type DOUBLE: ")
                .doesNotContain("SQL:");
    }

    @Test
    void shouldSayWhatTheMappingDrops() {
        var configuration = Terminal.CONFIGURATION.replace(
                "value=\"${payload:/v}\"", "value=\"${payload:/v}\" on-missing=\"drop\"");
        terminal = Terminal.with(home, configuration);

        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1}", "--json");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.json("routes").get(0))
                .containsEntry("outcome", "drop")
                .containsEntry("reason", "missing");
        assertThat(result.json("routes").get(0).get("sentence")).asString().contains("\"voltage\"");
    }

    @Test
    void shouldShowTheRowsOfEveryTableThatWantsThem() {
        terminal = Terminal.with(home, withASecondTable());

        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1, \"v\": 251}");
        var cold = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1, \"v\": 25}");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("row of meters, subtable m_b1_7", "row of limits, subtable l_7")
                .contains("  phase gets its default", "  unit becomes NULL, as the mapping says");
        assertThat(cold.code()).isZero();
        assertThat(cold.out())
                .contains("  no row of meters: its where does not hold", "row of limits, subtable l_7")
                .doesNotContain("row of meters, ", "phase gets its default");
    }

    @Test
    void shouldSayWhichOfSeveralRecordsItIsAbout() {
        var rows = Terminal.CONFIGURATION.replace("format=\"json\"", "format=\"json\" rows=\"\"");
        var payload = "[{\"t\": 1, \"v\": 1}, {\"t\": 2}, {\"t\": 3}]";
        terminal = Terminal.with(home, rows);

        var failing = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", payload);
        var json = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", payload, "--json");
        terminal = Terminal.with(
                home, rows.replace("value=\"${payload:/v}\"", "value=\"${payload:/v}\" on-missing=\"skip-row\""));
        var skipping = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", payload);

        assertThat(failing.out())
                .contains("goes to the dead letters (missing): Record 2: Column \"voltage\" has no value");
        assertThat(json.json("routes").get(0)).containsEntry("record", 2L);
        assertThat(skipping.out())
                .contains("a row is skipped: Record 2: Column \"voltage\"", "a row is skipped: Record 3: Column");
    }

    @Test
    void shouldShowTheRowsOfNestedArrays() {
        terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION
                        .replace("format=\"json\"", "format=\"json\" rows=\"/devices/*/readings\"")
                        .replace("${payload:/p}", "${payload:../p}"));

        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", """
                {"devices": [{"readings": [{"t": 1, "v": 1.5}, {"t": 2, "v": 2.5}], "p": 3}, {"p": 4}]}""");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains(
                        "  reads of record 2:",
                        "    payload:/v = 2.5",
                        "    payload:../p = 3",
                        "    voltage DOUBLE = 2.5",
                        "    phase INT = 3")
                .doesNotContain("reads of record 3");
    }

    @Test
    void shouldSayWhichRowsAreSkipped() {
        terminal = Terminal.with(home, withASecondTable());

        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1}");
        var json = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1}", "--json");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("  a row is skipped: Column \"v\" has no value: ${payload:/v} is missing");
        assertThat(json.json("routes").get(0)).containsEntry("outcome", "no-rows");
        assertThat(json.out()).contains("{\"event\":\"rows-filtered\",\"subject\":\"meters\",\"count\":1}");
    }

    private static String withASecondTable() {
        return Terminal.CONFIGURATION
                .replace("<table super-table=\"meters\"", "<table where=\"payload:/v > 250\" super-table=\"meters\"")
                .replaceFirst("</table>", Matcher.quoteReplacement("""
                        </table>
                        <table super-table="limits" sub-table="l_${mqtt-topic:meter}">
                          <timestamp value="${payload:/t}" unit="ms"/>
                          <tag name="meter" type="VARCHAR(64)" value="${mqtt-topic:meter}"/>
                          <column name="v" type="DOUBLE" value="${payload:/v}" on-missing="skip-row"/>
                        </table>
                        """));
    }

    @Test
    void shouldSayWhereThePayloadCantBeDecoded() {
        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": ");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("goes to the dead letters (decode): The payload's JSON ends too early");
    }

    @Test
    void shouldTakeTheOtherSources() {
        var result = terminal.run(
                "explain", "--topic", "a/b", "--source", "last-wills", "--text", "gone", "--route", "wills");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("Route wills: wants it, by the filter #", "ts TIMESTAMP = 2026-01-01T00:00:00Z", "'gone'");
    }

    @Test
    void shouldShowWhatQuestDbIsTold() {
        terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION.replace(
                        "jdbc:TAOS-WS://localhost:6041", "jdbc:postgresql://localhost:8812/qdb"));

        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", PAYLOAD);

        assertThat(result.out())
                .contains("SQL: INSERT INTO \"meters\" (\"ts\", subtable, ")
                .contains("VALUES (?, ?, ?, ?, ?, ?)");
    }

    @Test
    void shouldRefuseWhatIsNoMessage() {
        assertThat(terminal.run("explain", "--topic", "a/#").code()).isEqualTo(2);
        assertThat(terminal.run("explain", "--topic", "").code()).isEqualTo(2);
        assertThat(terminal.run("explain", "--topic", "a", "--qos", "3").code()).isEqualTo(2);
        assertThat(terminal.run("explain", "--topic", "a", "--property", "unit").code())
                .isEqualTo(2);
        assertThat(terminal.run("explain", "--topic", "a", "--message-expiry", "4294967296")
                        .err())
                .contains("--message-expiry is 4294967296; it is 0 to 4294967295 seconds");
        assertThat(terminal.run("explain", "--topic", "a", "--source", "nowhere")
                        .code())
                .isEqualTo(2);
        assertThat(terminal.run("explain", "--topic", "a", "--payload", "nowhere.json")
                        .err())
                .contains("--payload nowhere.json can't be read (NoSuchFileException)");
        assertThat(terminal.run("explain", "--topic", "a", "--route", "nowhere").err())
                .contains("no <route> with the id nowhere");
    }

    @Test
    void shouldShowTheColumnsThatFieldsGet() {
        var configuration = Terminal.CONFIGURATION
                .replace("<name>factory</name>", "<name>factory</name><schema>evolve</schema>")
                .replace("<table super-table=\"meters\"", "<table columns=\"auto\" super-table=\"meters\"");
        var automatic = Terminal.with(home, configuration).reading("""
                {"t": 1767225600123, "v": 229.7, "env": {"Hum": 40}, "env-hum": 1}""");

        var result = automatic.run("explain", "--topic", "site/b1/meter/7", "--payload", "-", "--route", "meters");

        assertThat(result.out())
                .contains(
                        "all fields of payload = {/t=1767225600123, /v=229.7, /env/Hum=40, /env-hum=1}",
                        "env_hum DOUBLE = 40.0",
                        "env_hum is left out: there is no column for it",
                        "`env_hum`");
        assertThat(automatic
                        .run(
                                "explain",
                                "--topic",
                                "site/b1/meter/7",
                                "--text",
                                "{\"t\":1,\"v\":2,\"x\":true}",
                                "--json")
                        .out())
                .contains("{\"name\":\"x\",\"type\":\"BOOL\",\"value\":true}", "\"scope\":\"scalars\"");
    }

    @Test
    void shouldShowAStatementWithItsValues() {
        var own = Terminal.with(home, Terminal.withStatement());

        var result = own.run("explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 0, \"v\": \"it's\"}");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains(
                        "values of the statement-template",
                        "${mqtt-topic:meter} = \"7\"",
                        "${unix-time(payload:/t, 'ms')} = 1970-01-01T00:00:00Z",
                        "SQL: INSERT INTO meters (tbname, ts, v) VALUES ('7', 0, 'it\\'s')");
        var json = own.run("explain", "--topic", "site/b1/meter/7", "--text", PAYLOAD, "--json", "--route", "meters")
                .json("routes")
                .get(0);
        assertThat(json.get("rows"))
                .asInstanceOf(LIST)
                .singleElement()
                .isInstanceOfSatisfying(
                        Map.class,
                        row -> assertThat(row.get("values"))
                                .asInstanceOf(LIST)
                                .last()
                                .hasToString("{placeholder=${payload:/v}, value=229.7}"));
    }

    @Test
    void shouldShowAStatementOfQuestDbWithMarks() {
        var own = Terminal.with(
                home,
                Terminal.withStatement()
                        .replace("jdbc:TAOS-WS://localhost:6041", "jdbc:postgresql://localhost:8812/qdb"));

        assertThat(own.run("explain", "--topic", "site/b1/meter/7", "--text", PAYLOAD)
                        .out())
                .contains("SQL: INSERT INTO meters (tbname, ts, v) VALUES (?, ?, ?)");
    }
}
