// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.agent.AgentMain;
import io.github.hivemqtdengine.loadtest.agent.Sentence;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
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
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the command line: runs scenarios by name, or a subcommand. */
@Command(
        name = "loadtest/run",
        description = "Measures the packaged extension in a real broker: MQTT in, SQL out, every row counted. "
                + "Without arguments it lists the scenarios.",
        subcommands = {LoadCommand.class, CaptureCommand.class, ReportCommand.class, ConfigCommand.class},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:no threshold was missed",
            "1:a threshold was missed, or a scenario failed",
            "2:the command line or a scenario file is invalid",
            "3:nothing could be measured",
            "130:interrupted"
        })
final class LoadTest implements Callable<Integer> {

    private static final String NAME = "loadtest/run";

    private static final String MENU = """
            Load tests of the HiveMQ TDengine extension: MQTT in, SQL out, every row counted.

              loadtest/run c3               run a scenario (or several), each as its file says
              loadtest/run all --smoke      run all for some seconds each
              loadtest/run compare c3       the broker bare, with a do-nothing interceptor, with the extension,
                                            and with the extension while its database is away
              loadtest/run --help           what else there is

            Scenarios:
            """;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "Names of scenarios, or scenario files.")
    private List<String> names = List.of();

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
                .setCaseInsensitiveEnumValuesAllowed(true)
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
            var out = spec.commandLine().getOut();
            out.print(MENU);
            for (var scenario : Scenarios.in(Home.scenarios()).all(Variation.NONE)) {
                out.printf("  %-22s %s%n", scenario.name(), scenario.title());
            }
            out.flush();
            return ExitCode.FINE;
        }
        return session.run(String.join("-", names), session.scenarios().named(names));
    }

    /** Runs every scenario. */
    @Command(
            name = "all",
            description =
                    "Runs all scenarios: hours, or with --smoke a few minutes. Those that need a feature that the "
                            + "extension does not have are skipped.")
    int all(@Mixin Session all) throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        return all.run(all.scenarios.smoke ? "smoke" : "all", all.scenarios().all());
    }

    /** Runs scenarios in all modes in turn. */
    @Command(
            name = "compare",
            description =
                    "Runs scenarios without the extension, with a do-nothing interceptor, with the extension, and "
                            + "with it while its database is away, in turn, and prints ratios with their spread.")
    int compare(
            @Parameters(paramLabel = "SCENARIO", arity = "1..*", description = "Names of scenarios, or scenario files.")
                    List<String> compared,
            @Mixin Session every)
            throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        return every.run("compare-" + String.join("-", compared), every.scenarios.inAllModes(compared));
    }

    /** Runs a share of the clients of a load test that another machine commands. */
    @Command(
            name = "agent",
            description =
                    "Runs a share of the clients of a load test that another machine commands with --agents, which "
                            + "starts it by ssh. Takes orders from standard input.")
    void agent() {
        AgentMain.serve();
    }
}
