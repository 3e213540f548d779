// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Generated part of a Markdown page with the tables of runs. The rest of the file is kept. */
public final class BenchmarksPage {

    static final String BEGIN = "<!-- generated: begin -->";
    static final String END = "<!-- generated: end -->";

    /** Most scenarios that a heading names. */
    private static final int FEW = 10;

    private BenchmarksPage() {}

    /**
     * Writes runs between the markers, one after another; appends markers to a file without them.
     *
     * @throws IOException if the file cannot be read or written, or has only one of the markers
     */
    public static void update(Path file, List<Run> runs) throws IOException {
        var old = Files.exists(file) ? Files.readString(file) : "# Results of the load tests\n";
        AtomicFile.write(file, update(old, sections(runs), file));
    }

    private static String update(String old, String sections, Path file) throws IOException {
        int begin = old.indexOf(BEGIN);
        int end = old.indexOf(END);
        if (begin < 0 && end < 0) {
            return old.stripTrailing() + "\n\n" + BEGIN + sections + END + "\n";
        }
        if (begin < 0 || end < begin) {
            throw new IOException(file + " must have " + BEGIN + " and then " + END);
        }
        return old.substring(0, begin) + BEGIN + sections + old.substring(end);
    }

    private static String sections(List<Run> runs) {
        return runs.stream().map(BenchmarksPage::section).collect(Collectors.joining());
    }

    private static String section(Run run) {
        var text = new StringBuilder("\n\n### ").append(title(run)).append("\n\n");
        text.append(machine(run)).append("\n\n");
        if (run.smoke()) {
            text.append("A smoke run: everything was made short, its figures mean nothing.\n\n");
        }
        text.append(ConsoleReport.result(run)).append(".\n\n```\n");
        text.append(run.environment().command()).append("\n```\n\n");
        run.scenarios().stream()
                .sorted(Comparator.comparingInt(ScenarioResult::order).thenComparing(ScenarioResult::name))
                .forEach(scenario -> text.append(scenario(scenario)).append('\n'));
        return text.toString().replace(BEGIN, "").replace(END, "");
    }

    /** Returns a scenario below its name alone, so that a link to it is short. */
    private static String scenario(ScenarioResult scenario) {
        return "#### " + ConsoleReport.oneLine(scenario.name()) + "\n\n" + ConsoleReport.oneLine(scenario.title())
                + ".\n\n" + ConsoleReport.details(scenario);
    }

    private static String title(Run run) {
        var names = run.scenarios().stream().map(ScenarioResult::name).collect(Collectors.joining(", "));
        int count = run.scenarios().size();
        return Dates.days(run) + ": " + (count > FEW ? count + " scenarios" : names);
    }

    private static String machine(Run run) {
        var environment = run.environment();
        return String.format(
                Locale.ROOT,
                "Machine: %s, %d cores, %,d MB, %s, %s; load average when it began: %s. Extension %s, %s, %s, loader %s. %s.",
                environment.processor(),
                environment.cores(),
                environment.memoryMb(),
                environment.system(),
                environment.java(),
                environment.load(),
                environment.extension(),
                environment.broker(),
                environment.database(),
                environment.loader(),
                Dates.of(run));
    }
}
