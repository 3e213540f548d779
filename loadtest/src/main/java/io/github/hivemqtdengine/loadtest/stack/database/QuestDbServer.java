// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import io.github.hivemqtdengine.loadtest.stack.process.ChildJvm;
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

    private final Path folder;
    private final Guardian guardian;
    private final int port;
    private volatile Optional<ChildJvm> jvm = Optional.empty();
    private boolean closed;

    private QuestDbServer(Path folder, Guardian guardian) throws IOException {
        this.folder = folder;
        this.guardian = guardian;
        this.port = FreePort.find();
    }

    public static QuestDbServer start(Path folder, Guardian guardian) throws IOException {
        Files.createDirectories(folder);
        var server = new QuestDbServer(folder, guardian);
        server.start();
        return server;
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
        return jvm.map(running -> List.of(running.handle())).orElse(List.of());
    }

    @Override
    public synchronized void start() throws IOException {
        if (closed) {
            throw new IOException("QuestDB has been ended for good");
        }
        if (jvm.isEmpty()) {
            var arguments = List.of(folder.toString(), Integer.toString(port));
            jvm = Optional.of(
                    ChildJvm.start(guardian, QuestDbMain.class, JVM, arguments, folder.resolve("questdb.err")));
        }
    }

    @Override
    public synchronized void stop() throws IOException {
        if (jvm.isPresent()) {
            jvm.get().close();
            jvm = Optional.empty();
        }
    }

    @Override
    public synchronized void kill() throws IOException {
        if (jvm.isPresent()) {
            jvm.get().kill();
            jvm = Optional.empty();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        kill();
    }
}
