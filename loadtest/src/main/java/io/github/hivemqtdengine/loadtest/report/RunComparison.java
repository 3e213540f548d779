// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Difference;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Several runs side by side. Each scenario is compared with that of the first run that has it.
 *
 * @param runs in the order given, without details that only a single run's report shows
 * @param scenarios scenarios with rounds in at least two of the runs
 */
public record RunComparison(List<Entry> runs, List<Compared> scenarios) {

    /** Most runs that fit beside each other on a page. */
    public static final int MOST_RUNS = 6;

    /** Run and its file name. */
    public record Entry(String file, Run run) {}

    /**
     * Scenario of several runs.
     *
     * @param base index of the run that the others are compared with
     * @param settings settings that differ, by key, one value for each run; empty for a run without the key
     * @param rows metrics by contender
     */
    public record Compared(String name, String title, int base, Map<String, List<String>> settings, List<Row> rows) {}

    /**
     * Metric of a contender.
     *
     * @param cells one for each run; {@code null} for a run that lacks the metric
     */
    public record Row(Figure figure, Contender mode, List<@Nullable Difference> cells) {}

    /** Compares runs, by file name. */
    public static RunComparison of(List<Entry> runs) {
        var names = new LinkedHashSet<String>();
        runs.forEach(entry -> entry.run().scenarios().forEach(scenario -> names.add(scenario.name())));
        return new RunComparison(
                runs.stream()
                        .map(entry -> new Entry(entry.file(), figuresOnly(entry.run())))
                        .toList(),
                names.stream().flatMap(name -> compared(runs, name).stream()).toList());
    }

    private static Optional<Compared> compared(List<Entry> runs, String name) {
        var results = runs.stream().map(entry -> scenario(entry.run(), name)).toList();
        var measured = results.stream().flatMap(Optional::stream).toList();
        if (measured.size() < 2) {
            return Optional.empty();
        }
        int base = results.indexOf(Optional.of(measured.get(0)));
        return Optional.of(new Compared(
                name, measured.get(0).title(), base, differentSettings(results), rows(results, measured, base)));
    }

    private static Optional<ScenarioResult> scenario(Run run, String name) {
        return run.scenarios().stream()
                .filter(scenario ->
                        scenario.name().equals(name) && !scenario.rounds().isEmpty())
                .findFirst();
    }

    private static Map<String, List<String>> differentSettings(List<Optional<ScenarioResult>> results) {
        var keys = new LinkedHashSet<String>();
        results.forEach(result ->
                result.ifPresent(scenario -> keys.addAll(scenario.settings().keySet())));
        var different = new LinkedHashMap<String, List<String>>();
        for (var key : keys) {
            var values = results.stream()
                    .map(result -> result.map(scenario -> scenario.settings().getOrDefault(key, ""))
                            .orElse(""))
                    .toList();
            long distinct = results.stream()
                    .flatMap(Optional::stream)
                    .map(scenario -> scenario.settings().getOrDefault(key, ""))
                    .distinct()
                    .count();
            if (distinct > 1) {
                different.put(key, values);
            }
        }
        return different;
    }

    private static List<Row> rows(List<Optional<ScenarioResult>> results, List<ScenarioResult> measured, int base) {
        var figures = new TreeSet<Figure>();
        var contenders = new LinkedHashSet<Contender>();
        for (var scenario : measured) {
            figures.addAll(ScenarioFigures.worthShowing(scenario));
            contenders.addAll(ScenarioFigures.contenders(scenario));
        }
        var rows = new ArrayList<Row>();
        for (var figure : figures) {
            for (var contender : contenders) {
                var cells = cells(results, base, figure, contender);
                if (cells.stream().anyMatch(cell -> cell != null)) {
                    rows.add(new Row(figure, contender, cells));
                }
            }
        }
        return rows;
    }

    private static List<@Nullable Difference> cells(
            List<Optional<ScenarioResult>> results, int base, Figure figure, Contender contender) {
        var baseRounds = rounds(results.get(base));
        var cells = new ArrayList<@Nullable Difference>();
        for (int i = 0; i < results.size(); i++) {
            cells.add(Difference.of(rounds(results.get(i)), i == base ? List.of() : baseRounds, figure, contender)
                    .orElse(null));
        }
        return cells;
    }

    private static List<Round> rounds(Optional<ScenarioResult> scenario) {
        return scenario.map(ScenarioResult::rounds).orElse(List.of());
    }

    /** Writes the comparison as one page. */
    public void write(Path file) throws IOException {
        AtomicFile.write(file, page());
    }

    String page() {
        return HtmlPage.of("Load test comparison", List.of("compare.js"), this);
    }

    /** Returns a run without what only a single run's report shows. */
    private static Run figuresOnly(Run run) {
        return new Run(
                run.environment(),
                run.smoke(),
                run.scenarios().stream().map(RunComparison::figuresOnly).toList());
    }

    private static ScenarioResult figuresOnly(ScenarioResult scenario) {
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                scenario.rounds().stream().map(RunComparison::figuresOnly).toList(),
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
}
