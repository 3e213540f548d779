package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;

import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A broker with the packaged extension in a process of its own, so that it can be killed. It ends with the process that
 * has started it.
 */
public final class BrokerProcess implements AutoCloseable {

    private static final String ROUTE_METRICS = "com.hivemq.extensions.tdengine.route.";

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
        return start(folder, configuration, List.of(), Map.of());
    }

    /** The same with options of its JVM, for example {@code -Xmx1g}. */
    public static BrokerProcess start(Path folder, String configuration, List<String> options) throws IOException {
        return start(folder, configuration, options, Map.of());
    }

    /**
     * Starts a broker and returns when it takes connections.
     *
     * @param folder where it keeps its files; a broker that was there before has left its own
     * @param configuration the extension's
     * @param options of its JVM
     * @param environment variables that its process has besides those of this one
     */
    public static BrokerProcess start(
            Path folder, String configuration, List<String> options, Map<String, String> environment)
            throws IOException {
        Files.createDirectories(folder);
        Files.deleteIfExists(folder.resolve("port"));
        Files.writeString(folder.resolve("config.xml"), configuration);
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-") || argument.startsWith("-Dfile.encoding"))
                .forEach(command::add);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), BrokerProcess.class.getName()));
        command.addAll(List.of(folder.toString(), System.getProperty("extension.zip")));
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output.txt").toFile()));
        builder.environment().putAll(environment);
        var started = new BrokerProcess(folder, builder.start());
        try {
            await("the broker's start")
                    .failFast("it ended", () -> !started.process.isAlive())
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
        say(folder.resolve("port"), Integer.toString(broker.mqttPort()));
        answer(folder.resolve("figure"), broker.metrics());
        System.exit(0); // nobody asks any more
    }

    /** Says what a gauge shows to whoever writes its name into this process. */
    private static void answer(Path file, MetricRegistry metrics) throws IOException {
        try (var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var name = questions.readLine(); name != null; name = questions.readLine()) {
                say(file, String.valueOf(metrics.gauge(name).getValue()));
            }
        }
    }

    /** Whoever sees the file sees all of it. */
    private static void say(Path file, String text) throws IOException {
        var draft = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The port that MQTT clients connect to. */
    public int mqttPort() throws IOException {
        return Integer.parseInt(Files.readString(folder.resolve("port")));
    }

    /** A figure of a route, for example {@code stored} or {@code dead-lettered}; not for many threads. */
    public long figure(String routeId, String name) throws IOException {
        var answer = folder.resolve("figure");
        Files.deleteIfExists(answer);
        var question = ROUTE_METRICS + routeId + "." + name + "\n";
        process.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        await("the figure " + name).until(() -> Files.exists(answer));
        return Long.parseLong(Files.readString(answer));
    }

    /** Replaces the extension's configuration, which it follows as it does when an operator writes one. */
    public void configure(String configuration) throws IOException {
        var file = folder.resolve("broker/extensions/hivemq-tdengine-extension/conf/config.xml");
        var draft = Files.writeString(file.resolveSibling("config.xml.new"), configuration);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the process itself. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The dead-letter file, whether it is there or not. */
    public Path deadLetterFile() {
        return folder.resolve("broker/data/hivemq-tdengine-extension/dead-letters.jsonl");
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
