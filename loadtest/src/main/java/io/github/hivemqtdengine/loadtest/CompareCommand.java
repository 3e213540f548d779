package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a scenario in all modes in turn. */
@Command(
        name = "compare",
        description =
                "Runs scenarios without the extension, with a do-nothing interceptor, with the extension, and with "
                        + "it while its database is away, in turn, and prints ratios with their spread.")
final class CompareCommand implements Callable<Integer> {

    private static final String ALL = "bare, do-nothing, extension, outage";

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
        return session.run("compare-" + String.join("-", names), compared(), scenarios.smoke);
    }

    private List<Scenario> compared() throws IOException, InvalidScenarioException {
        if (scenarios.modes != null) {
            return scenarios.named(names);
        }
        var compared = new ArrayList<Scenario>();
        for (var name : names) {
            scenarios.modes = null;
            scenarios.modes = modes(scenarios.named(List.of(name)).get(0));
            compared.addAll(scenarios.named(List.of(name)));
        }
        return compared;
    }

    /** Variants stand for the extension where there are some. */
    private static String modes(Scenario scenario) {
        var variants = scenario.comparison().contenders().stream()
                .filter(Contender::isVariant)
                .map(Contender::word)
                .collect(Collectors.joining(", "));
        return variants.isEmpty() ? ALL : ALL.replace("extension", variants);
    }
}
