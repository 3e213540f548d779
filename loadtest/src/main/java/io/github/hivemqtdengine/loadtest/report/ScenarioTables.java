// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Ratios;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Spread;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Results of a scenario as tables. */
final class ScenarioTables {

    private ScenarioTables() {}

    /** Returns the non-empty tables: metrics, ratios, published metrics, thresholds, groups, agents. */
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
            tables.add(verdicts(scenario));
        }
        if (scenario.rounds().stream().anyMatch(round -> !round.groups().isEmpty())) {
            tables.add(groups(scenario));
        }
        if (scenario.rounds().stream().anyMatch(round -> !round.agents().isEmpty())) {
            tables.add(agents(scenario));
        }
        return tables;
    }

    private static TextTable groups(ScenarioResult scenario) {
        var table = new TextTable(
                "Groups of clients",
                "round",
                "group",
                "sent",
                "deliveries expected",
                "deliveries lost",
                "deliveries duplicated",
                "latency p50, ms",
                "latency p99, ms",
                "rows expected",
                "rows missing",
                "rows duplicated");
        for (var round : scenario.rounds()) {
            for (var group : round.groups()) {
                table.add(
                        round.contender().title() + ", round " + round.number(),
                        group.name(),
                        Numbers.text(group.sent()),
                        Numbers.text(group.deliveriesExpected()),
                        Numbers.text(group.deliveriesLost()),
                        Numbers.text(group.deliveriesDuplicated()),
                        Numbers.text(group.latencyP50Ms()),
                        Numbers.text(group.latencyP99Ms()),
                        Numbers.text(group.rowsExpected()),
                        Numbers.text(group.rowsMissing()),
                        Numbers.text(group.rowsDuplicated()));
            }
        }
        return table;
    }

    private static TextTable agents(ScenarioResult scenario) {
        var table = new TextTable(
                "Agents and their clocks",
                "round",
                "agent",
                "clock ahead, ms",
                "exact to ±, ms",
                "gained in the round, ms",
                "CPU, s",
                "memory, MB");
        for (var round : scenario.rounds()) {
            for (var agent : round.agents()) {
                table.add(
                        round.contender().title() + ", round " + round.number(),
                        agent.name(),
                        Numbers.text(agent.offsetMs()),
                        Numbers.text(agent.uncertaintyMs()),
                        Numbers.text(agent.driftMs()),
                        Numbers.text(agent.cpuSeconds()),
                        Numbers.text(agent.memoryMb()));
            }
        }
        return table;
    }

    private static TextTable figures(ScenarioResult scenario) {
        var contenders = ScenarioFigures.contenders(scenario);
        var table = new TextTable("Medians of the rounds (lowest to highest)", head(contenders.stream(), "figure"));
        for (var figure : ScenarioFigures.worthShowing(scenario)) {
            table.add(row(Numbers.title(figure), contenders, contender -> median(scenario, contender, figure)));
        }
        return table;
    }

    private static TextTable ratios(ScenarioResult scenario, Contender base) {
        var contenders = ScenarioFigures.contenders(scenario).stream()
                .filter(contender -> !contender.equals(base))
                .toList();
        var table = new TextTable(
                "Ratios to: " + base.title() + " (lowest to highest)", head(contenders.stream(), "figure"));
        for (var figure : ScenarioFigures.compared(scenario)) {
            table.add(row(
                    figure.title(),
                    contenders,
                    contender -> Ratios.of(scenario.rounds(), figure, contender, base)
                            .map(Numbers::ratioWithRange)
                            .orElse("-")));
        }
        return table;
    }

    private static TextTable published(ScenarioResult scenario) {
        var contenders = ScenarioFigures.contenders(scenario);
        var head = Stream.concat(
                Stream.of("published", "source"), contenders.stream().map(Contender::title));
        var table = new TextTable(
                "Published figures beside ours",
                Stream.concat(Stream.of("figure"), head).toArray(String[]::new));
        for (var published : scenario.published()) {
            var cells = new ArrayList<Object>(List.of(
                    Numbers.title(published),
                    published.base() == null ? Numbers.text(published.value()) : Numbers.ratio(published.value()),
                    published.source()));
            contenders.forEach(contender -> cells.add(published(scenario, contender, published)));
            table.add(cells.toArray());
        }
        return table;
    }

    /** Returns the contender's median, or its ratio if the published metric is one of this contender. */
    private static String published(ScenarioResult scenario, Contender contender, PublishedFigure published) {
        if (published.base() == null) {
            return median(scenario, contender, published.figure());
        }
        return contender.equals(published.contender())
                ? Ratios.of(scenario.rounds(), published.figure(), contender, published.base())
                        .map(Numbers::ratioWithRange)
                        .orElse("-")
                : "-";
    }

    private static TextTable verdicts(ScenarioResult scenario) {
        var table = new TextTable("Thresholds", "threshold", "found (lowest to highest)", "result");
        scenario.verdicts()
                .forEach(verdict -> table.add(verdict.threshold(), found(scenario, verdict), outcome(verdict)));
        return table;
    }

    /** Returns what a threshold's mode has; a time until the commit may be below its resolution. */
    static String found(ScenarioResult scenario, Verdict verdict) {
        return ScenarioFigures.contenders(scenario).stream()
                .filter(contender -> verdict.threshold().matches("\\S+ " + contender.word() + " [<>=].*"))
                .filter(contender -> Ratios.resolution(scenario.rounds(), verdict.figure(), contender)
                        .isPresent())
                .map(contender -> median(scenario, contender, verdict.figure()))
                .findFirst()
                .orElseGet(() -> Numbers.found(verdict));
    }

    /** Returns the result of a threshold, and for an undecided one what decides it. */
    static String outcome(Verdict verdict) {
        var chance = verdict.chance() == null ? "" : " (p " + Numbers.probability(verdict.chance()) + ")";
        return verdict.undecided()
                ? "undecided: " + Numbers.remedy(verdict)
                : (verdict.passed() ? "met" : "MISSED") + chance;
    }

    private static String median(ScenarioResult scenario, Contender contender, Figure figure) {
        return Ratios.resolution(scenario.rounds(), figure, contender)
                .map(resolution -> "< " + Numbers.text(resolution))
                .or(() -> Ratios.spread(scenario.rounds(), figure, contender)
                        .map(spread -> Numbers.text(spread.median())
                                + whole(scenario, contender, figure)
                                + Numbers.range(spread.low(), spread.high(), Numbers::text)))
                .orElse("-");
    }

    /** Returns what a count is a part of, like {@code of 1,000}; empty for other figures. */
    private static String whole(ScenarioResult scenario, Contender contender, Figure figure) {
        var wholes = scenario.rounds().stream()
                .filter(round -> round.contender().equals(contender))
                .flatMap(round -> round.whole(figure).stream().boxed())
                .toList();
        return wholes.isEmpty() ? "" : " of " + Numbers.text(Spread.of(wholes).median());
    }

    private static String[] head(Stream<Contender> contenders, String first) {
        return Stream.concat(Stream.of(first), contenders.map(Contender::title)).toArray(String[]::new);
    }

    private static Object[] row(String first, List<Contender> contenders, Function<Contender, String> cell) {
        return Stream.concat(Stream.of(first), contenders.stream().map(cell)).toArray();
    }
}
