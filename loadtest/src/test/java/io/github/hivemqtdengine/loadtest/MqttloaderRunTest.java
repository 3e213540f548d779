// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.MqttloaderOutput;
import io.github.hivemqtdengine.loadtest.measure.MqttloaderReport;
import io.github.hivemqtdengine.loadtest.measure.RecordFile;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in which the real mqttloader and the suite's own loader take turns. */
@Tag("full")
class MqttloaderRunTest {

    private static final String STARTED = "Measurement started: ";

    @TempDir
    private Path folder;

    private Path mqttloader;

    @BeforeEach
    void needsMqttloaderAndTheExtension() throws IOException {
        mqttloader = Programs.MQTTLOADER.path();
        PackagedExtension.need();
    }

    @Test
    void shouldCountTheRowsOfMqttloaderAndReadItsReport() throws Exception {
        var records = folder.resolve("records");
        var printed = Files.createDirectory(folder.resolve("printed"));
        var home = homeThatKeepsWhatIsPrinted(printed).toString();

        var scenarios = run(
                List.of("c1", "c2", "c3", "siblings-100", "siblings-500"),
                "--mqttloader",
                home,
                "--set",
                "x.loader=own",
                "--set",
                "x.variant.mqttloader.output=" + records);

        assertThat(scenarios).hasSize(5).allSatisfy(scenario -> {
            assertThat(scenario.rounds()).hasSize(2);
            scenario.rounds().forEach(MqttloaderRunTest::assertAllIsStored);
            var figures = round(scenario, "mqttloader").figures();
            assertThat(figures)
                    .containsEntry(
                            Figure.SENT, round(scenario, "extension").figures().get(Figure.SENT))
                    .containsKeys(Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, Figure.LATENCY_AVERAGE_MS)
                    .doesNotContainKey(Figure.UNACKNOWLEDGED);
        });
        var reports = reports(printed);
        assertThat(reports).hasSize(5);
        try (var files = Files.list(records)) {
            for (var file : files.toList()) {
                assertSameReport(file, reports);
            }
        }
        for (var scenario : scenarios) {
            assertThat(reports.values())
                    .anySatisfy(
                            report -> assertThat(MqttloaderOutput.parse(report).figures())
                                    .containsAllEntriesOf(ofReport(round(scenario, "mqttloader"))));
        }
    }

    @Test
    void shouldGiveMqttloaderTheRateThatDependsOnTheBareBroker() throws Exception {
        var scenario = run(List.of("c4"), "--set", "x.rate=10% of bare for 2 s").get(0);

        scenario.rounds().forEach(MqttloaderRunTest::assertAllIsStored);
        double ours = round(scenario, "extension").figures().getOrDefault(Figure.SENT, 0.0);
        double theirs = round(scenario, "mqttloader").figures().getOrDefault(Figure.SENT, 0.0);
        assertThat(theirs).isNotEqualTo(150_000.0).isCloseTo(ours, within(0.05 * ours));
    }

    private List<ScenarioResult> run(List<String> scenarios, String... more) throws Exception {
        var arguments = new ArrayList<>(scenarios);
        arguments.addAll(List.of("--results", folder.resolve("results").toString(), "--rounds", "1", "--warm-up", "0"));
        arguments.addAll(List.of("--set", "x.variant.mqttloader.x.loader=mqttloader"));
        arguments.addAll(List.of("--modes", "extension,mqttloader", "--set", "subscriber_timeout=5"));
        arguments.addAll(List.of(more));
        try (var run = RunProcess.start(folder, arguments.toArray(String[]::new))) {
            assertThat(run.process().waitFor()).as(run.output()).isIn(ExitCode.FINE, ExitCode.MISSED);
            assertThat(Files.readString(RunProcess.result(folder.resolve("results"), ".html")))
                    .contains("this suite's", "; mqttloader 0.8.");
        }
        return RunFile.read(RunProcess.result(folder.resolve("results"), ".json"))
                .scenarios();
    }

    /** Creates a folder with a program that runs mqttloader and keeps each of its reports in a file. */
    private Path homeThatKeepsWhatIsPrinted(Path printed) throws IOException {
        var program = Files.createDirectories(folder.resolve("home/bin")).resolve("mqttloader");
        Files.writeString(program, """
                #!/bin/sh
                kept='%s'/$$.txt
                '%s' "$@" >"$kept"
                code=$?
                cat "$kept"
                exit $code
                """.formatted(printed, mqttloader));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return folder.resolve("home");
    }

    /** Returns the reports by their first line; leaves out the version, which mqttloader is asked for. */
    private static Map<String, String> reports(Path printed) throws IOException {
        var reports = new TreeMap<String, String>();
        try (var files = Files.list(printed)) {
            for (var file : files.toList()) {
                var text = Files.readString(file);
                int start = text.indexOf(STARTED);
                if (start >= 0) {
                    var report = text.substring(start);
                    reports.put(report.lines().findFirst().orElseThrow(), report);
                }
            }
        }
        return reports;
    }

    private static Round round(ScenarioResult scenario, String contender) {
        return scenario.rounds().stream()
                .filter(round -> round.contender().word().equals(contender))
                .findFirst()
                .orElseThrow();
    }

    private static void assertAllIsStored(Round round) {
        assertThat(round.figures())
                .containsEntry(Figure.ROWS_EXPECTED, round.figures().get(Figure.SENT))
                .containsEntry(Figure.ROWS_STORED, round.figures().get(Figure.SENT))
                .containsEntry(Figure.ROWS_MISSING, 0.0);
    }

    /** Compares our report of a record file with the one that mqttloader has printed for the same record. */
    private static void assertSameReport(Path records, Map<String, String> reports) throws IOException {
        var ours = MqttloaderReport.of(RecordFile.read(records, 1), Duration.ZERO, Duration.ZERO)
                .text(MqttloaderReport.Form.V0_8, ZoneId.systemDefault())
                .strip();
        var theirs = reports.getOrDefault(ours.lines().findFirst().orElseThrow(), "none has been printed");
        assertThat(words(ours)).containsExactlyElementsOf(words(theirs).toList());
        var printed = MqttloaderOutput.parse(theirs);
        var computed = MqttloaderOutput.parse(ours);
        assertThat(computed.sentPerSecond()).isEqualTo(printed.sentPerSecond());
        assertThat(computed.receivedPerSecond()).isEqualTo(printed.receivedPerSecond());
        assertThat(computed.figures().keySet()).isEqualTo(printed.figures().keySet());
        computed.figures()
                .forEach((figure, value) -> assertThat(value)
                        .as(figure.word())
                        .isCloseTo(printed.figures().get(figure), within(0.0011)));
    }

    private static Stream<String> words(String report) {
        return report.strip().lines().map(line -> line.replaceFirst("(?<=: ).*", ""));
    }

    private static Map<Figure, Double> ofReport(Round round) {
        var figures = new TreeMap<>(round.figures());
        figures.keySet()
                .retainAll(List.of(
                        Figure.PUBLISHER_MAXIMUM_THROUGHPUT,
                        Figure.PUBLISHER_AVERAGE_THROUGHPUT,
                        Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT,
                        Figure.SUBSCRIBER_AVERAGE_THROUGHPUT,
                        Figure.LATENCY_AVERAGE_MS,
                        Figure.LATENCY_MAXIMUM_MS,
                        Figure.SENT,
                        Figure.DELIVERIES));
        return figures;
    }
}
