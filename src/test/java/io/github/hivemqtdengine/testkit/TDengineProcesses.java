// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code taosd} and {@code taosadapter} on free ports, everything below one folder; killed when the process ends. Neither
 * has a setting for the address that it listens on (TDengine 3.3.7.5 and 3.3.8), so other machines may reach them.
 */
public final class TDengineProcesses implements AutoCloseable {

    private final Path folder;
    private final Dnode dnode;
    private final Adapter adapter;

    private TDengineProcesses(Path taosd, Path taosadapter, Path folder) {
        int port = Ports.free();
        this.folder = folder;
        this.dnode = new Dnode(taosd, folder.resolve("dnode"), port, port);
        this.adapter = new Adapter(taosadapter, folder.resolve("adapter"), List.of(port));
    }

    static TDengineProcesses start(Path taosd, Path taosadapter, Path folder) {
        var processes = new TDengineProcesses(taosd, taosadapter, folder);
        processes.start();
        return processes;
    }

    /** Starts the processes that do not run and waits until both answer. */
    public void start() {
        Stream.of(server(), adapter()).filter(process -> !process.isAlive()).forEach(ServerProcess::start);
        awaitReady();
    }

    /** Kills both as a power cut would. */
    void kill() {
        adapter().kill();
        server().kill();
    }

    /** Kills both and deletes their folder. */
    @Override
    public void close() {
        kill();
        TemporaryFolder.delete(folder);
    }

    String jdbcUrl() {
        return "jdbc:TAOS-WS://" + adapter.endpoint();
    }

    /** {@code taosd}, which keeps the rows. */
    public ServerProcess server() {
        return dnode.process();
    }

    /** {@code taosadapter}, which the driver talks to. */
    public ServerProcess adapter() {
        return adapter.process();
    }

    /**
     * Writes what the next start of {@code taosd} reads.
     *
     * @param settings lines of {@code taos.cfg} besides the usual ones
     */
    public void configureServer(String settings) {
        dnode.configure(settings);
    }

    /** Waits until both answer. */
    public void awaitReady() {
        await("TDengine, " + server() + "; " + adapter()).until(this::answers);
        OpenPorts.warnOf(dnode.process(), adapter.process());
    }

    /** Returns whether both answer and databases can be created, within about ten seconds. */
    boolean answers() {
        return adapter.readyDnodes() == 1;
    }
}
