// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs of a folder, for the trend of their metrics.
 *
 * @param runs oldest first, without details that only a single run's report shows
 * @param unreadable errors for files that are not runs, one sentence each
 */
public record History(List<Entry> runs, List<String> unreadable) {

    /** Run and its file name. */
    public record Entry(String file, Run run) {}

    /**
     * Reads all {@code .json} files of a folder; a file that is not a run does not affect the others.
     *
     * @throws IOException if the folder cannot be read
     */
    public static History read(Path folder) throws IOException {
        var runs = new ArrayList<Entry>();
        var unreadable = new ArrayList<String>();
        for (var file : jsonFiles(folder)) {
            try {
                runs.add(new Entry(file.getFileName().toString(), figuresOnly(RunFile.read(file))));
            } catch (IOException e) {
                unreadable.add(String.valueOf(e.getMessage()));
            }
        }
        runs.sort(Comparator.comparing(entry -> entry.run().environment().started()));
        return new History(runs, unreadable);
    }

    private static List<Path> jsonFiles(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns a run without what only a single run's report shows. */
    static Run figuresOnly(Run run) {
        return new Run(
                run.environment(),
                run.smoke(),
                run.scenarios().stream().map(History::figuresOnly).toList());
    }

    private static ScenarioResult figuresOnly(ScenarioResult scenario) {
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                scenario.rounds().stream().map(History::figuresOnly).toList(),
                scenario.verdicts(),
                scenario.skipped(),
                scenario.failure(),
                scenario.complete());
    }

    private static Round figuresOnly(Round round) {
        return new Round(
                round.contender(),
                round.number(),
                round.started(),
                round.figures(),
                List.of(),
                List.of(),
                List.of(),
                round.faults(),
                round.notes());
    }

    /** Writes the trend as one page. */
    public void write(Path file) throws IOException {
        AtomicFile.write(file, page());
    }

    String page() {
        return HtmlPage.of("Load test history", List.of("history.js"), this);
    }
}
