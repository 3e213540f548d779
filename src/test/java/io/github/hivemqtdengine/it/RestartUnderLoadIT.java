// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.ServerProcess;
import io.github.hivemqtdengine.testkit.TDengineProcesses;
import io.github.hivemqtdengine.testkit.TDengineServer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class RestartUnderLoadIT extends FaultTest {

    private final TDengineProcesses processes = TDengineServer.shared().processes();

    @AfterEach
    void bringBack() {
        processes.start();
    }

    @Test
    void shouldStoreEachMessageOnceWhenTheAdapterIsRestarted() throws Exception {
        disturb(processes.adapter(), ServerProcess::stop);

        assertEachStoredOnceInOrder();
    }

    @Test
    void shouldStoreEachMessageOnceWhenTheAdapterIsKilled() throws Exception {
        disturb(processes.adapter(), ServerProcess::kill);

        assertEachStoredOnceInOrder();
    }

    @Test
    void shouldStoreEachMessageOnceWhenTheServerIsRestarted() throws Exception {
        disturb(processes.server(), ServerProcess::stop);

        assertEachStoredOnceInOrder();
    }

    @Test
    void shouldStoreEachMessageOnceWhenTheServerIsKilled() throws Exception {
        disturb(processes.server(), ServerProcess::kill);

        assertEachStoredOnceInOrder();
    }

    private void disturb(ServerProcess process, Consumer<ServerProcess> end) throws Exception {
        startBroker();
        startLoad();

        for (int round = 0; round < ROUNDS; round++) {
            end.accept(process);
            assertThat(process.isAlive()).isFalse();
            awaitBacklog();
            process.start();
            awaitCurrent();
        }
    }
}
