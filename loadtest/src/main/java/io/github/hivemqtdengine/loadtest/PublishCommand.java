// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.Measurement.Earlier;
import io.github.hivemqtdengine.loadtest.report.BenchmarksPage;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.runner.OwnLoads;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.stack.Stack;
import io.github.hivemqtdengine.loadtest.stack.StackOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs every scenario on each database, and keeps the results for publication. */
@Command(
        name = "publish",
        description = "Runs all scenarios on QuestDB and, if taosd and taosadapter are there, on TDengine, with at "
                + "least five rounds each: hours. Continues an earlier run of the same machine and build that was "
                + "interrupted; elsewhere, --folder keeps results of your own. With --smoke some minutes, to see "
                + "that all of it works.")
final class PublishCommand implements Callable<Integer> {

    /** Fewest rounds with which the statistical tests of thresholds can tell anything. */
    private static final int ROUNDS = 5;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..*",
            description = "Names of scenarios, if not all; the published results of the others are kept.")
    private List<String> names = List.of();

    @Mixin
    private final ScenarioArguments scenarios = new ScenarioArguments();

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where JSON and tables go (docs/results of a checkout; with --smoke, a folder of results).")
    @Nullable
    private Path folder;

    @Option(
            names = "--stack",
            paramLabel = "STACK",
            converter = DatabaseOfRun.Converter.class,
            description = "Only on this database: embedded, which is QuestDB, or tdengine (both).")
    @Nullable
    private DatabaseOfRun stack;

    @Mixin
    private final LiveArguments liveArguments = new LiveArguments();

    @Option(names = "--fresh", description = "Measure again what an earlier run has completed.")
    private boolean fresh;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        var codes = new ArrayList<Integer>();
        if (stack != DatabaseOfRun.TDENGINE) {
            codes.add(publish("questdb", DatabaseOfRun.EMBEDDED));
        }
        if (stack != DatabaseOfRun.EMBEDDED && !codes.contains(ExitCode.INTERRUPTED)) {
            publishOnTDengine().ifPresent(codes::add);
        }
        return ExitCode.ofAll(codes);
    }

    private Optional<Integer> publishOnTDengine()
            throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        if (Stack.hasLocalTDengine()) {
            return Optional.of(publish("tdengine", DatabaseOfRun.TDENGINE));
        }
        spec.commandLine()
                .getOut()
                .println("Nothing was measured on TDengine: taosd and taosadapter are neither in TDENGINE_HOME "
                        + "nor on the PATH.");
        return Optional.empty();
    }

    @SuppressWarnings("try") // the claim is only opened and closed
    private int publish(String name, DatabaseOfRun database)
            throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        var results = Results.of(Files.createDirectories(folder()).resolve(name + ".json"));
        try (var claim = results.claim()) {
            return publish(results, database);
        }
    }

    private int publish(Results results, DatabaseOfRun database)
            throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        var wanted = wanted();
        int code = new Measurement(
                        spec,
                        StackOptions.of(database.choice()),
                        new OwnLoads(),
                        liveArguments,
                        results,
                        "the same command continues with what is missing")
                .run(wanted, scenarios.smoke, earlier(results, wanted));
        if (code != ExitCode.INTERRUPTED) {
            var table = results.table();
            BenchmarksPage.update(table, List.of(RunFile.read(results.json())));
            spec.commandLine().getOut().println("The tables are in " + table.toAbsolutePath());
        }
        return code;
    }

    private List<Scenario> wanted() throws IOException, InvalidScenarioException {
        var all = scenarios.all().stream().map(Scenario::name).toList();
        return scenarios.named(names.isEmpty() ? all : names, scenarios.smoke ? 1 : ROUNDS);
    }

    /** Keeps the results of scenarios that are not wanted, and without {@code --fresh} the wanted ones, too. */
    private Optional<Earlier> earlier(Results results, List<Scenario> wanted) {
        if (!Files.exists(results.json())) {
            return Optional.empty();
        }
        var wantedNames = wanted.stream().map(Scenario::name).collect(Collectors.toSet());
        return Optional.of(new Earlier(
                results.json(),
                fresh ? List.of() : wanted,
                result -> !names.isEmpty() && !wantedNames.contains(result.name())));
    }

    private Path folder() {
        if (folder != null) {
            return folder;
        }
        return scenarios.smoke ? Home.results().resolve("publish-smoke") : Home.published();
    }
}
