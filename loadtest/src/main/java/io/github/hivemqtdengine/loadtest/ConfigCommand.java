// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import io.github.hivemqtdengine.loadtest.stack.extension.ExtensionZip;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the extension's configuration for a scenario on the user's own broker. */
@Command(
        name = "config",
        description =
                "Prints the extension's configuration for a scenario on your own broker: put in the address of your "
                        + "database, and give both to --broker and --jdbc.")
final class ConfigCommand implements Callable<Integer> {

    @Parameters(paramLabel = "SCENARIO", description = "The name of a scenario, or a scenario file.")
    private String name = "";

    @Option(names = "--variant", paramLabel = "NAME", description = "Which variant of the scenario, if it has some.")
    @Nullable
    private String variant;

    @Option(names = "--zip", paramLabel = "FILE", description = "The packaged extension, if not the one found here.")
    @Nullable
    private Path zip;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InvalidScenarioException {
        var scenario = variant(Scenarios.in(Home.scenarios()).named(name, Variation.NONE));
        var extension = zip == null
                ? ExtensionZip.find().orElseThrow(() -> new IOException("The packaged extension is missing: use --zip"))
                : ExtensionZip.of(zip);
        var plan = BrokerPlan.of(Mode.EXTENSION, scenario);
        spec.commandLine().getOut().println(extension.configuration(plan));
        return ExitCode.FINE;
    }

    private Scenario variant(Scenario scenario) {
        if (variant == null) {
            return scenario;
        }
        var contender = new Contender(variant);
        if (!contender.isVariant() || !scenario.comparison().contenders().contains(contender)) {
            throw new ParameterException(
                    spec.commandLine(), "--variant " + variant + ": the scenario " + name + " has no such variant");
        }
        return scenario.as(contender);
    }
}
