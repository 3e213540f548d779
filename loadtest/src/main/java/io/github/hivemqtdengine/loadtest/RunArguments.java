package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.runner.ChosenLoads;
import io.github.hivemqtdengine.loadtest.runner.Loads;
import io.github.hivemqtdengine.loadtest.runner.MqttloaderLoads;
import io.github.hivemqtdengine.loadtest.runner.OwnLoads;
import io.github.hivemqtdengine.loadtest.scenario.LoadGenerator;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command-line options for the loader and the results of a run. */
final class RunArguments {

    private static final String MQTTLOADER_HOME = "MQTTLOADER_HOME";

    @Option(
            names = "--mqttloader",
            paramLabel = "HOME",
            description = "Let the real mqttloader generate the load, unless x.loader = own: the folder with its "
                    + "bin/mqttloader.")
    @Nullable
    private Path mqttloader;

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
     * @throws IOException if there is no mqttloader in the given folder
     */
    Loads loads(List<Scenario> scenarios) throws IOException, InterruptedException {
        if (mqttloader == null && scenarios.stream().noneMatch(RunArguments::namesMqttloader)) {
            return new OwnLoads();
        }
        var home = mqttloader != null
                ? Optional.of(mqttloader)
                : Optional.ofNullable(System.getenv(MQTTLOADER_HOME)).map(Path::of);
        var theirs = home.isPresent() ? Optional.<Loads>of(MqttloaderLoads.at(home.get())) : Optional.<Loads>empty();
        if (mqttloader != null && scenarios.stream().noneMatch(RunArguments::namesOwn)) {
            return theirs.orElseThrow();
        }
        var byDefault = mqttloader == null ? LoadGenerator.OWN : LoadGenerator.MQTTLOADER;
        return new ChosenLoads(byDefault, new OwnLoads(), theirs);
    }

    private static boolean namesMqttloader(Scenario scenario) {
        return names(scenario, LoadGenerator.MQTTLOADER);
    }

    private static boolean namesOwn(Scenario scenario) {
        return names(scenario, LoadGenerator.OWN);
    }

    private static boolean names(Scenario scenario, LoadGenerator generator) {
        return Stream.concat(Stream.of(scenario), scenario.variants().values().stream())
                .anyMatch(each -> each.generator().equals(Optional.of(generator)));
    }

    Path results() {
        return results;
    }

    @Nullable
    Path resume() {
        return resume;
    }
}
