// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs as users start them: brokers with the packaged extension, QuestDB, and leftovers. */
class RunTest {

    private static final int ENDED_BY_SIGTERM = 143;

    @TempDir
    private Path folder;

    private Path results;

    @BeforeEach
    void needsTheExtension() throws IOException {
        PackagedExtension.need();
        results = folder.resolve("results");
    }

    @Test
    void shouldMeasureAScenarioAndCountItsRows() throws Exception {
        try (var run = start("c1", "--modes", "do-nothing,extension", "--warm-up", "0", "--rounds", "2")) {
            assertThat(run.process().waitFor()).as(run.output()).isIn(ExitCode.FINE, ExitCode.MISSED);

            var found = RunFile.read(RunProcess.result(results, ".json"));
            var scenario = found.scenarios().get(0);
            assertThat(scenario.complete()).isTrue();
            assertThat(scenario.rounds())
                    .hasSize(4)
                    .allSatisfy(round -> assertThat(round.figures())
                            .containsEntry(Figure.DELIVERIES, 1_000.0)
                            .containsEntry(Figure.DELIVERIES_LOST, 0.0)
                            .doesNotContainKey(Figure.MEMORY_PER_CONNECTION_KB));
            assertThat(scenario.rounds().stream()
                            .filter(round -> round.contender().equals(Contenders.EXTENSION)))
                    .allSatisfy(round -> assertThat(round.figures())
                            .containsEntry(Figure.ROWS_EXPECTED, 1_000.0)
                            .containsEntry(Figure.ROWS_STORED, 1_000.0)
                            .containsEntry(Figure.ROWS_MISSING, 0.0)
                            .containsEntry(Figure.ROWS_DUPLICATED, 0.0));
            assertThat(Files.readString(RunProcess.result(results, ".html"))).contains("c1");
            assertThat(run.output()).contains("Result: ", "The report is ");
        }
    }

    @Test
    @Tag("full")
    void shouldMeasureTheMemoryOfAConnectionWithABrokerOfItsOwn() throws Exception {
        try (var run = start("s4-connections", "--smoke", "--modes", "bare")) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FINE);

            assertThat(RunFile.read(RunProcess.result(results, ".json"))
                            .scenarios()
                            .get(0)
                            .rounds())
                    .isNotEmpty()
                    .allSatisfy(round -> assertThat(round.figures()).containsKey(Figure.MEMORY_PER_CONNECTION_KB));
        }
    }

    @Test
    @Tag("full")
    void shouldEndWithItsExitCodeWhenAThresholdIsMissed() throws Exception {
        try (var run = start("c1", "--smoke", "--modes", "bare", "--set", "x.threshold.99=deliveries bare = 1")) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.MISSED);
            assertThat(run.output()).contains("deliveries bare = 1", "FAILED");
        }
    }

    @Test
    @Tag("full")
    void shouldLetVariantsTakeTurns() throws Exception {
        var file = Files.writeString(folder.resolve("lanes.conf"), """
                num_subscribers = 0
                qos_publisher = 1
                x.table = raw_messages
                x.rounds = 2
                x.variant.one-lane.x.delivery = <lanes>1</lanes>
                x.variant.two-lanes.x.delivery = <lanes>2</lanes>
                x.variant.two-lanes.num_messages = 300
                x.modes = one-lane, two-lanes
                x.threshold.1 = rows-missing one-lane = 0
                x.threshold.2 = rows-stored two-lanes/one-lane = 3
                """);
        try (var run = start(file.toString())) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FINE);

            var scenario = RunFile.read(RunProcess.result(results, ".json"))
                    .scenarios()
                    .get(0);
            assertThat(scenario.rounds())
                    .extracting(
                            round -> round.contender().word(),
                            Round::number,
                            round -> round.figures().get(Figure.ROWS_STORED))
                    .containsExactlyInAnyOrder(
                            tuple("one-lane", 1, 100.0),
                            tuple("two-lanes", 1, 300.0),
                            tuple("one-lane", 2, 100.0),
                            tuple("two-lanes", 2, 300.0));
            assertThat(run.output()).contains("round 2 of 2", "two-lanes", "rows-stored two-lanes/one-lane = 3");
        }
    }

    @Test
    @Tag("full")
    void shouldKeepPasswordsOutOfTheReport() throws Exception {
        try (var run = start(
                "c1",
                "--smoke",
                "--modes",
                "bare",
                "--password",
                "secret1",
                "--set",
                "user_name=me",
                "--set",
                "password=secret2")) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FINE);
            for (var ending : List.of(".json", ".html")) {
                assertThat(Files.readString(RunProcess.result(results, ending)))
                        .contains("--modes bare --password")
                        .doesNotContain("secret1", "secret2");
            }
            assertThat(run.output()).doesNotContain("secret1", "secret2");
        }
    }

    @Test
    @Tag("full")
    void shouldLeaveAValidReportAndNoProcessWhenItIsStoppedInTheMiddle() throws Exception {
        try (var run = start("c1", "--modes", "extension", "--warm-up", "0", "--rounds", "1000")) {
            run.awaitOutput("round 3 ", 1);
            var children = run.descendants().collect(Collectors.toList());
            assertThat(children).isNotEmpty();
            run.process().destroy();

            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ENDED_BY_SIGTERM);
            for (var child : children) {
                child.onExit().join();
            }
            var scenario = RunFile.read(RunProcess.result(results, ".json"))
                    .scenarios()
                    .get(0);
            assertThat(scenario.complete()).isFalse();
            assertThat(scenario.rounds())
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(round -> assertThat(round.figures()).containsEntry(Figure.ROWS_STORED, 1_000.0));
            assertThat(Files.readString(RunProcess.result(results, ".html"))).contains("c1");
            assertThat(run.output()).contains("Interrupted; --resume ");
        }
    }

    @Test
    @Tag("full")
    void shouldConnectByWebSocket() throws Exception {
        try (var run = start(
                "c1", "--smoke", "--modes", "extension", "--set", "qos_publisher=1", "--set", "x.websocket=/mqtt")) {
            assertThat(run.process().waitFor()).as(run.output()).isIn(ExitCode.FINE, ExitCode.MISSED);

            var rounds = RunFile.read(RunProcess.result(results, ".json"))
                    .scenarios()
                    .get(0)
                    .rounds();
            assertThat(rounds)
                    .singleElement()
                    .satisfies(round -> assertThat(round.figures()).containsEntry(Figure.ROWS_STORED, 200.0));
        }
    }

    @Test
    @Tag("full")
    void shouldContinueARunWithWhatIsMissing() throws Exception {
        var first = Files.writeString(folder.resolve("first.conf"), """
                num_subscribers = 0
                qos_publisher = 1
                x.table = raw_messages
                x.modes = extension
                x.threshold.1 = rows-missing extension = 0
                """);
        var second = Files.copy(first, folder.resolve("second.conf"));
        finish(start(first.toString(), "--smoke"));
        var earlier = Files.move(RunProcess.result(results, ".json"), folder.resolve("earlier.json"));
        Files.writeString(first, Files.readString(first) + "x.threshold.2 = rows-duplicated extension = 0\n");

        finish(start(first.toString(), second.toString(), "--smoke", "--resume", earlier.toString()));

        var measured = RunFile.read(earlier).scenarios().get(0);
        var scenarios = RunFile.read(RunProcess.result(results, ".json")).scenarios();
        assertThat(scenarios).extracting(ScenarioResult::name).containsExactly("first", "second");
        assertThat(scenarios)
                .allSatisfy(scenario -> assertThat(scenario.complete()).isTrue());
        assertThat(scenarios.get(0).rounds()).isEqualTo(measured.rounds());
        assertThat(scenarios.get(0).verdicts()).hasSize(2).allMatch(Verdict::passed);
    }

    private static void finish(RunProcess process) throws Exception {
        try (var run = process) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FINE);
        }
    }

    private RunProcess start(String... arguments) throws IOException {
        var all = new String[arguments.length + 2];
        all[0] = "--results";
        all[1] = results.toString();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return RunProcess.start(folder, all);
    }
}
