// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsTest {

    private static final Environment ENVIRONMENT = new Environment(
            Instant.EPOCH, "run", "cpu", 2, 1_000, "os", "java", "0", "loader", "1", "broker", "database");

    @ParameterizedTest
    @CsvSource({
        "c1-c2, c1-c2-2026-01-02T030405.json",
        "/home/me/my.conf, home-me-my-2026-01-02T030405.json",
        "../up.conf-c3, up-c3-2026-01-02T030405.json"
    })
    void shouldNameFilesAfterTheRunAndItsTimeAndKeepThemInTheirFolder(String name, String file, @TempDir Path folder)
            throws Exception {
        var results = Results.in(folder, name, Instant.parse("2026-01-02T03:04:05.678Z"));

        assertThat(results.json()).isEqualTo(folder.resolve(file));
    }

    @Test
    void shouldWriteAllReportsBesideEachOther(@TempDir Path folder) throws Exception {
        var results = Results.in(folder.resolve("new"), "c1", Instant.EPOCH);
        results.write(new Run(ENVIRONMENT, false, List.of()));

        assertThat(folder.resolve("new"))
                .isDirectoryContaining("glob:**.json")
                .isDirectoryContaining("glob:**.csv")
                .isDirectoryContaining("glob:**.xml");
        assertThat(results.page()).exists();
    }

    @Test
    void shouldTellARunWithoutAnyRoundFromOneThatFailed() {
        var failure = Optional.of("no broker");

        assertThat(ExitCode.of(run(Optional.of("no extension"), Optional.empty(), 0)))
                .isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.of(run(Optional.empty(), failure, 0))).isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.of(run(Optional.empty(), failure, 1))).isEqualTo(ExitCode.MISSED);
        assertThat(ExitCode.of(run(Optional.empty(), Optional.empty(), 1))).isEqualTo(ExitCode.FINE);
    }

    private static Run run(Optional<String> skipped, Optional<String> failure, int rounds) {
        var round = new Round(
                Contenders.BARE, 1, Instant.EPOCH, Map.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        var scenario = new ScenarioResult(
                "a",
                "",
                "",
                Map.of(),
                List.of(),
                Collections.nCopies(rounds, round),
                List.of(),
                skipped,
                failure,
                failure.isEmpty());
        return new Run(ENVIRONMENT, false, List.of(scenario));
    }
}
