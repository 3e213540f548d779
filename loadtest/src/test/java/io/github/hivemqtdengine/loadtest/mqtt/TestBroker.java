// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Real broker in a child process, on a free loopback port. */
public final class TestBroker implements AutoCloseable {

    private static final Duration TIME_TO_START = Duration.ofMinutes(1);
    private static final List<String> HIVEMQ_JVM = List.of(
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dfile.encoding=UTF-8",
            "-Dlogback.configurationFile=loadtest-logback.xml",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final String name;
    private final int port;
    private final Process process;

    private TestBroker(String name, int port, Process process) {
        this.name = name;
        this.port = port;
        this.process = process;
    }

    public static TestBroker hiveMq(Path folder) throws IOException, InterruptedException {
        int port = freePort();
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(HIVEMQ_JVM);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), HiveMqMain.class.getName()));
        command.addAll(List.of(folder.toString(), Integer.toString(port)));
        return start("HiveMQ", port, command, folder);
    }

    /**
     * Starts the installed mosquitto; skips the calling test if there is none.
     *
     * @param configuration additional lines after the listener on its port
     */
    public static TestBroker mosquitto(Path folder, String configuration) throws IOException, InterruptedException {
        var program = Programs.MOSQUITTO.path();
        int port = freePort();
        var file = folder.resolve("mosquitto.conf");
        Files.writeString(file, "listener " + port + " 127.0.0.1\npersistence false\nuser root\n" + configuration);
        return start("mosquitto", port, List.of(program.toString(), "-c", file.toString()), folder);
    }

    private static TestBroker start(String name, int port, List<String> command, Path folder)
            throws IOException, InterruptedException {
        var log = folder.resolve(name + ".log");
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var broker = new TestBroker(name, port, process);
        var limit = Instant.now().plus(TIME_TO_START);
        while (!broker.accepts()) {
            if (process.waitFor(50, TimeUnit.MILLISECONDS) || Instant.now().isAfter(limit)) {
                broker.close();
                throw new IOException(name + " did not start: " + Files.readString(log, UTF_8));
            }
        }
        return broker;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean accepts() {
        try (var socket = new Socket()) {
            socket.connect(address());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
