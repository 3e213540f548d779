// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.ShiftedClock;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server takes no logins from a machine whose clock is more than a quarter of an hour away from its own. */
@Tag("full")
class ClockSkewIT extends FaultTest {

    private static final Duration SKEW = Duration.ofMinutes(30);

    private static TDengineServer server;
    private static Map<String, String> behind;

    @BeforeAll
    static void startServer() {
        behind = ShiftedClock.behindBy(SKEW);
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
    void shouldAskForAnOperatorOnceAndStoreEachMessageOnceWhenTheClockIsRightAgain() throws Exception {
        startBroker();
        startLoad();

        restart(behind);
        awaitLines("set the clocks", 1);
        awaitBacklog();
        assertThat(lines("needs an operator")).isEqualTo(1);
        restart(Map.of());
        awaitCurrent();

        assertEachStoredOnceInOrder();
    }

    /** The adapter, too: the clocks are compared when it logs in. */
    private static void restart(Map<String, String> environment) {
        var processes = server.processes();
        processes.adapter().kill();
        processes.server().stop();
        processes.server().start(environment);
        processes.adapter().start();
    }
}
