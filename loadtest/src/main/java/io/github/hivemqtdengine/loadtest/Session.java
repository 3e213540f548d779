// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.Measurement.Earlier;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

    @Mixin
    private final LiveArguments liveArguments = new LiveArguments();

    /** Returns the mode of the user's own broker, for scenarios without {@code --modes}; empty for other brokers. */
    Optional<String> onlyMode() {
        return stackArguments.onlyMode().map(Mode::word);
    }

    /**
     * Runs scenarios one after another. On Ctrl-C, writes the results up to that point.
     *
     * @param name base name of the report files
     * @return the exit code of the process
     */
    int run(String name, List<Scenario> scenarios, boolean smoke)
            throws IOException, SQLException, InterruptedException {
        var results = Results.in(runArguments.results(), name, Instant.now());
        var resumption = "--resume " + results.json() + " continues with what is missing";
        var earlier =
                Optional.ofNullable(runArguments.resume()).map(json -> new Earlier(json, scenarios, result -> false));
        try (var loads = runArguments.loads(scenarios, stackArguments.isOwnBroker())) {
            return new Measurement(spec, stackArguments.options(), loads, liveArguments, results, resumption)
                    .run(scenarios, smoke, earlier);
        }
    }
}
