// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class DatabaseServerTest {

    @TempDir
    Path folder;

    private DatabaseServer start(String database, Guardian guardian) throws Exception {
        if (database.equals("questdb")) {
            return QuestDbServer.start(folder.resolve("server"), guardian);
        }
        Programs.needTDengine();
        return LocalTDengine.start(folder.resolve("server"), guardian);
    }

    @Test
    @Tag("full")
    void shouldNotStartAgainAfterTheEndOfQuestDb() throws Exception {
        shouldNotStartAgainAfterItsEnd("questdb");
    }

    @Test
    @Tag("full")
    void shouldNotStartAgainAfterTheEndOfTDengine() throws Exception {
        shouldNotStartAgainAfterItsEnd("tdengine");
    }

    private void shouldNotStartAgainAfterItsEnd(String database) throws Exception {
        try (var guardian = Guardian.of(Files.createDirectory(folder.resolve("guarded")))) {
            var server = start(database, guardian);
            var before = server.processes();
            assertThat(before).isNotEmpty().allMatch(ProcessHandle::isAlive);

            server.close();

            assertThat(before).noneMatch(ProcessHandle::isAlive);
            assertThatThrownBy(server::start).isInstanceOf(IOException.class).hasMessageContaining("for good");
            assertThat(server.processes()).isEmpty();
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"questdb", "tdengine"})
    void shouldStartAgainAfterAnInterruptedStop(String database) throws Exception {
        try (var guardian = Guardian.of(Files.createDirectory(folder.resolve("guarded")))) {
            var server = start(database, guardian);
            var before = server.processes();
            stopInterrupted(server);

            server.start();

            assertThat(server.processes())
                    .hasSameSizeAs(before)
                    .doesNotContainAnyElementsOf(before)
                    .allMatch(ProcessHandle::isAlive);
            assertThat(before).noneMatch(ProcessHandle::isAlive);
            server.close();
        }
    }

    private static void stopInterrupted(DatabaseServer server) throws IOException {
        Thread.currentThread().interrupt();
        try {
            server.stop();
        } catch (InterruptedException e) {
            // expected: the stop was interrupted
        } finally {
            Thread.interrupted();
        }
    }
}
