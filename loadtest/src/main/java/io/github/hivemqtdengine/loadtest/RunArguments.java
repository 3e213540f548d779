// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.agent.AgentAddress;
import io.github.hivemqtdengine.loadtest.agent.AgentLoads;
import io.github.hivemqtdengine.loadtest.agent.AgentToken;
import io.github.hivemqtdengine.loadtest.runner.ChosenLoads;
import io.github.hivemqtdengine.loadtest.runner.Loads;
import io.github.hivemqtdengine.loadtest.runner.MqttloaderLoads;
import io.github.hivemqtdengine.loadtest.runner.OwnLoads;
import io.github.hivemqtdengine.loadtest.scenario.LoaderProgram;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for the loader and the results of a run. */
final class RunArguments {

    private static final String MQTTLOADER_HOME = "MQTTLOADER_HOME";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--mqttloader",
            paramLabel = "HOME",
            description = "Let the real mqttloader generate the load, unless x.loader = own: the folder with its "
                    + "bin/mqttloader.")
    @Nullable
    private Path mqttloader;

    @Option(
            names = "--agents",
            paramLabel = "AGENT,...",
            description = "Let agents make the load, each with a share of the clients: tcp:HOST:PORT for one that "
                    + "listens, ssh:USER@HOST:/FOLDER for one that ssh starts from the load tests in this folder, local:N for "
                    + "N processes on this machine. Agents on other machines need --broker.")
    @Nullable
    private String agents;

    @Option(
            names = "--agent-token-file",
            paramLabel = "FILE",
            description = "Its first line is the token of the agents that listen.")
    @Nullable
    private Path agentTokenFile;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "Where reports go (the folder results of the load tests).")
    private Path results = Home.results();

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description = "The JSON of a run that did not end: what is complete in it is not run again.")
    @Nullable
    private Path resume;

    /**
     * Returns the generators of the load.
     *
     * @param scenarios those that use them; without one that names mqttloader, {@code MQTTLOADER_HOME} is not read
     * @param ownBroker whether the broker is the user's, which agents on other machines reach
     * @throws IOException if there is no mqttloader in the given folder, or an agent is not reached
     */
    Loads loads(List<Scenario> scenarios, boolean ownBroker) throws IOException, InterruptedException {
        if (mqttloader == null && scenarios.stream().noneMatch(RunArguments::namesMqttloader)) {
            return own(ownBroker);
        }
        if (agents != null) {
            throw new ParameterException(spec.commandLine(), "mqttloader makes the load without agents: omit --agents");
        }
        var home = mqttloader != null
                ? Optional.of(mqttloader)
                : Optional.ofNullable(System.getenv(MQTTLOADER_HOME)).map(Path::of);
        var theirs = home.isPresent() ? Optional.<Loads>of(MqttloaderLoads.at(home.get())) : Optional.<Loads>empty();
        if (mqttloader != null && scenarios.stream().noneMatch(RunArguments::namesOwn)) {
            return theirs.orElseThrow();
        }
        var byDefault = mqttloader == null ? LoaderProgram.OWN : LoaderProgram.MQTTLOADER;
        return new ChosenLoads(byDefault, new OwnLoads(), theirs);
    }

    private static boolean namesMqttloader(Scenario scenario) {
        return names(scenario, LoaderProgram.MQTTLOADER);
    }

    private static boolean namesOwn(Scenario scenario) {
        return names(scenario, LoaderProgram.OWN);
    }

    private static boolean names(Scenario scenario, LoaderProgram program) {
        return Stream.concat(Stream.of(scenario), scenario.variants().values().stream())
                .anyMatch(each -> each.program().equals(Optional.of(program)));
    }

    private Loads own(boolean ownBroker) throws IOException, InterruptedException {
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
        return AgentLoads.connect(addresses, token(addresses));
    }

    private List<AgentAddress> addresses(String text) {
        try {
            return AgentAddress.parseAll(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--agents: " + e.getMessage(), e);
        }
    }

    private String token(List<AgentAddress> addresses) throws IOException {
        if (agentTokenFile != null) {
            return AgentToken.read(agentTokenFile);
        }
        if (addresses.stream().anyMatch(AgentAddress.Tcp.class::isInstance)) {
            throw new ParameterException(
                    spec.commandLine(), "Agents that listen need --agent-token-file with their token");
        }
        return "";
    }

    Path results() {
        return results;
    }

    @Nullable
    Path resume() {
        return resume;
    }
}
