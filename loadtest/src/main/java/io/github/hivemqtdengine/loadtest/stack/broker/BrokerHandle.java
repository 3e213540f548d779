// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseLink;
import io.github.hivemqtdengine.loadtest.stack.process.ChildServer;
import io.github.hivemqtdengine.loadtest.stack.process.FreePort;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Running broker: one started for a plan, or the user's own. */
public final class BrokerHandle implements AutoCloseable {

    private static final List<String> ARGUMENTS = List.of(
            "-Xmx2g",
            "-Dfile.encoding=UTF-8",
            "-Dlogback.configurationFile=loadtest-logback.xml",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final Mode mode;
    private final InetSocketAddress address;
    private final Optional<ChildServer> server;
    private final Optional<DatabaseLink> link;

    private BrokerHandle(
            Mode mode, InetSocketAddress address, Optional<ChildServer> server, Optional<DatabaseLink> link) {
        this.mode = mode;
        this.address = address;
        this.server = server;
        this.link = link;
    }

    /**
     * Starts a broker in a JVM of its own, and waits until it accepts clients.
     *
     * @param folder folder of all its files, including its extensions folder
     * @param jvmArguments additional JVM arguments, which override the defaults
     */
    public static BrokerHandle start(
            Guardian guardian, BrokerPlan plan, Path folder, List<String> jvmArguments, Optional<DatabaseLink> link)
            throws IOException {
        Files.createDirectories(folder);
        int port = FreePort.find();
        var server = new ChildServer(
                guardian,
                plan.mode() == Mode.CONTROL ? ControlMain.class : BrokerMain.class,
                Stream.concat(ARGUMENTS.stream(), jvmArguments.stream()).toList(),
                List.of(
                        folder.toString(),
                        plan.mode().name(),
                        plan.webSocketPath().orElse(""),
                        Integer.toString(port)),
                folder.resolve("broker.log"));
        server.start();
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new BrokerHandle(plan.mode(), address, Optional.of(server), link);
    }

    /** Returns the user's own broker, which is never stopped. */
    public static BrokerHandle at(Mode mode, InetSocketAddress address) {
        return new BrokerHandle(mode, address, Optional.empty(), Optional.empty());
    }

    public Mode mode() {
        return mode;
    }

    /** Returns the address for clients. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the broker's process; empty while it is stopped, and for the user's own broker. */
    public List<ProcessHandle> processes() {
        return server.map(ChildServer::processes).orElse(List.of());
    }

    /** Returns the broker's heap after a full collection, in bytes; empty for the user's own broker. */
    public OptionalLong heapBytes() throws IOException, InterruptedException {
        return server.isPresent() ? server.get().heapBytes() : OptionalLong.empty();
    }

    /** Returns whether the broker can be stopped and started again: it is not the user's own. */
    public boolean isOurs() {
        return server.isPresent();
    }

    public void stop() throws IOException {
        server.orElseThrow().stop();
    }

    /** Kills the broker, as {@code kill -9} does. */
    public void kill() throws IOException {
        server.orElseThrow().kill();
    }

    /** Starts the broker again, with its data and port, and waits until it accepts clients. */
    public void start() throws IOException {
        server.orElseThrow().start();
    }

    /** Returns whether the broker is running; always true for the user's own broker. */
    public boolean isAlive() {
        return server.isEmpty() || processes().stream().anyMatch(ProcessHandle::isAlive);
    }

    /** Returns the link to the database if faults can be injected into it. */
    public Optional<DatabaseLink> link() {
        return link.filter(DatabaseLink::isRelayed);
    }

    @Override
    public void close() throws IOException {
        try {
            if (server.isPresent()) {
                server.get().close();
            }
        } finally {
            link.ifPresent(DatabaseLink::close);
        }
    }
}
