// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import io.github.hivemqtdengine.loadtest.testkit.ShiftedClock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with agents in processes of their own: one is local, a stand-in for ssh starts the other one. */
@Tag("full")
class AgentRunTest {

    /** Live figures come every ten seconds. */
    private static final String LIVE = " sent/s";

    @TempDir
    private Path folder;

    private Path results;

    @BeforeEach
    void needsTheExtensionAndAShell() throws IOException {
        PackagedExtension.need();
        Programs.needShell();
        results = folder.resolve("results");
    }

    @Test
    void shouldReconcileWhatTwoAgentsSent() throws Exception {
        try (var run = run(scenario("400 for 3 s", 1), Map.of())) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FINE);

            var round = rounds().get(0);
            assertThat(round.figures())
                    .containsEntry(Figure.SENT, 1_200.0)
                    .containsEntry(Figure.UNACKNOWLEDGED, 0.0)
                    .containsEntry(Figure.DELIVERIES, 3_600.0)
                    .containsEntry(Figure.DELIVERIES_LOST, 0.0)
                    .containsEntry(Figure.DELIVERIES_DUPLICATED, 0.0)
                    .containsEntry(Figure.ROWS_STORED, 1_200.0)
                    .containsEntry(Figure.ROWS_MISSING, 0.0)
                    .containsEntry(Figure.CONNECTIONS, 12.0);
            assertThat(round.agents())
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(each.cpuSeconds()).isPositive());
            assertThat(run.output()).contains("Agents and their clocks", "2 agents: ssh:me@localhost:");
        }
    }

    @Test
    void shouldNameAnAgentThatIsKilledInMidRound() throws Exception {
        try (var run = run(scenario("400 for 60 s", 1), Map.of())) {
            run.awaitOutput(LIVE, 1);
            long agent = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
            ProcessHandle.of(agent).orElseThrow().destroyForcibly();

            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FAILED);
            assertThat(run.output())
                    .containsPattern("Agent ssh:me@localhost:\\S+ is lost: its (in|out)put has ended, exit code 137");
        }
    }

    @Test
    void shouldCorrectAWrongClockAndIgnoreItsSteps() throws Exception {
        var clock = folder.resolve("clock");
        ShiftedClock.set(clock, 3_600); // so much that a busy machine makes no difference
        try (var run = run(scenario("200 for 15 s", 2), ShiftedClock.by(clock))) {
            run.awaitOutput("round 2 of 2", 1);
            run.awaitOutput(LIVE, run.count(LIVE) + 1);
            ShiftedClock.set(clock, 3_603);
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FINE);

            var corrected = rounds().get(0);
            assertThat(corrected.agents().get(0).offsetMs()).isBetween(3_599_000.0, 3_601_000.0);
            assertThat(corrected.figures().get(Figure.LATENCY_P50_MS)).isLessThan(600_000);
            assertThat(corrected.figures().get(Figure.LATENCY_MAXIMUM_MS)).isLessThan(600_000);
            assertThat(corrected.notes()).noneMatch(note -> note.contains("wrong during the round"));
            var stepped = rounds().get(1);
            assertThat(stepped.agents().get(0).driftMs()).isBetween(-1_000.0, 1_000.0);
            assertThat(stepped.notes()).noneMatch(note -> note.contains("wrong during the round"));
        }
    }

    private Path scenario(String rate, int rounds) throws IOException {
        return Files.writeString(folder.resolve("agents.conf"), """
                num_publishers = 5
                num_subscribers = 3
                qos_publisher = 1
                qos_subscriber = 1
                subscriber_timeout = 120
                exec_time = 300
                x.connections = 4
                x.table = raw_messages
                x.rate = %s
                x.modes = extension
                x.warm_up = 0
                x.rounds = %d
                x.threshold.1 = rows-missing extension = 0
                x.threshold.2 = deliveries-lost extension = 0
                """.formatted(rate, rounds));
    }

    /** @param environment environment variables of the agent that ssh starts */
    private RunProcess run(Path scenario, Map<String, String> environment) throws IOException {
        var programs = Files.createDirectory(folder.resolve("bin"));
        executable(programs.resolve("ssh"), "while [ $# -gt 1 ]; do shift; done\nexec sh -c \"$1\"");
        var command = new ArrayList<>(List.of("exec", "env"));
        environment.forEach((name, value) -> command.add("'" + name + "=" + value + "'"));
        RunProcess.command().forEach(part -> command.add("'" + part + "'"));
        executable(
                Files.createDirectory(folder.resolve("remote")).resolve("run"),
                "echo $$ >'" + folder.resolve("pid") + "'\n" + String.join(" ", command) + " \"$@\"");
        return RunProcess.start(
                folder,
                Map.of("PATH", programs + File.pathSeparator + System.getenv("PATH")),
                scenario.toString(),
                "--results",
                results.toString(),
                "--agents",
                "ssh:me@localhost:" + folder.resolve("remote") + ",local:1");
    }

    private static void executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private List<Round> rounds() throws IOException {
        return RunFile.read(RunProcess.result(results, ".json"))
                .scenarios()
                .get(0)
                .rounds();
    }
}
