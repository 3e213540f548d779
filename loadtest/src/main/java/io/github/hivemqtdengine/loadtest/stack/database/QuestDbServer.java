// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import io.github.hivemqtdengine.loadtest.stack.process.ChildServer;
import io.github.hivemqtdengine.loadtest.stack.process.FreePort;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import io.questdb.ServerMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** QuestDB in a JVM of its own, which substitutes for TDengine. */
public final class QuestDbServer implements DatabaseServer {

    static final String USERNAME = "admin";
    static final String PASSWORD = "quest";

    private static final List<String> JVM = List.of(
            "-Xmx2g",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final ChildServer server;
    private final int port;

    private QuestDbServer(ChildServer server, int port) {
        this.server = server;
        this.port = port;
    }

    public static QuestDbServer start(Path folder, Guardian guardian) throws IOException {
        Files.createDirectories(folder);
        int port = FreePort.find();
        var arguments = List.of(folder.toString(), Integer.toString(port));
        var child = new ChildServer(guardian, QuestDbMain.class, JVM, arguments, folder.resolve("questdb.err"));
        child.start();
        return new QuestDbServer(child, port);
    }

    @Override
    public String title() {
        return "embedded in a JVM of its own";
    }

    /** Read from the jar, because QuestDB's own query returns the version of the embedding program. */
    @Override
    public Optional<String> version() {
        return Optional.ofNullable(ServerMain.class.getPackage().getImplementationVersion());
    }

    @Override
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/qdb";
    }

    @Override
    public String username() {
        return USERNAME;
    }

    @Override
    public String password() {
        return PASSWORD;
    }

    @Override
    public List<ProcessHandle> processes() {
        return server.processes();
    }

    @Override
    public void start() throws IOException {
        server.start();
    }

    @Override
    public void stop() throws IOException {
        server.stop();
    }

    @Override
    public void kill() throws IOException {
        server.kill();
    }

    @Override
    public void close() throws IOException {
        try (server) {
            kill();
        }
    }
}
