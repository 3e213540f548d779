// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

    @TempDir
    private Path folder;

    @Test
    void shouldReadTheRunsOfAFolderTheOldestFirst() throws IOException {
        var runs = SampleRuns.history();
        RunFile.write(runs.get(0), folder.resolve("z.json"));
        RunFile.write(runs.get(1), folder.resolve("a.json"));

        assertThat(History.read(folder).runs()).extracting(History.Entry::file).containsExactly("z.json", "a.json");
    }

    @Test
    void shouldSayWhichFilesAreNotRuns() throws IOException {
        Files.writeString(folder.resolve("notes.json"), "{}");
        Files.writeString(folder.resolve("readme.txt"), "text");
        RunFile.write(SampleRuns.of(1), folder.resolve("run.json"));

        var history = History.read(folder);

        assertThat(history.runs()).hasSize(1);
        assertThat(history.unreadable()).singleElement().asString().contains("notes.json is not the JSON of a run");
    }

    @Test
    void shouldLeaveOutTimelinesAndCurves() throws IOException {
        RunFile.write(SampleRuns.suite(), folder.resolve("run.json"));

        var round = History.read(folder)
                .runs()
                .get(0)
                .run()
                .scenarios()
                .get(0)
                .rounds()
                .get(0);

        assertThat(round.timeline()).isEmpty();
        assertThat(round.latencyCurve()).isEmpty();
        assertThat(round.figures()).isEqualTo(SampleRuns.c3().rounds().get(0).figures());
    }
}
