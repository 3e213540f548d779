package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.ConsoleReport;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Run;
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
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs scenarios and writes their report; shared by all commands that measure. */
final class Session {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackArguments stackArguments = new StackArguments();

    @Mixin
    private final RunArguments runArguments = new RunArguments();

    /**
     * Runs scenarios one after another. On Ctrl-C, writes the results up to that point.
     *
     * @param name base name of the report files
     * @return the exit code of the process
     */
    @SuppressWarnings("try") // interruption is only opened and closed
    int run(String name, List<Scenario> scenarios, boolean smoke)
            throws IOException, SQLException, InterruptedException {
        var out = spec.commandLine().getOut();
        var loads = runArguments.loads();
        try (var interruption = Interruption.begin();
                var stack = Stack.start(stackArguments.options())) {
            var started = Instant.now();
            var results = Results.in(runArguments.results(), name, started);
            var suite = new Suite(
                    environment(stack, loads, started),
                    smoke,
                    new StackRounds(stack, loads),
                    new Progress(out, Clock.systemUTC()),
                    results::keep);
            if (runArguments.resume() != null) {
                suite.resume(RunFile.read(runArguments.resume()), scenarios);
            }
            return run(suite, scenarios, new StackPreconditions(stack, loads), results, out);
        }
    }

    private static int run(
            Suite suite, List<Scenario> scenarios, Preconditions preconditions, Results results, PrintWriter out)
            throws IOException {
        try {
            suite.run(scenarios, preconditions);
            return ExitCode.of(report(suite.soFar(), results, out));
        } catch (InterruptedException e) {
            out.println("Interrupted; --resume " + results.json() + " goes on with what is missing");
            var unused = report(suite.soFar(), results, out);
            return ExitCode.INTERRUPTED;
        }
    }

    private static Run report(Run run, Results results, PrintWriter out) throws IOException {
        results.write(run);
        ConsoleReport.print(run, out);
        out.println("The report is " + results.page().toAbsolutePath());
        out.flush();
        return run;
    }

    private Environment environment(Stack stack, Loads loads, Instant started) {
        var host = Host.now();
        return new Environment(
                started,
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
                stack.database().title());
    }
}
