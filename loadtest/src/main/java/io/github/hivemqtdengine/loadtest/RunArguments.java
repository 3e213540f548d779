// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.agent.AgentAddress;
import io.github.hivemqtdengine.loadtest.agent.AgentLoads;
import io.github.hivemqtdengine.loadtest.agent.Loads;
import io.github.hivemqtdengine.loadtest.agent.OwnLoads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for the loader and the results of a run. */
final class RunArguments {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--agents",
            paramLabel = "AGENT,...",
            description =
                    "Let agents make the load, each with a share of the clients: ssh:USER@HOST:/FOLDER for one that "
                            + "ssh starts from the load tests in this folder, local:N for N processes on this machine. Agents on other "
                            + "machines need --broker.")
    @Nullable
    private String agents;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "Where reports go (the folder results of the load tests).")
    Path results = Home.results();

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description = "The JSON of a run that did not end: what is complete in it is not run again.")
    @Nullable
    Path resume;

    /**
     * Returns the generator of the load.
     *
     * @param ownBroker whether the broker is the user's, which agents on other machines reach
     * @throws IOException if an agent does not start
     */
    Loads loads(boolean ownBroker) throws IOException, InterruptedException {
        if (agents == null) {
            return new OwnLoads();
        }
        var addresses = addresses(agents);
        var remote = addresses.stream().filter(address -> !address.isLocal()).findFirst();
        if (!ownBroker && remote.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Agent " + remote.get() + " can't reach the brokers that the load tests start, which listen on "
                            + "127.0.0.1: agents on other machines need --broker");
        }
        return AgentLoads.start(addresses);
    }

    private List<AgentAddress> addresses(String text) {
        try {
            return AgentAddress.parseAll(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--agents: " + e.getMessage(), e);
        }
    }
}
