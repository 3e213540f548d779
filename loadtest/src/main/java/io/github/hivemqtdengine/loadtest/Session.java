// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.agent.Loads;
import io.github.hivemqtdengine.loadtest.report.ConsoleReport;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.runner.Interruption;
import io.github.hivemqtdengine.loadtest.runner.Progress;
import io.github.hivemqtdengine.loadtest.runner.StackPreconditions;
import io.github.hivemqtdengine.loadtest.runner.StackRounds;
import io.github.hivemqtdengine.loadtest.runner.Suite;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.Stack;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs scenarios against one database and writes their report; shared by all commands that measure. */
final class Session {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    final ScenarioArguments scenarios = new ScenarioArguments();

    @Mixin
    private final StackArguments stackArguments = new StackArguments();

    @Mixin
    private final RunArguments runArguments = new RunArguments();

    @Mixin
    private final LiveArguments liveArguments = new LiveArguments();

    /** Returns the scenarios; the user's own broker replaces the modes of scenario files by its only one. */
    ScenarioArguments scenarios() {
        scenarios.useModes(stackArguments.onlyMode().map(Mode::word));
        return scenarios;
    }

    /**
     * Runs scenarios one after another. On Ctrl-C, writes the results up to that point.
     *
     * @param name base name of the report files
     * @return the exit code of the process
     */
    @SuppressWarnings("try") // interruption is only opened and closed
    int run(String name, List<Scenario> chosen) throws IOException, SQLException, InterruptedException {
        var results = Results.in(runArguments.results, name, Instant.now());
        var out = spec.commandLine().getOut();
        try (var loads = runArguments.loads(stackArguments.isOwnBroker());
                var interruption = Interruption.begin();
                var live = liveArguments.start(out);
                var stack = Stack.start(stackArguments.options())) {
            var database = stack.database().kind().word();
            var promised = chosen.stream()
                    .map(scenario -> scenario.promisedFor(database))
                    .toList();
            var suite = new Suite(
                    environment(stack, loads),
                    scenarios.smoke,
                    new StackRounds(stack, loads, live),
                    new Progress(out, Clock.systemUTC()),
                    results::keep);
            if (runArguments.resume != null) {
                suite.resume(RunFile.read(runArguments.resume), promised);
                if (suite.hasAll(chosen)) {
                    out.println("All of it is measured already: " + runArguments.resume);
                }
            }
            boolean interrupted = false;
            try {
                suite.run(promised, new StackPreconditions(stack, loads));
            } catch (InterruptedException e) {
                interrupted = true;
                out.println("Interrupted; --resume " + results.json() + " continues with what is missing");
            }
            var run = suite.soFar();
            results.write(run);
            ConsoleReport.print(run, out);
            out.println("The report is " + results.page().toAbsolutePath());
            out.flush();
            var names = chosen.stream().map(Scenario::name).collect(Collectors.toSet());
            return interrupted ? ExitCode.INTERRUPTED : ExitCode.of(run.only(names));
        }
    }

    private Environment environment(Stack stack, Loads loads) throws IOException {
        return Environment.now(
                LoadTest.commandOf(spec),
                loads.title(),
                stack.extensionTitle(),
                stack.brokerTitle(),
                stack.databaseTitle());
    }
}
