package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Ratios;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a scenario found, as tables. */
final class ScenarioTables {

    private ScenarioTables() {}

    /** Those that have a row: the figures, the ratios, what was published, the thresholds. */
    static List<TextTable> of(ScenarioResult scenario) {
        var tables = new ArrayList<TextTable>();
        if (!scenario.rounds().isEmpty()) {
            tables.add(figures(scenario));
        }
        ScenarioFigures.base(scenario).ifPresent(base -> tables.add(ratios(scenario, base)));
        if (!scenario.published().isEmpty()) {
            tables.add(published(scenario));
        }
        if (!scenario.verdicts().isEmpty()) {
            tables.add(verdicts(scenario.verdicts()));
        }
        return tables;
    }

    private static TextTable figures(ScenarioResult scenario) {
        var modes = ScenarioFigures.modes(scenario);
        var table = new TextTable("Medians of the rounds", head(modes.stream(), "figure"));
        for (var figure : ScenarioFigures.worthShowing(scenario)) {
            table.add(row(Numbers.title(figure), modes, mode -> median(scenario, mode, figure)));
        }
        return table;
    }

    private static TextTable ratios(ScenarioResult scenario, Mode base) {
        var modes = ScenarioFigures.modes(scenario).stream()
                .filter(mode -> mode != base)
                .toList();
        var table =
                new TextTable("Ratios to: " + base.title() + " (lowest to highest)", head(modes.stream(), "figure"));
        for (var figure : ScenarioFigures.compared(scenario)) {
            table.add(row(
                    figure.title(),
                    modes,
                    mode -> Ratios.of(scenario.rounds(), figure, mode, base)
                            .map(Numbers::ratioWithRange)
                            .orElse("-")));
        }
        return table;
    }

    private static TextTable published(ScenarioResult scenario) {
        var modes = ScenarioFigures.modes(scenario);
        var head =
                Stream.concat(Stream.of("published", "source"), modes.stream().map(Mode::title));
        var table = new TextTable(
                "Published figures beside ours",
                Stream.concat(Stream.of("figure"), head).toArray(String[]::new));
        for (var published : scenario.published()) {
            var cells = new ArrayList<Object>(
                    List.of(Numbers.title(published.figure()), Numbers.text(published.value()), published.source()));
            modes.forEach(mode -> cells.add(median(scenario, mode, published.figure())));
            table.add(cells.toArray());
        }
        return table;
    }

    private static TextTable verdicts(List<Verdict> verdicts) {
        var table = new TextTable("Thresholds", "threshold", "found (lowest to highest)", "result");
        verdicts.forEach(
                verdict -> table.add(verdict.threshold(), Numbers.found(verdict), verdict.passed() ? "met" : "MISSED"));
        return table;
    }

    private static String median(ScenarioResult scenario, Mode mode, Figure figure) {
        return Ratios.spread(scenario.rounds(), figure, mode)
                .map(spread -> Numbers.text(spread.median()))
                .orElse("-");
    }

    private static String[] head(Stream<Mode> modes, String first) {
        return Stream.concat(Stream.of(first), modes.map(Mode::title)).toArray(String[]::new);
    }

    private static Object[] row(String first, List<Mode> modes, Function<Mode, String> cell) {
        return Stream.concat(Stream.of(first), modes.stream().map(cell)).toArray();
    }
}
