// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.FileRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class StatusFileTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    private Path folder;

    private final StatusSample sample = new StatusSample();
    private Path data;
    private Path file;

    @AutoClose
    private StatusFile status;

    @BeforeEach
    void create() {
        data = folder.resolve("data");
        file = data.resolve("status.json");
        status = new StatusFile(data, sample.metrics, sample.clock);
        sample.database("plant", "jdbc:TAOS-WS://td1:6041");
    }

    private void start() {
        status.start(sample::active);
    }

    private StatusNode written() throws Exception {
        return StatusNode.read(Files.readAllBytes(file));
    }

    private void awaitFile() {
        await().until(() -> Files.exists(file));
    }

    @Test
    void shouldBePrivateAndLeaveNoDraft() throws Exception {
        start();
        awaitFile();

        assertThat(names()).containsExactly("status.json");
        if (FileRights.areKnown()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                    .isEqualTo("rwx------");
        }
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(data)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }

    /** The clock stands still, so that only a change of state leads to a write. */
    @Test
    void shouldWriteAgainSoonAfterAChange() throws Exception {
        start();
        awaitFile();
        assertThat(written().nodes("databases").get(0).flag("up")).isTrue();

        sample.setUp("plant", false);

        await().untilAsserted(() ->
                assertThat(written().nodes("databases").get(0).flag("up")).isFalse());
    }

    @Test
    void shouldWriteAgainAfterFiveSeconds() throws Exception {
        start();
        awaitFile();
        var first = written().time("written");

        sample.clock.advance(StatusFile.INTERVAL);

        await().untilAsserted(() -> assertThat(written().time("written")).isEqualTo(first.plus(StatusFile.INTERVAL)));
    }

    /** A reader that has opened the file reads it to its end, whatever is written meanwhile. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldReplaceTheFileAsAWhole() throws Exception {
        start();
        awaitFile();
        try (var reader = Files.newInputStream(file)) {
            sample.clock.advance(Duration.ofMinutes(1));
            var later = sample.clock.instant();
            await().untilAsserted(() -> assertThat(written().time("written")).isEqualTo(later));

            assertThat(StatusNode.read(reader.readAllBytes()).time("written"))
                    .isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        }
    }

    @Test
    void shouldSayThatItHasStopped() throws Exception {
        start();
        awaitFile();
        assertThat(written().flag("stopped")).isFalse();

        status.close();

        assertThat(written().flag("stopped")).isTrue();
    }

    @Test
    void shouldWriteNothingIfItWasNotStarted() {
        status.close();

        assertThat(data).doesNotExist();
    }

    @Test
    void shouldWarnOnceOfAFolderThatTakesNoFile() throws Exception {
        Files.createFile(data);
        var checks = new AtomicInteger();
        status.start(() -> {
            sample.clock.advance(StatusFile.INTERVAL);
            checks.incrementAndGet();
            return sample.active();
        });
        await().until(() -> checks.get() >= 4);
        assertThat(log.lines()).singleElement().asString().startsWith("WARN Status file in ");

        Files.delete(data);

        awaitFile();
        await().until(() -> log.text().contains("is written again"));
        assertThat(log.lines()).hasSize(2);
    }

    /** A pipe without a reader: its writer waits as for a disk that does not answer. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldHoldNeitherTheStopNorTheLogOnADiskThatDoesNotAnswer() throws Exception {
        Files.createDirectories(data);
        var pipe = data.resolve(".status.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        start();
        await().until(() -> Thread.getAllStackTraces().entrySet().stream()
                .anyMatch(thread -> thread.getKey().getName().equals("tdengine-status")
                        && List.of(thread.getValue()).toString().contains("PrivateFiles.open")));

        var begun = System.nanoTime();
        LoggerFactory.getLogger(StatusFile.class).warn("a warning meanwhile");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
        status.close();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
        assertThat(file).doesNotExist();
        assertThat(log.text()).contains("Task \"tdengine-status\" did not stop in time");
        Files.readAllBytes(pipe); // lets the thread end
    }

    @Test
    void shouldGiveTheContentToAReaderToo() throws Exception {
        var states = new CopyOnWriteArrayList<Boolean>();
        status.setListener(content -> {
            try {
                states.add(StatusNode.read(content).flag("stopped"));
            } catch (DecodeException e) {
                throw new AssertionError(e);
            }
        });
        start();
        await().until(() -> states.contains(false));

        status.close();

        assertThat(states.get(states.size() - 1)).isTrue();
    }
}
