// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.TDengineProcesses;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server takes its disk for full when less is free than it is told to leave. */
@Tag("full")
class FullDiskIT extends FaultTest {

    /** The server remembers its settings from one start to the next unless it is forced to read them. */
    private static final String A_PETABYTE_TO_BE_LEFT_FREE = "minimalDataDirGB 1000000\nforceReadConfig 1";

    private static final String NOTHING_SPECIAL = "forceReadConfig 1";

    private static TDengineServer server;

    @BeforeAll
    static void startServer() {
        server = TDengineServer.another();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.processes().close();
        }
    }

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @Test
    void shouldNameTheDiskOnceAndStoreEachMessageOnceWhenThereIsRoomAgain() throws Exception {
        startBroker();
        var load = startLoad();
        load.pause(); // the disk is the first thing that goes wrong
        awaitFigure("load", "in-flight", 0);

        restart(A_PETABYTE_TO_BE_LEFT_FREE);
        load.resume();
        awaitLines("the database's disk is full", 1);
        awaitBacklog();
        assertThat(lines("the database's disk is full")).isEqualTo(1);
        restart(NOTHING_SPECIAL);
        awaitCurrent();

        assertEachStoredOnceInOrder();
    }

    private static void restart(String settings) {
        TDengineProcesses processes = server.processes();
        processes.configureServer(settings);
        processes.server().stop();
        processes.server().start();
        processes.awaitReady();
    }
}
