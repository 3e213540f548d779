// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.ConsoleReport;
import io.github.hivemqtdengine.loadtest.report.RunComparison;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes reports of finished runs. */
@Command(
        name = "report",
        description = "Makes the pages and the tables of runs again from their JSON, or puts runs side by side.")
final class ReportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The JSON files of runs.")
    private List<Path> files = List.of();

    @Option(
            names = "--compare",
            description = "Writes one page instead, with the same scenarios of all these runs side by side.")
    private boolean compare;

    @Override
    public Integer call() throws IOException {
        if (compare) {
            compare();
        } else {
            for (var json : files) {
                report(json);
            }
        }
        return ExitCode.FINE;
    }

    private void compare() throws IOException {
        if (files.size() < 2 || files.size() > RunComparison.MOST_RUNS) {
            throw new ParameterException(
                    spec.commandLine(), "--compare needs the JSON files of 2 to " + RunComparison.MOST_RUNS + " runs");
        }
        var runs = new ArrayList<RunComparison.Entry>();
        for (var json : files) {
            runs.add(new RunComparison.Entry(name(json), RunFile.read(json)));
        }
        var comparison = RunComparison.of(runs);
        var page = Results.of(files.get(0)).comparison();
        comparison.write(page);
        var out = spec.commandLine().getOut();
        if (comparison.scenarios().isEmpty()) {
            out.println("No scenario ran in two of these runs.");
        }
        out.println("The comparison is " + page.toAbsolutePath());
    }

    /** Returns the file name, or the path if another run has the same file name. */
    private String name(Path json) {
        var name = String.valueOf(json.getFileName());
        return files.stream().filter(other -> other.endsWith(name)).count() > 1 ? json.toString() : name;
    }

    private void report(Path json) throws IOException {
        var out = spec.commandLine().getOut();
        var run = RunFile.read(json);
        var results = Results.of(json);
        results.write(run);
        ConsoleReport.print(run, out);
        out.println("The page is " + results.page().toAbsolutePath());
    }
}
