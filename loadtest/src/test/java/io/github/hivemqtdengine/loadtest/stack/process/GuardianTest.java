// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class GuardianTest {

    @TempDir
    Path folder;

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"questdb", "tdengine"})
    void shouldLeaveNoProcessBehindAProgramThatIsKilled(String database) throws Exception {
        Programs.needShell();
        if (database.equals("tdengine")) {
            Programs.needTDengine();
        }
        var temporary = Files.createDirectory(folder.resolve("tmp"));
        var arguments = List.of("-Xmx256m", "-Djava.io.tmpdir=" + temporary);
        try (var guardian = Guardian.of(Files.createDirectory(folder.resolve("mine")));
                var program = ChildJvm.start(
                        guardian, OrphanMain.class, arguments, List.of(database), folder.resolve("log"))) {
            var processes = Arrays.stream(program.answer().split(" "))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
            assertThat(processes).hasSizeGreaterThanOrEqualTo(3); // database, broker, guardian

            program.kill();

            assertThat(processes)
                    .allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(60)));
            try (var left = Files.list(temporary)) {
                assertThat(left.filter(path -> path.getFileName().toString().startsWith("loadtest-")))
                        .isEmpty();
            }
        }
    }

    @Test
    void shouldKillWhatItStillWatchesWhenItCloses() throws Exception {
        Programs.needShell();
        var watched = new ProcessBuilder("/bin/sleep", "1000").start();
        var forgotten = new ProcessBuilder("/bin/sleep", "1000").start();
        var mine = Files.createDirectory(folder.resolve("mine"));
        Files.writeString(mine.resolve("file"), "x");
        try {
            try (var guardian = Guardian.of(mine)) {
                guardian.watch(watched.toHandle());
                guardian.watch(forgotten.toHandle());
                guardian.forget(forgotten.toHandle());
            }

            assertThat(watched.onExit()).succeedsWithin(Duration.ofSeconds(30));
            assertThat(forgotten.isAlive()).isTrue();
            assertThat(mine).doesNotExist();
        } finally {
            forgotten.destroyForcibly();
        }
    }
}
