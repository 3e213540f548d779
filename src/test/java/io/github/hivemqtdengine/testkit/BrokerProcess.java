package io.github.hivemqtdengine.testkit;

import static org.awaitility.Awaitility.await;

import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A broker with the packaged extension in a process of its own, so that it can be killed. */
public final class BrokerProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(2);

    private final Path folder;
    private final Process process;

    private BrokerProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts a broker and returns when it takes connections.
     *
     * @param folder where it keeps its files; a broker that was there before has left its own
     * @param configuration the extension's
     */
    public static BrokerProcess start(Path folder, String configuration) throws IOException {
        Files.createDirectories(folder);
        Files.deleteIfExists(folder.resolve("port"));
        Files.writeString(folder.resolve("config.xml"), configuration);
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-") || argument.startsWith("-Dfile.encoding"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), BrokerProcess.class.getName()));
        command.addAll(List.of(folder.toString(), System.getProperty("extension.zip")));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output.txt").toFile()))
                .start();
        var started = new BrokerProcess(folder, process);
        try {
            await("the broker's start")
                    .atMost(START)
                    .failFast("it ended", () -> !process.isAlive())
                    .until(() -> Files.exists(folder.resolve("port")));
            return started;
        } catch (RuntimeException e) {
            var output = started.output();
            started.close();
            throw new IllegalStateException("The broker did not start:\n" + output, e);
        }
    }

    /** The broker's process. */
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[0]);
        var broker = new EmbeddedBroker(folder.resolve("broker"), Path.of(arguments[1]));
        Files.copy(folder.resolve("config.xml"), broker.configurationFile(), StandardCopyOption.REPLACE_EXISTING);
        broker.start(0);
        var draft = Files.writeString(folder.resolve("port.new"), Integer.toString(broker.mqttPort()));
        Files.move(draft, folder.resolve("port"), StandardCopyOption.ATOMIC_MOVE);
        new CountDownLatch(1).await();
    }

    /** The port that MQTT clients connect to. */
    public int mqttPort() throws IOException {
        return Integer.parseInt(Files.readString(folder.resolve("port")));
    }

    /** What it has printed, earlier processes of this folder included. */
    public String output() throws IOException {
        return Files.readString(folder.resolve("output.txt"));
    }

    /** Ends it as {@code kill -9} does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** The same. */
    @Override
    public void close() {
        kill();
    }
}
