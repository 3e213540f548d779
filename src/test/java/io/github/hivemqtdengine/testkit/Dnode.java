// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One {@code taosd} on a port of its own, everything below one folder. */
final class Dnode {

    private static final String CONFIGURATION = """
            fqdn               localhost
            firstEp            localhost:%1$d
            serverPort         %2$d
            dataDir            %3$s/data
            logDir             %3$s/log
            tempDir            %3$s/tmp
            supportVnodes      64
            telemetryReporting 0
            crashReporting     0
            monitor            0
            audit              0
            udf                0
            %4$s
            """;

    private final Path folder;
    private final int port;
    private final int firstPort;
    private final ServerProcess process;

    /** @param firstPort the port of the cluster's first dnode, which may be this one */
    Dnode(Path taosd, Path folder, int port, int firstPort) {
        this.folder = folder;
        this.port = port;
        this.firstPort = firstPort;
        this.process = new ServerProcess(
                List.of(taosd.toString(), "-c", folder.resolve("cfg").toString()), folder.resolve("taosd.out"));
        for (var name : List.of("cfg", "data", "log", "tmp")) {
            createFolder(folder.resolve(name));
        }
        configure("");
    }

    private static void createFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes what the next start reads.
     *
     * @param settings lines of {@code taos.cfg} besides the usual ones
     */
    void configure(String settings) {
        try {
            Files.writeString(
                    folder.resolve("cfg").resolve("taos.cfg"),
                    CONFIGURATION.formatted(firstPort, port, folder, settings));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    ServerProcess process() {
        return process;
    }
}
