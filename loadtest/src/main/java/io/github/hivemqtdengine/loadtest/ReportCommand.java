package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.BenchmarksPage;
import io.github.hivemqtdengine.loadtest.report.ConsoleReport;
import io.github.hivemqtdengine.loadtest.report.History;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes reports of runs that are over. */
@Command(
        name = "report",
        description = "Makes the page and the tables of a run again from its JSON, or shows the trend over many.")
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
            description = "Also writes the figures into this Markdown file, between its marks.")
    @Nullable
    private Path benchmarks;

    @Override
    public Integer call() throws IOException {
        return source.history == null ? one(source.run()) : history(source.history);
    }

    private int one(Path json) throws IOException {
        var out = spec.commandLine().getOut();
        var run = RunFile.read(json);
        var results = Results.of(json);
        results.write(run);
        ConsoleReport.print(run, out);
        out.println("The page is " + results.page().toAbsolutePath());
        if (benchmarks != null) {
            BenchmarksPage.update(benchmarks, run);
            out.println("The figures are in " + benchmarks.toAbsolutePath());
        }
        return ExitCode.FINE;
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

    /** What the report is made of. */
    private static final class Source {

        @Parameters(paramLabel = "FILE", description = "The JSON file of a run.")
        @Nullable
        private Path json;

        @Option(names = "--history", paramLabel = "FOLDER", description = "The trend over the JSON files of a folder.")
        @Nullable
        private Path history;

        private Path run() {
            if (json == null) {
                throw new IllegalStateException("The command line takes one of both");
            }
            return json;
        }
    }
}
