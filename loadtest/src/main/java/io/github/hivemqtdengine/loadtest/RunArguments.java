package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.runner.Loads;
import io.github.hivemqtdengine.loadtest.runner.MqttloaderLoads;
import io.github.hivemqtdengine.loadtest.runner.OwnLoads;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command-line options for the loader and the results of a run. */
final class RunArguments {

    @Option(
            names = "--mqttloader",
            paramLabel = "HOME",
            description = "Let the real mqttloader make the load: the folder with its bin/mqttloader.")
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

    /** @throws IOException if there is no mqttloader in the given folder */
    Loads loads() throws IOException, InterruptedException {
        return mqttloader == null ? new OwnLoads() : MqttloaderLoads.at(mqttloader);
    }

    Path results() {
        return results;
    }

    @Nullable
    Path resume() {
        return resume;
    }
}
