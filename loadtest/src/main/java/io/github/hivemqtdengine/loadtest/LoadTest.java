// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.runner.Sentence;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the command line: runs scenarios by name, or a subcommand. */
@Command(
        name = "loadtest/run",
        description = "Measures the packaged extension in a real broker: MQTT in, SQL out, every row counted. "
                + "Without arguments it lists the scenarios.",
        subcommands = {
            AllCommand.class,
            CompareCommand.class,
            PublishCommand.class,
            LoadCommand.class,
            CaptureCommand.class,
            AgentCommand.class,
            ReportCommand.class,
            ProfileCommand.class,
            ConfigCommand.class
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every threshold was met",
            "1:a threshold was missed, or a scenario failed",
            "2:the command line or a scenario file is invalid",
            "3:nothing could be measured",
            "130:interrupted"
        })
final class LoadTest implements Callable<Integer> {

    private static final String NAME = "loadtest/run";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "Names of scenarios, or scenario files.")
    private List<String> names = List.of();

    @Mixin
    private final ScenarioArguments scenarios = new ScenarioArguments();

    @Mixin
    private final Session session = new Session();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new LoadTest())
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((invalid, arguments) -> {
                    var line = invalid.getCommandLine();
                    line.getErr().println(invalid.getMessage());
                    UnmatchedArgumentException.printSuggestions(invalid, line.getErr());
                    line.getErr()
                            .println("All options: " + line.getCommandSpec().qualifiedName() + " --help");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, line, arguments) -> {
                    line.getErr().println(Sentence.of(failure));
                    return failure instanceof InvalidScenarioException ? ExitCode.USAGE : ExitCode.FAILED;
                });
    }

    /** Returns the command line that repeats the run, without passwords. */
    static String commandOf(CommandSpec spec) {
        return CommandText.of(NAME, spec.root().commandLine().getParseResult().originalArgs());
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        if (names.isEmpty()) {
            Menu.print(spec.commandLine().getOut());
            return ExitCode.FINE;
        }
        scenarios.useModes(session.onlyMode());
        return session.run(String.join("-", names), scenarios.named(names), scenarios.smoke);
    }
}
