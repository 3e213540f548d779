// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that need neither a broker nor a database. */
class CommandLineTest {

    @TempDir
    private Path folder;

    private final StringWriter printed = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @Test
    void shouldListEveryScenarioWithALineWithoutArguments() throws Exception {
        assertThat(run()).isEqualTo(ExitCode.FINE);

        for (var scenario : Scenarios.in(Home.scenarios()).all(Variation.NONE)) {
            assertThat(printed.toString()).contains(scenario.name() + " ", " " + scenario.title() + "\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c33                              | is neither a scenario of",
                "--set x.rounds=none c3           | x.rounds",
                "--modes extension,of c3          | x.modes",
                "--speed c3                       | Unknown option: '--speed'",
                "--stack docker c3                | expected one of [EMBEDDED, TDENGINE]",
                "--broker 127.0.0.1:1 --rows-query x c3   | --rows-query needs --count-query",
                "--broker 127.0.0.1:1 --count-query x c3  | --count-query needs --jdbc",
                "--broker 127.0.0.1:1 --driver x.jar c3   | --driver needs --count-query",
                "--count-query x c3               | --count-query is for your own broker",
                "--name Other c3                  | --name is for your own broker",
                "--broker nowhere --jdbc x c3     | is not like 192.168.0.7:1883",
                "--jdbc jdbc:TAOS-WS://h:6041/d c3| --jdbc is for your own broker",
                "config c3 --variant fast         | has no such variant",
                "compare                          | Missing required parameter: 'SCENARIO'",
                "report                           | Missing required parameter",
                "report --compare one.json        | --compare needs the JSON files of 2 to 6 runs",
                "report --compare a.json          | --compare needs the JSON files of 2 to 6 runs",
                "report --compare a b c d e f g   | --compare needs the JSON files of 2 to 6 runs",
                "load -p 10                       | broker",
                "load -b tcp://127.0.0.1:1 -q     | is none of mqttloader's"
            })
    void shouldRefuseWhatMakesNoSenseAndSayWhy(String arguments, String words) {
        assertThat(run(arguments.strip().split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString()).contains(words);
    }

    /** The message stays on the screen, since not all of the help follows it. */
    @ParameterizedTest
    @CsvSource({"--speed c3, loadtest/run --help", "agent --listen x, loadtest/run agent --help"})
    void shouldNameTheHelpInsteadOfPrintingIt(String arguments, String help) {
        assertThat(run(arguments.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString().lines())
                .hasSizeLessThan(5)
                .last()
                .asString()
                .contains(help);
    }

    @Test
    void shouldLeaveNoFileOfACaptureThatCouldNotConnect() throws Exception {
        var file = folder.resolve("traffic.zst");
        int port;
        try (var unused = new ServerSocket(0)) {
            port = unused.getLocalPort();
        }

        assertThat(run(
                        "capture",
                        "--broker",
                        "127.0.0.1:" + port,
                        "--topic",
                        "#",
                        "--for",
                        "1 s",
                        "--output",
                        "" + file))
                .isEqualTo(ExitCode.FAILED);
        assertThat(errors.toString()).startsWith("A client could not connect: Connection refused");
        assertThat(file).doesNotExist();
    }

    @Test
    void shouldSuggestTheScenarioThatWasMeant() {
        assertThat(run("steady-plan")).isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString()).contains("steady-plant");
    }

    @ParameterizedTest
    @CsvSource({"--help", "all --help", "compare --help", "report --help"})
    void shouldExplainItself(String arguments) {
        assertThat(run(arguments.split(" "))).isEqualTo(ExitCode.FINE);
        assertThat(printed.toString()).contains("Usage: loadtest/run");
    }

    @Test
    void shouldListTheOptionsOfMqttloader() {
        assertThat(run("load", "--help")).isEqualTo(ExitCode.FINE);
        assertThat(printed.toString())
                .contains(
                        "Usage: loadtest/run load",
                        "-sq, --subqos",
                        "qos_subscriber",
                        "-i, --interval",
                        "milliseconds");
    }

    @Test
    void shouldPrintTheConfigurationOfAVariant() throws Exception {
        PackagedExtension.need();
        assertThat(run("config", "s3-groups", "--variant", "groups-10")).isEqualTo(ExitCode.FINE);
        assertThat(printed.toString()).contains("<group-size>10</group-size>");
    }

    @Test
    void shouldSayThatAReportIsNone() {
        assertThat(run("report", folder.resolve("missing.json").toString())).isEqualTo(ExitCode.FAILED);
        assertThat(errors.toString()).contains("There is no file or folder", "missing.json");
    }

    private int run(String... arguments) {
        return LoadTest.commandLine()
                .setOut(new PrintWriter(printed, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }
}
