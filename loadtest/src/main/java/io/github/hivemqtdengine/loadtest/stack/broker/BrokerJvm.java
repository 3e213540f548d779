// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.process.ChildJvm;
import io.github.hivemqtdengine.loadtest.stack.process.FreePort;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** HiveMQ Community Edition, or the control server, in a JVM of its own. */
public final class BrokerJvm implements AutoCloseable {

    private static final List<String> ARGUMENTS = List.of(
            "-Xmx2g",
            "-Dfile.encoding=UTF-8",
            "-Dlogback.configurationFile=loadtest-logback.xml",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final Guardian guardian;
    private final BrokerPlan plan;
    private final Path folder;
    private final List<String> arguments;
    private final int port;
    private volatile Optional<ChildJvm> jvm = Optional.empty();
    private boolean closed;

    private BrokerJvm(Guardian guardian, BrokerPlan plan, Path folder, List<String> arguments) throws IOException {
        this.guardian = guardian;
        this.plan = plan;
        this.folder = folder;
        this.arguments = arguments;
        this.port = FreePort.find();
    }

    /**
     * Starts a broker and waits until it accepts clients.
     *
     * @param folder folder of all its files, including its extensions folder
     * @param jvmArguments additional JVM arguments, which override the defaults
     */
    public static BrokerJvm start(Guardian guardian, BrokerPlan plan, Path folder, List<String> jvmArguments)
            throws IOException {
        Files.createDirectories(folder);
        var arguments = new ArrayList<>(ARGUMENTS);
        arguments.addAll(jvmArguments);
        var broker = new BrokerJvm(guardian, plan, folder, arguments);
        broker.start();
        return broker;
    }

    private static Class<?> main(Mode mode) {
        return mode == Mode.CONTROL ? ControlMain.class : BrokerMain.class;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    OptionalLong heapBytes() throws IOException, InterruptedException {
        var running = jvm;
        return running.isPresent() ? running.get().heapBytes() : OptionalLong.empty();
    }

    /** Returns the current process; empty while stopped. */
    List<ProcessHandle> processes() {
        return jvm.map(running -> List.of(running.handle())).orElse(List.of());
    }

    /** Shuts the broker down in an orderly way. */
    synchronized void stop() throws IOException {
        if (jvm.isPresent()) {
            jvm.get().close();
            jvm = Optional.empty();
        }
    }

    /** Kills the broker, as {@code kill -9} does. */
    synchronized void kill() throws IOException {
        if (jvm.isPresent()) {
            jvm.get().kill();
            jvm = Optional.empty();
        }
    }

    /** Starts the broker with its data and port, unless it runs, and waits until it accepts clients. */
    synchronized void start() throws IOException {
        if (closed) {
            throw new IOException("The broker has been ended for good");
        }
        if (jvm.isEmpty()) {
            var child = List.of(
                    folder.toString(), plan.mode().name(), plan.webSocketPath().orElse(""), Integer.toString(port));
            var log = folder.resolve("broker.log");
            jvm = Optional.of(ChildJvm.start(guardian, main(plan.mode()), arguments, child, log));
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        stop();
    }
}
