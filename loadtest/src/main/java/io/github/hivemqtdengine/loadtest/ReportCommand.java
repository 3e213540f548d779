// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.BenchmarksPage;
import io.github.hivemqtdengine.loadtest.report.ConsoleReport;
import io.github.hivemqtdengine.loadtest.report.History;
import io.github.hivemqtdengine.loadtest.report.RunComparison;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes reports of finished runs. */
@Command(
        name = "report",
        description = "Makes the pages and the tables of runs again from their JSON, puts runs side by side, or shows "
                + "the trend over many.")
final class ReportCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Source source;

    @Option(
            names = "--benchmarks",
            paramLabel = "FILE",
            description = "Also writes the figures of all of them into this Markdown file, between its marks.")
    @Nullable
    private Path benchmarks;

    @Option(
            names = "--compare",
            description = "Writes one page instead, with the same scenarios of all these runs side by side.")
    private boolean compare;

    @Override
    public Integer call() throws IOException {
        if (compare) {
            return comparison();
        }
        return source.history == null ? runs() : history(source.history);
    }

    private int runs() throws IOException {
        var runs = new ArrayList<Run>();
        for (var json : source.runs) {
            runs.add(one(json));
        }
        if (benchmarks != null) {
            BenchmarksPage.update(benchmarks, runs);
            spec.commandLine().getOut().println("The figures are in " + benchmarks.toAbsolutePath());
        }
        return ExitCode.FINE;
    }

    private int comparison() throws IOException {
        int count = source.runs.size();
        if (count < 2 || count > RunComparison.MOST_RUNS || benchmarks != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--compare needs the JSON files of 2 to " + RunComparison.MOST_RUNS
                            + " runs, without --history and --benchmarks");
        }
        var runs = new ArrayList<History.Entry>();
        for (var json : source.runs) {
            runs.add(new History.Entry(name(json), RunFile.read(json)));
        }
        var comparison = RunComparison.of(runs);
        var page = Results.of(source.runs.get(0)).comparison();
        comparison.write(page);
        var out = spec.commandLine().getOut();
        if (comparison.scenarios().isEmpty()) {
            out.println("No scenario ran in two of these runs.");
        }
        out.println("The comparison is " + page.toAbsolutePath());
        return ExitCode.FINE;
    }

    /** Returns the file name, or the path if another run has the same file name. */
    private String name(Path json) {
        var name = String.valueOf(json.getFileName());
        return source.runs.stream().filter(other -> other.endsWith(name)).count() > 1 ? json.toString() : name;
    }

    private Run one(Path json) throws IOException {
        var out = spec.commandLine().getOut();
        var run = RunFile.read(json);
        var results = Results.of(json);
        results.write(run);
        ConsoleReport.print(run, out);
        out.println("The page is " + results.page().toAbsolutePath());
        return run;
    }

    private int history(Path folder) throws IOException {
        var out = spec.commandLine().getOut();
        var history = History.read(folder);
        history.unreadable().forEach(out::println);
        var page = folder.resolve("history.html");
        history.write(page);
        out.println("The trend of " + history.runs().size() + " runs is " + page.toAbsolutePath());
        return ExitCode.FINE;
    }

    /** Input of the report: single runs, or the history of a folder. */
    private static final class Source {

        @Parameters(paramLabel = "FILE", arity = "1..*", description = "The JSON files of runs.")
        private List<Path> runs = List.of();

        @Option(names = "--history", paramLabel = "FOLDER", description = "The trend over the JSON files of a folder.")
        @Nullable
        private Path history;
    }
}
