// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class TDengineServerIT {

    TDengineServer tdengine;
    TDengineProcesses processes;

    @AutoClose
    TimeSeriesDatabase database;

    @BeforeEach
    void createTable() throws SQLException {
        tdengine = TDengineServer.shared();
        processes = tdengine.processes();
        database = tdengine.freshDatabase();
        tdengine.execute("CREATE DATABASE " + database.name() + " VGROUPS 1 BUFFER 16");
        database.execute("CREATE TABLE readings (ts TIMESTAMP, v DOUBLE)");
        database.execute("INSERT INTO readings VALUES ('2026-01-02T03:04:05Z', 1.5)");
    }

    @Test
    void shouldKeepRowsWhenTheServerIsKilled() throws SQLException {
        processes.server().kill();
        assertThat(processes.server().isAlive()).isFalse();

        processes.server().start();
        processes.awaitReady();

        database.awaitCount("readings", 1);
    }

    @Test
    void shouldRefuseConnectionsWhileTheAdapterIsStopped() throws SQLException {
        processes.adapter().stop();
        assertThatThrownBy(() -> database.count("readings")).isInstanceOf(SQLException.class);

        processes.adapter().start();
        processes.awaitReady();

        database.awaitCount("readings", 1);
    }

    @Test
    void shouldNotAnswerWhileTheServerIsPaused() throws Exception {
        processes.server().pause();
        try {
            assertThat(processes.answers()).isFalse();
        } finally {
            processes.server().resume();
        }
        processes.awaitReady();

        database.awaitCount("readings", 1);
    }
}
