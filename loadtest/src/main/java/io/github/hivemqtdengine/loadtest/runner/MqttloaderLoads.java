package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.MqttloaderOutput;
import io.github.hivemqtdengine.loadtest.measure.RecordFile;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.MqttloaderFile;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The real mqttloader, 0.8, in a process of its own. It knows nothing of {@code x.} keys: what it does is what its own keys
 * say. Its messages do not tell which one they are, so rows are counted; and it does not tell which messages were
 * acknowledged, so all that it has sent are expected.
 */
public final class MqttloaderLoads implements Loads {

    private static final List<ScenarioKey> OURS = List.of(ScenarioKey.TOPIC_PATTERN, ScenarioKey.FORMAT);

    private final Path program;

    /** @param home the folder with its {@code bin/mqttloader} */
    public MqttloaderLoads(Path home) {
        this.program = home.resolve("bin/mqttloader");
    }

    @Override
    public String title() {
        return "mqttloader at " + program;
    }

    @Override
    public Optional<String> obstacle(Scenario scenario) {
        if (!Files.isExecutable(program)) {
            return Optional.of("there is no mqttloader: " + program + " is not a program");
        }
        if (!scenario.faults().isEmpty()) {
            return Optional.of("mqttloader does not say when it begins, so nothing can go wrong at a time");
        }
        if (OURS.stream().anyMatch(key -> scenario.settings().containsKey(key.word()))) {
            return Optional.of("mqttloader knows neither the topics nor the payloads of this scenario");
        }
        var load = scenario.load();
        return load.crowd().connections() > 0 || load.calls().isPresent()
                ? Optional.of("mqttloader has no connections beside publishers and subscribers")
                : Optional.empty();
    }

    @Override
    public boolean rowsTellMessages() {
        return false;
    }

    @Override
    public Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("mqttloader-");
        try {
            var file = folder.resolve("mqttloader.conf");
            var address = new BrokerAddress(broker.getHostString(), broker.getPort());
            Files.writeString(file, MqttloaderFile.text(scenario, address) + "output = " + folder + "\n");
            var output = run(List.of(program.toString(), "-c", file.toString()), folder);
            var subscribers = scenario.load().subscribers();
            var result = RecordFile.read(recordFile(folder), subscribers.shared() ? 1 : subscribers.count());
            return new Loaded(result, MqttloaderOutput.parse(output).figures());
        } finally {
            delete(folder);
        }
    }

    private static String run(List<String> command, Path folder) throws IOException, InterruptedException {
        var printed = folder.resolve("printed.txt");
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            int code = process.waitFor();
            var output = Files.readString(printed, StandardCharsets.UTF_8);
            if (code != 0) {
                throw new IOException("mqttloader ended with " + code + ":\n" + output);
            }
            return output;
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static Path recordFile(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder, "*.csv")) {
            for (var file : files) {
                return file;
            }
        }
        throw new IOException("mqttloader has written no record file");
    }

    /** A leftover in the folder for temporary files is no reason to fail. */
    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            files.forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            return;
        }
        folder.toFile().delete();
    }
}
