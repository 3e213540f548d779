// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs scenarios in all modes in turn. */
@Command(
        name = "compare",
        description =
                "Runs scenarios without the extension, with a do-nothing interceptor, with the extension, and with "
                        + "it while its database is away, in turn, and prints ratios with their spread.")
final class CompareCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Parameters(paramLabel = "SCENARIO", arity = "1..*", description = "Names of scenarios, or scenario files.")
    private List<String> names = List.of();

    @Mixin
    private final ScenarioArguments scenarios = new ScenarioArguments();

    @Mixin
    private final Session session = new Session();

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        var compared = scenarios.named(names, CompareCommand::modes);
        return session.run("compare-" + String.join("-", names), compared, scenarios.smoke);
    }

    /** Returns all contenders of a scenario. Variants replace the mode {@code extension} if the scenario has any. */
    static String modes(Scenario scenario) {
        var variants = scenario.comparison().contenders().stream()
                .filter(Contender::isVariant)
                .map(Contender::word)
                .collect(Collectors.joining(", "));
        return "bare, do-nothing, " + (variants.isEmpty() ? "extension" : variants) + ", outage";
    }
}
