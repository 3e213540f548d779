// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import java.io.PrintWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Report of a run as plain text that is also valid Markdown. */
public final class ConsoleReport {

    private static final String SMOKE = "A smoke run: everything was made short, its figures mean nothing.";

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private ConsoleReport() {}

    public static void print(Run run, PrintWriter out) {
        out.print(text(run));
        out.flush();
    }

    /** Returns all scenarios, the environment, and a final result line. */
    public static String text(Run run) {
        var text = new StringBuilder();
        run.scenarios().forEach(scenario -> text.append(text(scenario)).append('\n'));
        text.append(environment(run.environment())).append('\n');
        if (run.smoke()) {
            text.append(SMOKE).append("\n\n");
        }
        return text.append(result(run)).append('\n').toString();
    }

    /** Returns one scenario, for the console when it has finished. */
    public static String text(ScenarioResult scenario) {
        var name = oneLine(scenario.name());
        var title = oneLine(scenario.title());
        var head = title.replaceFirst(":.*", "").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        var text = new StringBuilder("## " + (head.equals(name) ? title : name + ": " + title) + "\n\n");
        scenario.skipped()
                .ifPresent(reason -> text.append("Skipped: ").append(reason).append("\n\n"));
        scenario.failure()
                .ifPresent(why -> text.append("Failed: ").append(oneLine(why)).append("\n\n"));
        if (scenario.skipped().isEmpty() && !scenario.complete()) {
            text.append("Not complete: ").append(rounds(scenario)).append(".\n\n");
        }
        dates(scenario)
                .ifPresent(dates -> text.append("Measured: ").append(dates).append(".\n\n"));
        loaderLimit(scenario).ifPresent(limit -> text.append(limit).append("\n\n"));
        ScenarioTables.of(scenario).forEach(table -> text.append(table).append('\n'));
        scenario.rounds().forEach(round -> text.append(notes(round)));
        return text.toString().stripTrailing() + "\n";
    }

    /** Returns a sentence about the rounds in which the loader was the limit; empty without any. */
    private static Optional<String> loaderLimit(ScenarioResult scenario) {
        var limited = scenario.rounds().stream()
                .filter(round -> !round.loaderLimits().isEmpty())
                .toList();
        var figures = limited.stream()
                .flatMap(round -> round.loaderLimits().stream())
                .distinct()
                .map(figure -> figure.title() + " up to "
                        + Numbers.text(limited.stream()
                                .mapToDouble(round -> round.figures().getOrDefault(figure, 0.0))
                                .max()
                                .orElseThrow())
                        + " " + figure.unit())
                .collect(Collectors.joining(", "));
        return limited.isEmpty()
                ? Optional.empty()
                : Optional.of("WARNING: the loader was the limit in " + limited.size() + " of "
                        + rounds(scenario).replace(" ran", "") + ": " + figures
                        + ". Latencies and rates are partly its own: use a larger machine, or several (--agents).");
    }

    /** Returns when the rounds of a scenario started, in UTC; empty if none ran. */
    private static Optional<String> dates(ScenarioResult scenario) {
        return scenario.firstRound()
                .flatMap(first -> scenario.lastRound()
                        .map(last -> MINUTE.format(first) + " to " + MINUTE.format(last) + " UTC")
                        .map(span -> span.replaceFirst("^(.+) to \\1", "$1")));
    }

    private static String rounds(ScenarioResult scenario) {
        int count = scenario.rounds().size();
        return count == 0 ? "no round ran" : count == 1 ? "1 round ran" : count + " rounds ran";
    }

    private static String notes(Round round) {
        return round.notes().stream()
                .map(note ->
                        "- " + round.contender().title() + ", round " + round.number() + ": " + oneLine(note) + "\n")
                .collect(Collectors.joining());
    }

    private static String environment(Environment environment) {
        var table = new TextTable("Where it was taken", "what", "value");
        EnvironmentWords.of(environment).forEach((word, value) -> table.add(word, value));
        return table.toString();
    }

    /** Returns the result line: how many thresholds were met and how many scenarios ran. */
    public static String result(Run run) {
        var verdicts = run.scenarios().stream()
                .flatMap(scenario -> scenario.verdicts().stream())
                .toList();
        long missed = verdicts.stream().filter(verdict -> !verdict.passed()).count();
        long undecided = verdicts.stream().filter(Verdict::undecided).count();
        long skipped = count(run, scenario -> scenario.skipped().isPresent());
        long partial = count(run, scenario -> scenario.skipped().isEmpty() && !scenario.complete());
        long ran = run.scenarios().size() - skipped - partial;
        return "Result: "
                + (run.failed()
                        ? "FAILED"
                        : partial > 0 ? "NOT COMPLETE" : verdicts.isEmpty() ? "NOTHING CHECKED" : "PASSED")
                + ", thresholds: " + (verdicts.size() - missed - undecided) + " met, "
                + (undecided > 0 ? undecided + " undecided (more --rounds decide), " : "") + missed + " missed; "
                + (ran == 1 ? "1 scenario ran" : ran + " scenarios ran")
                + (partial > 0 ? ", " + partial + " not complete" : "")
                + (skipped > 0 ? ", " + skipped + " skipped" : "");
    }

    private static long count(Run run, Predicate<ScenarioResult> condition) {
        return run.scenarios().stream().filter(condition).count();
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s*[\r\n]\\s*", " ");
    }
}
