// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs every scenario. */
@Command(
        name = "all",
        description = "Runs all scenarios: hours, or with --smoke a few minutes. Those that need a feature that the "
                + "extension does not have are skipped.")
final class AllCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Mixin
    private final ScenarioArguments scenarios = new ScenarioArguments();

    @Mixin
    private final Session session = new Session();

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException, InvalidScenarioException {
        scenarios.useModes(session.onlyMode());
        return session.run(scenarios.smoke ? "smoke" : "all", scenarios.all(), scenarios.smoke);
    }
}
