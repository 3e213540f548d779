// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
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

        assertThat(folder.resolve("new")).isDirectoryContaining("glob:**.json").isDirectoryContaining("glob:**.csv");
        assertThat(results.page()).exists();
    }

    @Test
    void shouldLetOneRunAtATimeWriteTheSameFiles(@TempDir Path folder) throws Exception {
        var results = Results.of(folder.resolve("tdengine.json"));
        var others = Results.of(folder.resolve("questdb.json"));

        var claim = results.claim();
        others.claim().close();
        assertThatThrownBy(() -> Results.of(results.json()).claim())
                .isInstanceOf(IOException.class)
                .hasMessage("Another run writes " + results.json() + ": wait until it has ended");

        claim.close();
        results.claim().close();
    }

    @Test
    void shouldNotCallARunInWhichEverythingWasSkippedFine() {
        assertThat(ExitCode.of(run(Optional.of("no extension"), Optional.empty())))
                .isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.of(run(Optional.empty(), Optional.of("no broker")))).isEqualTo(ExitCode.MISSED);
        assertThat(ExitCode.of(run(Optional.empty(), Optional.empty()))).isEqualTo(ExitCode.FINE);
    }

    private static Run run(Optional<String> skipped, Optional<String> failure) {
        var scenario = new ScenarioResult(
                "a", "", "", Map.of(), List.of(), List.of(), List.of(), skipped, failure, failure.isEmpty());
        return new Run(ENVIRONMENT, false, List.of(scenario));
    }
}
