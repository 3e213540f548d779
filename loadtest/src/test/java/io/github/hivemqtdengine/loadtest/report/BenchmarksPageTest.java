// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarksPageTest {

    @TempDir
    private Path folder;

    @Test
    void shouldReplaceOnlyWhatStandsBetweenTheMarkers() throws IOException {
        var file = file(
                "# Benchmarks\n\nBefore.\n\n<!-- generated: begin -->\nstale text\n<!-- generated: end -->\n\nAfter.\n");

        BenchmarksPage.update(file, List.of(SampleRuns.suite()));
        BenchmarksPage.update(file, List.of(SampleRuns.suite()));

        assertThat(file)
                .content()
                .startsWith("# Benchmarks\n\nBefore.\n\n<!-- generated: begin -->\n\n### 2026-03-01: c3, outage, ")
                .endsWith("\n<!-- generated: end -->\n\nAfter.\n")
                .doesNotContain("stale text")
                .containsOnlyOnce("\n#### c3\n\nTen publishers")
                .contains(
                        "Machine: AMD EPYC 7763, 2 cores, 24,020 MB, Linux",
                        "Result: FAILED",
                        "loadtest/run suite --tdengine",
                        "| deliveries, msg/s");
    }

    @Test
    void shouldDateARunThatContinuedAnEarlierOne() throws IOException {
        var file = file("");

        BenchmarksPage.update(file, List.of(SampleRuns.resumed()));

        assertThat(file)
                .content()
                .contains(
                        "### 2026-03-01 to 2026-03-08: c3, outage",
                        "Taken from 2026-03-01 08:01 to 2026-03-08 08:01 UTC by several commands",
                        "Measured: 2026-03-01 08:01 to 2026-03-01 08:03 UTC.",
                        "Measured: 2026-03-08 08:01 UTC.");
    }

    @Test
    void shouldPutSeveralRunsOneAfterAnother() throws IOException {
        var file = folder.resolve("benchmarks.md");

        BenchmarksPage.update(file, List.of(SampleRuns.of(1), SampleRuns.suite()));

        assertThat(file)
                .content()
                .containsSubsequence("### 2026-", "Machine: ", "#### case-0", "### 2026-", "Machine: ", "#### c3");
        assertThat(file).content().containsOnlyOnce("<!-- generated: begin -->");
    }

    @Test
    void shouldPutScenariosInTheOrderOfTheMenuAndCountThem() throws IOException {
        var file = folder.resolve("benchmarks.md");
        var scenarios = SampleRuns.of(11).scenarios().stream()
                .map(result -> at(100 - Integer.parseInt(result.name().substring("case-".length())), result))
                .toList();

        BenchmarksPage.update(file, List.of(SampleRuns.run(scenarios)));

        assertThat(file)
                .content()
                .contains("### 2026-03-01: 11 scenarios\n")
                .containsSubsequence("#### case-10\n", "#### case-9\n", "#### case-1\n", "#### case-0\n");
    }

    private static ScenarioResult at(int order, ScenarioResult result) {
        var settings = new LinkedHashMap<>(result.settings());
        settings.put("x.order", Integer.toString(order));
        return new ScenarioResult(
                result.name(),
                result.title(),
                result.about(),
                settings,
                result.published(),
                result.rounds(),
                result.verdicts(),
                result.skipped(),
                result.failure(),
                result.complete());
    }

    @Test
    void shouldAppendToAFileWithoutMarkers() throws IOException {
        var file = file("# Benchmarks\n\nBefore.\n");

        BenchmarksPage.update(file, List.of(SampleRuns.of(1)));

        assertThat(file)
                .content()
                .startsWith("# Benchmarks\n\nBefore.\n\n<!-- generated: begin -->\n")
                .contains("#### case-0");
    }

    @Test
    void shouldBeginAFileThatIsNotThere() throws IOException {
        var file = folder.resolve("benchmarks.md");

        BenchmarksPage.update(file, List.of(SampleRuns.of(1)));

        assertThat(file).content().startsWith("# Results of the load tests\n").endsWith("<!-- generated: end -->\n");
    }

    @Test
    void shouldNotTouchAFileWithHalfOfTheMarkers() throws IOException {
        var file = file("<!-- generated: end -->\n<!-- generated: begin -->\n");

        assertThatThrownBy(() -> BenchmarksPage.update(file, List.of(SampleRuns.of(1))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("benchmarks.md must have");
        assertThat(file).content().isEqualTo("<!-- generated: end -->\n<!-- generated: begin -->\n");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("benchmarks.md"), text);
    }
}
