// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {

    @TempDir
    private Path folder;

    @Test
    void shouldReadWhatItWrote() throws IOException {
        var file = folder.resolve("new/run.json");

        RunFile.write(SampleRuns.suite(), file);

        assertThat(RunFile.read(file)).isEqualTo(SampleRuns.suite());
    }

    @Test
    void shouldKeepHostileTexts() throws IOException {
        var file = folder.resolve("run.json");

        RunFile.write(SampleRuns.hostile(), file);

        assertThat(RunFile.read(file)).isEqualTo(SampleRuns.hostile());
    }

    @Test
    void shouldReplaceAFileAndLeaveNothingBeside() throws IOException {
        var file = folder.resolve("run.json");
        RunFile.write(SampleRuns.suite(), file);

        RunFile.write(SampleRuns.of(1), file);

        assertThat(RunFile.read(file).scenarios()).hasSize(1);
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void shouldWriteFiguresModesAndTimesAsWords() throws IOException {
        var file = folder.resolve("run.json");

        RunFile.write(SampleRuns.suite(), file);

        assertThat(file)
                .content()
                .contains(
                        "\"mode\":\"do-nothing\"",
                        "\"deliveries-per-second\":",
                        "\"started\":\"2026-03-01T08:00:00Z\"");
    }

    @Test
    void shouldLeaveOutWhatAnotherVersionHas() throws IOException {
        var run = read("""
                {"format": 9, "environment": {"started": "2026-03-01T08:00:00Z", "colour": "red"}, "scenarios": [{
                  "name": "c1", "mood": "good",
                  "published": [{"figure": "smell", "value": 1}, {"figure": "sent", "value": 2, "source": "x"}],
                  "verdicts": [{"threshold": "smell = 0", "figure": "smell", "passed": false}],
                  "rounds": [{"mode": "extension", "number": 1, "figures": {"smell": 3, "sent": 4}},
                             {"mode": "upside-down", "number": 1, "figures": {}}]}]}
                """);

        var scenario = run.scenarios().get(0);
        assertThat(scenario.published())
                .singleElement()
                .satisfies(published -> assertThat(published.figure()).isEqualTo(Figure.SENT));
        assertThat(scenario.verdicts()).isEmpty();
        assertThat(scenario.rounds())
                .extracting(round -> round.contender().title(), Round::figures)
                .containsExactly(
                        tuple("extension", Map.of(Figure.SENT, 4.0)), // named by its word in another version
                        tuple("upside-down", Map.of()));
    }

    @Test
    void shouldTakeMissingListsForEmptyOnes() throws IOException {
        var run = read("""
                {"environment": {"started": "2026-03-01T08:00:00Z"}, "scenarios": [{"name": "c1",
                  "rounds": [{"mode": "bare", "number": 1, "timeline": [{"sent": 1, "latencyP50": 2}]}]}]}
                """);

        var scenario = run.scenarios().get(0);
        assertThat(scenario.title()).isEmpty();
        assertThat(scenario.skipped()).isEmpty();
        assertThat(scenario.settings()).isEmpty();
        assertThat(scenario.rounds().get(0).faults()).isEmpty();
        assertThat(scenario.rounds().get(0).usage()).isEmpty();
        assertThat(scenario.rounds().get(0).timeline().get(0).latencyP90()).isNull();
        assertThat(ConsoleReport.text(run)).contains("Result: NOT COMPLETE");
        assertThat(HtmlReport.page(run)).contains("<title>", "Copyright (c) 2022 Leon Sorokin", "uPlot (v1.");
    }

    @Test
    void shouldSayWhichFileIsNotARun() {
        assertThatThrownBy(() -> read("{\"a\": 1}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run.json is not the JSON of a run");
        assertThatThrownBy(() -> read("[")).isInstanceOf(IOException.class).hasMessageContaining("run.json is not");
        assertThatThrownBy(() -> read("")).isInstanceOf(IOException.class).hasMessageContaining("run.json is not");
    }

    private Run read(String json) throws IOException {
        return RunFile.read(Files.writeString(folder.resolve("run.json"), json));
    }
}
