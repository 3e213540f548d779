// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import io.github.hivemqtdengine.demo.EmbeddedQuestDb;
import java.nio.file.Path;

/** The QuestDB that all tests of this process share; it can go away and come back on the same ports. */
public final class QuestDbServer {

    private static final QuestDbServer SHARED = new QuestDbServer(TemporaryFolder.create("questdb"));

    private final Path folder;
    private EmbeddedQuestDb running;

    private QuestDbServer(Path folder) {
        this.folder = folder;
        this.running = EmbeddedQuestDb.start(folder, Ports.free(), Ports.free());
    }

    /** The server, running. */
    public static QuestDbServer shared() {
        return SHARED;
    }

    public TimeSeriesDatabase freshDatabase() {
        return new QuestDbDatabase(running.jdbcUrl());
    }

    /** Closes the server: clients lose their connections and its ports are closed. */
    public void stop() {
        running.close();
    }

    /** Starts the server again after {@link #stop}, with its rows, on the same ports. */
    public void start() {
        running = EmbeddedQuestDb.start(folder, running.pgPort(), running.httpPort());
    }
}
