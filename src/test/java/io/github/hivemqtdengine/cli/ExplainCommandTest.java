// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class ExplainCommandTest {

    private static final byte[] NBIRTH = HexFormat.of()
            .parseHex("08809f97e5b73312120a05626453657118809f97e5b7332004580712170a05766f6c7473100018809f97e5b73320096"
                    + "59a9941411800");
    private static final byte[] DBIRTH =
            HexFormat.of().parseHex("08819f97e5b73312170a0474656d70100218809f97e5b733200150f4ffffff0f1801");
    private static final byte[] DDATA = HexFormat.of().parseHex("08e8a697e5b733120f100218e8a697e5b73350f4ffffff0f1802");

    private static final String PAYLOAD = "{\"t\": 1767225600123, \"v\": 229.7, \"p\": 2}";

    @TempDir
    private Path home;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.with(home, Terminal.CONFIGURATION);
    }

    @Test
    void shouldTakeAPayloadInHexadecimal() {
        var terminal = Terminal.with(home, Terminal.CONFIGURATION);

        assertThat(terminal.run("explain", "--topic", "site/b/meter/7", "--hex", "7b 22 74 22 3a31 2c22 76223a 327d")
                        .out())
                .contains("payload:/v = 2");
        var odd = terminal.run("explain", "--topic", "a", "--hex", "7b2");
        assertThat(odd.code()).isEqualTo(2);
        assertThat(odd.err()).contains("--hex is not hexadecimal");
        assertThat(terminal.run("explain", "--topic", "a", "--hex", "7b", "--text", "{")
                        .err())
                .contains("--payload, --text and --hex are all the payload; give one of them");
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

    private static String withEqualTimes(String onEqual) {
        var route = Terminal.CONFIGURATION
                .replace("format=\"json\"", "format=\"json\" rows=\"\"")
                .replace(
                        "<timestamp value=\"${payload:/t}\" unit=\"ms\"/>",
                        "<timestamp on-equal=\"" + onEqual + "\"/>");
        assertThat(route).contains("rows=", "on-equal=");
        return route;
    }

    private Terminal.Result explainEqualTimes(String onEqual, String url, String... options) {
        var arguments = Stream.of("explain", "--topic", "site/b1/meter/7", "--text", "[{\"v\":1},{\"v\":2},{\"v\":3}]");
        return Terminal.with(home, withEqualTimes(onEqual).replace("jdbc:TAOS-WS://localhost:6041", url))
                .run(Stream.concat(arguments, Stream.of(options)).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:TAOS-WS://localhost:6041, 2026-01-01T00:00:00Z, 2026-01-01T00:00:00.001Z, 2026-01-01T00:00:00.002Z",
        "jdbc:postgresql://localhost:8812/qdb, 2026-01-01T00:00:00Z, 2026-01-01T00:00:00.000001Z, 2026-01-01T00:00:00.000002Z"
    })
    void shouldShowTheKeysOfRowsOfEqualTime(String url, String first, String second, String third) {
        var result = explainEqualTimes("bump", url);

        assertThat(result.code()).isZero();
        assertThat(result.out().lines().filter(line -> line.contains(" TIMESTAMP = ")))
                .containsExactly(
                        "    ts TIMESTAMP = " + first, "    ts TIMESTAMP = " + second, "    ts TIMESTAMP = " + third);
        if (url.contains("TAOS")) {
            assertThat(result.out()).contains("VALUES (1767225600000,1.0", "(1767225600001,2.0", "(1767225600002,3.0");
        }
    }

    @Test
    void shouldSayThatEqualTimesAreRejected() {
        var result = explainEqualTimes("reject", "jdbc:TAOS-WS://localhost:6041");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains(
                        "goes to the dead letters (equal-timestamp): a row of the same timestamp is in subtable m_b1_7")
                .doesNotContain("SQL:");
    }

    @Test
    void shouldShowTheRowThatOverwritesTheOthers() {
        var result = explainEqualTimes("overwrite", "jdbc:TAOS-WS://localhost:6041");
        var json = explainEqualTimes("overwrite", "jdbc:TAOS-WS://localhost:6041", "--json");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("voltage DOUBLE = 3", "rows overwritten by later ones of the same time (on-equal): 2")
                .doesNotContain("voltage DOUBLE = 1");
        assertThat(json.json("routes").get(0)).containsEntry("overwritten", 2L);
    }

    @ParameterizedTest
    @CsvSource({
        "json, '', 0, 'on-empty is ignore'",
        "json, ignore, 0, 'on-empty is ignore'",
        "json, decode, 1, 'goes to the dead letters (decode): The payload is empty at byte 0'",
        "json, dead-letter, 1, 'goes to the dead letters (decode): The payload is empty'",
        "raw, '', 0, 'reads: nothing of the payload'",
        "raw, ignore, 0, 'on-empty is ignore'",
        "csv, '', 0, 'on-empty is ignore'",
    })
    void shouldSayWhatBecomesOfAnEmptyPayload(String format, String onEmpty, int code, String sentence) {
        var attribute = onEmpty.isEmpty() ? "" : " on-empty=\"" + onEmpty + "\"";
        var xml = Terminal.CONFIGURATION.replace("format=\"json\"", "format=\"" + format + "\"" + attribute);
        var result = Terminal.with(home, format.equals("raw") ? ofRaw(xml) : xml)
                .run("explain", "--topic", "site/b1/meter/7", "--text", "");

        assertThat(result.code()).as(result.out()).isEqualTo(code);
        assertThat(result.out()).contains(sentence);
    }

    private static String ofRaw(String xml) {
        return xml.replace("value=\"${payload:/t}\" unit=\"ms\"", "")
                .replace("${payload:/v}", "${mqtt-payload-size}")
                .replace("${payload:/p}", "1");
    }

    @Test
    void shouldCallATagATag() {
        var result = Terminal.with(home, Terminal.CONFIGURATION.replace("VARCHAR(64)\" value", "VARCHAR(3)\" value"))
                .run("explain", "--topic", "site/berlin/meter/7", "--text", PAYLOAD);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("(length): Tag \"site\" of type VARCHAR(3): ");
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
    void shouldTakeTheMetadata() {
        terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION.replace(
                        "${mqtt-user-property:unit}",
                        "${concat(client-address, client-listener, client-mqtt-version, broker-node)}"));
        var withOptions = terminal.run(
                "explain",
                "--topic",
                "site/b1/meter/7",
                "--text",
                PAYLOAD,
                "--address",
                "A",
                "--listener",
                "L",
                "--mqtt-version",
                "3.1",
                "--broker-node",
                "N");
        terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION.replace(
                        "${mqtt-user-property:unit}",
                        "${concat(mqtt-correlation-data-utf8, mqtt-payload-format-indicator, mqtt-packet-id,"
                                + " client-certificate-cn)}"));
        var more = terminal.run(
                "explain",
                "--topic",
                "site/b1/meter/7",
                "--text",
                PAYLOAD,
                "--correlation-data",
                "c",
                "--payload-format-indicator",
                "1",
                "--packet-id",
                "65535",
                "--certificate-cn",
                "N");
        var none = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", PAYLOAD);

        assertThat(withOptions.out()).contains("unit VARCHAR(8) = \"AL3.1N\"");
        assertThat(more.out()).contains("unit VARCHAR(8) = \"c165535N\"");
        assertThat(none.out()).contains("unit VARCHAR(8) = null");
    }

    @ParameterizedTest
    @CsvSource({
        "--payload-format-indicator, 2, it is 0 or 1",
        "--packet-id, 0, it is 1 to 65535",
        "--packet-id, 65536, it is 1 to 65535",
        "--mqtt-version, 4, 'it is 3.1, 3.1.1 or 5'"
    })
    void shouldRefuseMetadataThatNoMessageHas(String option, String value, String rule) {
        var result = terminal.run("explain", "--topic", "site/b1/meter/7", option, value);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(option + " is " + value + "; " + rule);
    }

    @Test
    void shouldFilterAsTheIntakeDoes() {
        terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION.replace(
                        "<table super-table=\"meters\"",
                        "<table where=\"client-listener = 'tls'\" super-table=\"meters\""));

        var refused = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", "no JSON");
        var wanted = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", PAYLOAD, "--listener", "tls");

        assertThat(refused.code()).isZero();
        assertThat(refused.out())
                .contains("no row of meters: its where does not hold")
                .doesNotContain("holds no record");
        assertThat(wanted.out()).contains("SQL: INSERT");
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
    void shouldShowManyRecordsAndRowsAsTables() {
        terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION
                        .replace("format=\"json\"", "format=\"json\" rows=\"\"")
                        .replace("${mqtt-user-property:unit}", "${payload:/u}"));
        var records = IntStream.range(0, 120)
                .mapToObj(n -> "{\"t\":" + n + ",\"v\":" + n + ",\"u\":\"\u5ea6" + n + "\"}")
                .collect(Collectors.joining(",", "[", "]"));

        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", records);

        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .contains(
                        "  reads of 120 records:",
                        "    payload:/t  payload:/v  payload:/p  payload:/u",
                        "             9           9  missing     \"\u5ea69\"",
                        "  120 rows of meters",
                        "    subtable  ts                        voltage  phase  unit    tag site",
                        "    m_b1_7    1970-01-01T00:00:00.099Z     99.0      0  \"\u5ea699\"  \"b1\"",
                        "    ... and 20 more")
                .noneMatch(line -> line.contains("reads of record"));
    }

    @Test
    void shouldColourOnATerminalOnly() {
        assertThat(explained(Ansi.ON)).contains("\u001b[1mRoute meters\u001b[0m: ");
        assertThat(explained(Ansi.OFF)).contains("Route meters: ").doesNotContain("\u001b");
    }

    private String explained(Ansi ansi) {
        var out = new StringWriter();
        Main.commandLine(home, new ByteArrayInputStream(new byte[0]), () -> Terminal.NOW_MICROS)
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
                .setOut(new PrintWriter(out))
                .execute("explain", "--topic", "site/b1/meter/7", "--text", "{}");
        return out.toString();
    }

    @Test
    void shouldSumUpManyRoutes() {
        var wills = Terminal.CONFIGURATION.substring(
                Terminal.CONFIGURATION.lastIndexOf("<route>"), Terminal.CONFIGURATION.lastIndexOf("</routes>"));
        var many = IntStream.range(0, 50)
                .mapToObj(i -> wills.replace("<id>wills", "<id>wills" + i))
                .collect(Collectors.joining());
        terminal = Terminal.with(home, Terminal.CONFIGURATION.replace(wills, many));

        assertThat(terminal.run("validate").out()).contains("51 routes (meters, wills0, ", "wills18 and 31 more)");
        assertThat(terminal.run("explain", "--topic", "site/b/meter/7", "--text", "{\"t\":1,\"v\":1}")
                        .out())
                .contains("Route meters: wants it", "Route wills19: ", "... and 30 routes that do not want it")
                .doesNotContain("Route wills20");
    }

    @Test
    void shouldSayWhatOfThePayloadIsNotUsed() {
        terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION
                        .replace("format=\"json\"", "format=\"json\" rows=\"\" rows-from=\"object\"")
                        .replace("payload:/", "payload:/0/"));
        var devices =
                "{\"Device A\": [{\"t\": 1767225600000, \"v\": 1, \"p\": 1}, {}], \"Device B\": [{\"t\": 1767225600000,"
                        + " \"v\": 2, \"p\": 1, \"x\": 0}]}";

        var result = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", devices);
        var json = terminal.run("explain", "--topic", "site/b1/meter/7", "--text", devices, "--json");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("  unused: /Device A/1\n", "  unused: /Device B/0/x\n");
        assertThat(json.out()).contains("\"unused\":[\"/Device A/1\",\"/Device B/0/x\"]");
    }

    @Test
    void shouldWarnOfATimeWhoseUnitIsWrong() {
        var result = terminal.run(
                "explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1767225600, \"v\": 1, \"p\": 2}");
        var json = terminal.run(
                "explain", "--topic", "site/b1/meter/7", "--text", "{\"t\": 1767225600, \"v\": 1, \"p\": 2}", "--json");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("  warning: the time 1970-01-21T10:53:45.600Z is more than ten years from the arrival;"
                        + " with a unit 1000 times as large (s for ms, ms for us, or us for ns) it would be"
                        + " 2026-01-01T00:00:00Z");
        assertThat(json.out()).contains("\"warnings\":[\"the time 1970-01-21T10:53:45.600Z is more than");
    }

    @Test
    void shouldWarnOfATimeInAColumnWhoseUnitIsWrong() {
        terminal = Terminal.with(home, Terminal.CONFIGURATION.replace("type=\"DOUBLE\"", "type=\"TIMESTAMP\""));
        var message = "{\"t\": \"%s\", \"v\": %s, \"p\": 2}";

        var wrong = terminal.run(
                "explain", "--topic", "site/b1/meter/7", "--text", message.formatted("1767225600123", "1767225600"));
        var old = terminal.run(
                "explain",
                "--topic",
                "site/b1/meter/7",
                "--text",
                message.formatted("1767225600123", "\"1999-01-01T00:00:00Z\""));

        assertThat(wrong.out())
                .contains("  warning: the time 1970-01-21T10:53:45.600Z of \"voltage\" is more than ten years from the"
                        + " arrival; with a unit 1000 times as large (s for ms, ms for us, or us for ns) it would be"
                        + " 2026-01-01T00:00:00Z");
        assertThat(old.out()).contains("voltage TIMESTAMP = \"1999-01-01").doesNotContain("warning");
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

    @Test
    void shouldPrintTheRoutesThatAShortRouteStandsFor() {
        terminal = Terminal.with(home, withShortRoute());

        var result = terminal.run("explain", "--expand");
        var one = terminal.run("explain", "--expand", "--route", "spb-state");
        var json = terminal.run("explain", "--expand", "--json");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith("<routes>")
                .contains("<id>spb</id>", "<id>spb-state</id>", "<source>publishes, last-wills</source>")
                .endsWith("</routes>" + System.lineSeparator());
        assertThat(one.out()).contains("<id>spb-state</id>").doesNotContain("<id>spb</id>");
        assertThat(json.json().get("routes")).asInstanceOf(MAP).containsOnlyKeys("spb", "spb-state");
    }

    @Test
    void shouldSayThatNoRouteStandsForOthers() {
        var none = terminal.run("explain", "--expand");
        terminal = Terminal.with(home, withShortRoute());
        var other = terminal.run("explain", "--expand", "--route", "meters");

        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).startsWith("There is no short route, which has <payload format=\"sparkplug\"/>");
        assertThat(other.err()).startsWith("Route \"meters\" is not a short route");
    }

    @Test
    void shouldResolveAliasesByTheBirthsThatAreGiven() {
        terminal = Terminal.with(home, withShortRoute());
        var node = terminal.write("nbirth.bin", NBIRTH);
        var device = terminal.write("dbirth.bin", DBIRTH);
        var data = terminal.write("ddata.bin", DDATA);
        var command = new String[] {
            "explain", "--route", "spb", "--topic", "spBv1.0/G/DDATA/E/D", "--payload", data.toString()
        };

        var known = terminal.run(with(command, "--birth", node.toString(), "--birth", device.toString()));
        var unknown = terminal.run(command);
        var ofTheNode = terminal.run(with(command, "--birth", node.toString()));

        assertThat(known.code()).isZero();
        assertThat(known.out()).contains("row of spb_integer", "val BIGINT = -12", "tag metric NCHAR(1024) = \"temp\"");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.out()).contains("goes to the dead letters (", "alias 2 has no name");
        assertThat(ofTheNode.out()).contains("goes to the dead letters (", "alias 2 has no name");
    }

    @Test
    void shouldRefuseWhatIsNoBirth() {
        terminal = Terminal.with(home, withShortRoute());
        var broken = terminal.write("broken.bin", HexFormat.of().parseHex("12ff"));
        var command = new String[] {"explain", "--topic", "spBv1.0/G/NDATA/E"};

        assertThat(terminal.run(with(command, "--birth", broken.toString())))
                .satisfies(result -> assertThat(result.code()).isEqualTo(2))
                .satisfies(result -> assertThat(result.err()).contains("broken.bin is not the payload of a BIRTH: "));
        assertThat(terminal.run(with(command, "--birth", "nowhere.bin")).err())
                .contains("--birth nowhere.bin can't be read (NoSuchFileException)");
    }

    private static String[] with(String[] command, String... more) {
        return Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new);
    }

    private static String withShortRoute() {
        return Terminal.CONFIGURATION.replace(
                "</routes>", "<route><id>spb</id><payload format=\"sparkplug\"/></route></routes>");
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
                        "env_hum is left out: there is no column for it, since its name is in use",
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
    void shouldShowTheTableThatALineNames() {
        var configuration = Terminal.CONFIGURATION
                .replace("<name>factory</name>", "<name>factory</name><schema>evolve</schema>")
                .replace("</routes>", """
                        <route>
                          <id>lines</id>
                          <mqtt-topic-filters><mqtt-topic-filter>lines/#</mqtt-topic-filter></mqtt-topic-filters>
                          <payload format="line-protocol"/>
                          <table super-table="lp_${payload:/measurement}" tables="1" sub-table="${payload:/measurement}"
                                 tags="auto" columns="auto">
                            <timestamp value="${payload:/timestamp}"/>
                            <tag name="measurement" type="VARCHAR(192)" value="${payload:/measurement}"/>
                            <auto-columns from="/fields"/>
                          </table>
                        </route>
                        </routes>""");
        var lines = Terminal.with(home, configuration);

        var result = lines.run("explain", "--topic", "lines/a", "--text", "disk.io,host=a v=5i 1767225600123000000");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains(
                        "all fields of payload:/tags = {/tags/host=a}",
                        "  row of lp_disk_io, subtable disk_io_",
                        "v BIGINT = 5",
                        "tag measurement VARCHAR(192) = \"disk.io\"",
                        "tag host VARCHAR(128) = \"a\"",
                        "USING `factory`.`lp_disk_io` (`measurement`,`host`) TAGS ('disk.io','a')");
        assertThat(lines.run("explain", "--topic", "lines/a", "--text", "a v=1 1\nb v=1 1")
                        .out())
                .contains("goes to the dead letters (name): Record 2: The super table's name"
                        + " lp_${payload:/measurement} would be one more than tables=\"1\" allows: lp_b");
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
