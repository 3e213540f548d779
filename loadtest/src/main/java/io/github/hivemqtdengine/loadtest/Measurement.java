// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.ConsoleReport;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.runner.Interruption;
import io.github.hivemqtdengine.loadtest.runner.Loads;
import io.github.hivemqtdengine.loadtest.runner.Preconditions;
import io.github.hivemqtdengine.loadtest.runner.Progress;
import io.github.hivemqtdengine.loadtest.runner.StackPreconditions;
import io.github.hivemqtdengine.loadtest.runner.StackRounds;
import io.github.hivemqtdengine.loadtest.runner.Suite;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.Host;
import io.github.hivemqtdengine.loadtest.stack.Stack;
import io.github.hivemqtdengine.loadtest.stack.StackOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Run of scenarios against one database, with its report.
 *
 * @param spec the command, for its output and for the command line in the report
 * @param liveArguments where live figures are shown
 * @param resumption how to continue an interrupted run, for the user
 */
record Measurement(
        CommandSpec spec,
        StackOptions options,
        Loads loads,
        LiveArguments liveArguments,
        Results results,
        String resumption) {

    /**
     * Results of an earlier run.
     *
     * @param scenarios those whose complete results are taken over, with their thresholds as they are now
     * @param others which results are taken over besides, as they are
     */
    record Earlier(Path json, List<Scenario> scenarios, Predicate<ScenarioResult> others) {}

    /**
     * Runs scenarios one after another. On Ctrl-C, writes the results up to that point.
     *
     * @param earlier results that are not measured again
     * @return the exit code of the process
     */
    @SuppressWarnings("try") // interruption is only opened and closed
    int run(List<Scenario> scenarios, boolean smoke, Optional<Earlier> earlier)
            throws IOException, SQLException, InterruptedException {
        var out = spec.commandLine().getOut();
        try (var interruption = Interruption.begin();
                var live = liveArguments.start(out);
                var stack = Stack.start(options)) {
            var promised = promised(scenarios, stack);
            var suite = new Suite(
                    environment(stack),
                    smoke,
                    new StackRounds(stack, loads, live),
                    new Progress(out, Clock.systemUTC()),
                    results::keep);
            if (earlier.isPresent()) {
                var run = RunFile.read(earlier.get().json());
                suite.resume(
                        run,
                        promised(earlier.get().scenarios(), stack),
                        earlier.get().others());
                if (suite.hasAll(scenarios)) {
                    out.println(
                            "All of it is measured already: " + earlier.get().json());
                    var checked =
                            new Run(run.environment(), smoke, suite.soFar().scenarios());
                    return ExitCode.of(only(report(checked, out), scenarios));
                }
            }
            return run(suite, promised, new StackPreconditions(stack, loads), out);
        }
    }

    private static List<Scenario> promised(List<Scenario> scenarios, Stack stack) {
        var database = stack.database().kind().word();
        return scenarios.stream()
                .map(scenario -> scenario.promisedFor(database))
                .toList();
    }

    private int run(Suite suite, List<Scenario> scenarios, Preconditions preconditions, PrintWriter out)
            throws IOException {
        try {
            suite.run(scenarios, preconditions);
            return ExitCode.of(only(report(suite.soFar(), out), scenarios));
        } catch (InterruptedException e) {
            out.println("Interrupted; " + resumption);
            var unused = report(suite.soFar(), out);
            return ExitCode.INTERRUPTED;
        }
    }

    private static Run only(Run run, List<Scenario> scenarios) {
        return run.only(scenarios.stream().map(Scenario::name).collect(Collectors.toSet()));
    }

    private Run report(Run run, PrintWriter out) throws IOException {
        results.write(run);
        ConsoleReport.print(run, out);
        out.println("The report is " + results.page().toAbsolutePath());
        out.flush();
        return run;
    }

    private Environment environment(Stack stack) throws IOException {
        var host = Host.now();
        return new Environment(
                Instant.now(),
                LoadTest.commandOf(spec),
                host.processor(),
                host.cores(),
                host.memoryMb(),
                host.system(),
                host.java(),
                host.load(),
                loads.title(),
                stack.extensionTitle(),
                stack.brokerTitle(),
                stack.databaseTitle());
    }
}
