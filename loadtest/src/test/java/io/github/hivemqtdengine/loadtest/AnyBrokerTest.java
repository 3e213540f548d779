// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.mqtt.TestBroker;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.stack.database.QuestDbServer;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs against mosquitto, with a sink that is not the extension, or with none. */
@Tag("full")
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("try") // the sink is only opened and closed
class AnyBrokerTest {

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private TestBroker broker;
    private Guardian guardian;
    private QuestDbServer server;

    @BeforeAll
    void start() throws Exception {
        broker = TestBroker.mosquitto(shared, "allow_anonymous true\nmax_queued_messages 0\n");
        guardian = Guardian.of(Files.createDirectory(shared.resolve("guarded")));
        server = QuestDbServer.start(shared.resolve("questdb"), guardian);
    }

    @AfterAll
    void end() throws Exception {
        if (server != null) {
            server.close();
            guardian.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    private Run run(int exitCode, String... arguments) throws Exception {
        var results = folder.resolve("results");
        var all = new ArrayList<>(List.of("c1", "--smoke", "--set", "x.late=1 s", "--set", "qos_publisher=1"));
        all.addAll(List.of(
                "--results",
                results.toString(),
                "--broker",
                "127.0.0.1:" + broker.address().getPort()));
        all.addAll(List.of(arguments));
        try (var run = RunProcess.start(folder, all.toArray(String[]::new))) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(exitCode);
            assertThat(run.output()).doesNotContain(server.password() + " ");
        }
        var html = Files.readString(RunProcess.result(results, ".html"));
        assertThat(html).doesNotContain("--password " + server.password());
        return RunFile.read(RunProcess.result(results, ".json"));
    }

    private String[] withSink(String... more) {
        var arguments = new ArrayList<>(List.of("--jdbc", server.jdbcUrl(), "--username", server.username()));
        arguments.addAll(List.of("--password", server.password(), "--count-query", "SELECT COUNT(*) FROM mqtt"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static Round round(Run run) {
        var scenario = run.scenarios().get(0);
        assertThat(scenario.complete()).isTrue();
        assertThat(scenario.rounds()).hasSize(1);
        return scenario.rounds().get(0);
    }

    @Test
    void shouldMeasureDeliveriesOnlyWithoutADatabase() throws Exception {
        var run = run(ExitCode.FINE);

        assertThat(round(run).contender().word()).isEqualTo("broker");
        assertThat(round(run).figures())
                .containsEntry(Figure.DELIVERIES, 200.0)
                .containsEntry(Figure.DELIVERIES_LOST, 0.0)
                .doesNotContainKey(Figure.ROWS_EXPECTED);
        assertThat(run.environment().database()).isEqualTo("none");
    }

    @Test
    void shouldCountTheRowsOfAnySink() throws Exception {
        try (var sink = new TestSink(broker.address(), server, 0)) {
            var run = run(
                    ExitCode.FINE,
                    withSink("--name", "mosquitto + sink", "--set", "x.threshold.99=rows-missing broker = 0"));

            assertThat(round(run).figures())
                    .containsEntry(Figure.ROWS_EXPECTED, 200.0)
                    .containsEntry(Figure.ROWS_STORED, 200.0)
                    .containsEntry(Figure.ROWS_MISSING, 0.0)
                    .doesNotContainKey(Figure.ROWS_LOST);
            assertThat(run.environment().broker()).startsWith("mosquitto + sink at 127.0.0.1:");
            assertThat(run.environment().database()).startsWith("QuestDB ").contains("counted, not identified");
            assertThat(run.environment().extension()).isEqualTo("none");
        }
    }

    @Test
    void shouldFindTheRowsThatASinkLoses() throws Exception {
        try (var sink = new TestSink(broker.address(), server, 10)) {
            var counted = run(ExitCode.MISSED, withSink("--set", "x.threshold.99=rows-missing broker = 0"));

            assertThat(round(counted).figures())
                    .containsEntry(Figure.ROWS_STORED, 180.0)
                    .containsEntry(Figure.ROWS_MISSING, 20.0);
        }
    }

    @Test
    void shouldCountTheRowsOfSeveralGroupsAndSaySo() throws Exception {
        try (var sink = new TestSink(broker.address(), server, 0)) {
            var run = run(
                    ExitCode.FINE,
                    withSink(
                            "--rows-query",
                            "SELECT payload FROM mqtt",
                            "--set",
                            "x.group.a.num_publishers=1",
                            "--set",
                            "x.group.b.num_publishers=1"));

            assertThat(round(run).figures())
                    .containsEntry(Figure.ROWS_MISSING, 0.0)
                    .doesNotContainKey(Figure.ROWS_LOST);
            assertThat(round(run).notes()).singleElement().asString().contains("although there is a --rows-query");
        }
    }

    @Test
    void shouldCountTheRowsOfPayloadsOfFiles() throws Exception {
        var lines = Files.writeString(folder.resolve("lines.jsonl"), "{\"a\":1}\n{\"a\":2}\n");
        try (var sink = new TestSink(broker.address(), server, 0)) {
            var run = run(
                    ExitCode.FINE,
                    withSink(
                            "--rows-query",
                            "SELECT payload FROM mqtt",
                            "--set",
                            "x.payload=file",
                            "--set",
                            "x.files=" + lines));

            assertThat(round(run).figures())
                    .containsEntry(Figure.DELIVERIES, 200.0)
                    .containsEntry(Figure.ROWS_STORED, 200.0)
                    .doesNotContainKeys(Figure.ROWS_LOST, Figure.LATENCY_P50_MS);
            assertThat(round(run).notes()).singleElement().asString().contains("counted, not identified");
        }
    }

    @Test
    void shouldRecordAndReplayTraffic() throws Exception {
        var recording = folder.resolve("traffic.zst");
        var capture = RunProcess.start(
                Files.createDirectory(folder.resolve("capture")),
                "capture",
                "--broker",
                "127.0.0.1:" + broker.address().getPort(),
                "--topic",
                "mqttloader-test-topic",
                "--for",
                "5",
                "min",
                "--output",
                recording.toString(),
                "--max-mb",
                "1");
        try (capture) {
            capture.awaitOutput("Recording ", 1);
            run(ExitCode.FINE, "--set", "payload=6000"); // 200 messages of 6,000 bytes: more than a megabyte
            assertThat(capture.process().waitFor()).as(capture.output()).isEqualTo(ExitCode.FINE);
            assertThat(capture.output()).contains("172 messages on 1 topics", "ended by: size");
        }
        try (var results = Files.list(folder.resolve("results"))) {
            for (var file : results.toList()) {
                Files.delete(file);
            }
        }

        var replayed = round(run(
                ExitCode.FINE,
                "--set",
                "exec_time=600",
                "--set",
                "qos_publisher=",
                "--set",
                "num_messages=",
                "--set",
                "x.payload=recording",
                "--set",
                "x.recording=" + recording));

        assertThat(replayed.figures())
                .containsEntry(Figure.SENT, 172.0)
                .containsEntry(Figure.DELIVERIES, 172.0)
                .containsEntry(Figure.UNACKNOWLEDGED, 0.0);
    }

    @Test
    void shouldIdentifyTheRowsThatASinkLoses() throws Exception {
        try (var sink = new TestSink(broker.address(), server, 10)) {
            var identified = run(ExitCode.FINE, withSink("--rows-query", "SELECT payload FROM mqtt"));

            assertThat(round(identified).figures())
                    .containsEntry(Figure.ROWS_STORED, 180.0)
                    .containsEntry(Figure.ROWS_LOST, 20.0);
            assertThat(round(identified).notes())
                    .singleElement()
                    .asString()
                    .startsWith("publisher 0: ")
                    .contains("9, 19");
            assertThat(identified.environment().database()).doesNotContain("not identified");
        }
    }
}
