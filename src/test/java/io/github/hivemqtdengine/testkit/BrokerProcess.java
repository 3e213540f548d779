// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

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

    /** Options that its JVM has as the tests' own; without the slow compiler a start takes a third less of the processor. */
    private static final List<String> INHERITED = List.of("--add-", "-Dfile.encoding", "-XX:TieredStopAtLevel");

    private static final String READ_ONLY = "broker.read-only-extension";
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
        return start(List.of(), folder, configuration, options, environment);
    }

    /**
     * Starts a broker that cannot write to the folder of the extension, nor to the file of its configuration. If this
     * process is root's, the broker's has no capabilities, so that permissions of files apply to it.
     */
    public static BrokerProcess startReadOnly(Path folder, String configuration) throws IOException {
        var launcher = FileRights.areIgnored()
                ? List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all")
                : List.<String>of();
        return start(launcher, folder, configuration, List.of("-D" + READ_ONLY + "=true"), Map.of());
    }

    private static BrokerProcess start(
            List<String> launcher,
            Path folder,
            String configuration,
            List<String> options,
            Map<String, String> environment)
            throws IOException {
        Files.createDirectories(folder);
        Files.deleteIfExists(folder.resolve("port"));
        Files.writeString(folder.resolve("config.xml"), configuration);
        var command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
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
            var output = started.output() + started.threads();
            started.close();
            throw new IllegalStateException("The broker did not start:\n" + output, e);
        }
    }

    /** Returns the stack of each thread; nothing if the process has ended or the JVM has no tool for it. */
    private String threads() throws IOException {
        var tool = Path.of(System.getProperty("java.home"), "bin", "jstack");
        if (!process.isAlive() || !Files.isExecutable(tool)) {
            return "";
        }
        var dump = new ProcessBuilder(tool.toString(), Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start();
        return new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The broker's process. */
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[0]);
        var broker = new EmbeddedBroker(folder.resolve("broker"), Path.of(arguments[1]));
        Files.copy(folder.resolve("config.xml"), broker.configurationFile(), StandardCopyOption.REPLACE_EXISTING);
        if (Boolean.getBoolean(READ_ONLY)) {
            FileRights.setWritable(broker.extensionFolder(), false);
        }
        broker.start(0);
        say(folder.resolve("port"), Integer.toString(broker.mqttPort()));
        answer(folder.resolve("figure"), broker.metrics());
        System.exit(0); // the parent process asks no more
    }

    /** Writes the value of each gauge whose name comes in on standard input. */
    private static void answer(Path file, MetricRegistry metrics) throws IOException {
        try (var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var name = questions.readLine(); name != null; name = questions.readLine()) {
                say(file, String.valueOf(metrics.gauge(name).getValue()));
            }
        }
    }

    /** Writes the file atomically: a reader sees all of it or none. */
    private static void say(Path file, String text) throws IOException {
        var draft = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The port that MQTT clients connect to. */
    public int mqttPort() throws IOException {
        return Integer.parseInt(Files.readString(folder.resolve("port")));
    }

    /** A metric of a route, for example {@code stored} or {@code dead-lettered}; not thread-safe. */
    public long figure(String routeId, String name) throws IOException {
        var answer = folder.resolve("figure");
        Files.deleteIfExists(answer);
        var question = ROUTE_METRICS + routeId + "." + name + "\n";
        process.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        await("the figure " + name).until(() -> Files.exists(answer));
        return Long.parseLong(Files.readString(answer));
    }

    /** Waits until no message of a route is in flight; then its account has to be even. */
    public void awaitEvenAccount(String routeId) throws IOException {
        await("nothing in flight").until(() -> figure(routeId, "in-flight"), inFlight -> inFlight == 0);
        assertThat(figure(routeId, "difference")).isZero();
    }

    /** Replaces the extension's configuration, which it follows as it does when an operator writes one. */
    public void configure(String configuration) throws IOException {
        var file = folder.resolve("broker/extensions/hivemq-tdengine-extension/conf/config.xml");
        var draft = Files.writeString(file.resolveSibling("config.xml.new"), configuration);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The dead-letter file, whether it is there or not. */
    public Path deadLetterFile() {
        return folder.resolve("broker/data/hivemq-tdengine-extension/dead-letters.jsonl");
    }

    /** Output of this process and of earlier processes of this folder. */
    public String output() throws IOException {
        return Files.readString(folder.resolve("output.txt"));
    }

    /** Ends it as {@code kill -9} does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
