package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.Machine;
import io.github.hivemqtdengine.loadtest.report.Report;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import io.github.hivemqtdengine.loadtest.stack.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(name = "loadtest/run", description = "Measures the packaged extension in a real broker: MQTT in, SQL out.")
final class LoadTest implements Runnable {

    private static final String MODES = "Brokers to run, of bare, do-nothing, extension, outage (${DEFAULT-VALUE}).";
    private static final String ALL = "bare,do-nothing,extension";
    private static final Path RESULTS = Path.of("target", "results");

    private final String command;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private LoadTest(String command) {
        this.command = command;
    }

    public static void main(String[] arguments) {
        var loadTest = new LoadTest("loadtest/run " + String.join(" ", arguments));
        System.exit(commandLine(loadTest).execute(arguments));
    }

    private static CommandLine commandLine(LoadTest loadTest) {
        return new CommandLine(loadTest)
                .registerConverter(BrokerMode.class, BrokerMode::ofWord)
                .setExecutionExceptionHandler((failure, line, arguments) -> {
                    line.getErr().println(sentence(failure));
                    return line.getCommandSpec().exitCodeOnExecutionException();
                });
    }

    private static String sentence(Throwable failure) {
        var sentence = new StringBuilder(failure.toString());
        for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            sentence.append("\n  since ").append(cause);
        }
        return sentence.toString();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which scenario?");
    }

    @Command(
            description = "The cases c1, c2 and c3 of the report of 2020 with the extension off, a do-nothing "
                    + "interceptor, and on: throughput and latency at the subscribers.")
    int published(
            @Mixin Options options,
            @Option(names = "--modes", split = ",", defaultValue = ALL, description = MODES) List<BrokerMode> modes)
            throws Exception {
        return report(options, testbed -> new PublishedScenario(testbed, options, modes).run());
    }

    @Command(description = "The broker's CPU time for each stored message beyond a do-nothing interceptor's.")
    int cpu(
            @Mixin Options options,
            @Option(names = "--messages", defaultValue = "200000", description = "Of each run (${DEFAULT-VALUE}).")
                    int messages)
            throws Exception {
        return report(
                options, testbed -> CpuScenario.run(new StoringRuns(testbed, options, CpuScenario.MODES), messages));
    }

    @Command(
            name = "end-to-end",
            description = "Case c5: JSON messages from ten publishers until the count in the database is exact.")
    int endToEnd(
            @Mixin Options options,
            @Option(names = "--messages", defaultValue = "300000", description = "Of each run (${DEFAULT-VALUE}).")
                    int messages,
            @Option(names = "--modes", split = ",", defaultValue = "do-nothing,extension", description = MODES)
                    List<BrokerMode> modes)
            throws Exception {
        return report(
                options,
                testbed -> EndToEndScenario.run(
                        "end-to-end", new StoringRuns(testbed, options, modes), StoringLoad.JSON, messages, 60_000));
    }

    @Command(description = "JSON arrays of 100 records from ten publishers until the count in the database is exact.")
    int arrays(
            @Mixin Options options,
            @Option(names = "--messages", defaultValue = "30000", description = "Of each run (${DEFAULT-VALUE}).")
                    int messages)
            throws Exception {
        var modes = List.of(BrokerMode.DO_NOTHING, BrokerMode.EXTENSION);
        return report(
                options,
                testbed -> EndToEndScenario.run(
                        "arrays", new StoringRuns(testbed, options, modes), StoringLoad.ARRAYS, messages, 500_000));
    }

    private int report(Options options, Scenario scenario) throws Exception {
        var out = spec.commandLine().getOut();
        try (var testbed = options.testbed()) {
            var machine = Machine.describe(testbed.database().title(), command);
            var report = scenario.run(testbed);
            report.print(out, machine);
            out.println("Every round is in " + report.write(RESULTS, machine).toAbsolutePath());
            return 0;
        }
    }

    /** Measures something. */
    @FunctionalInterface
    private interface Scenario {

        Report run(Testbed testbed) throws IOException, InterruptedException, SQLException;
    }
}
