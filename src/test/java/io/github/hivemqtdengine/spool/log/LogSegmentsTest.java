// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class LogSegmentsTest {

    @TempDir
    Path temporary;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final AtomicLong nanos = new AtomicLong();

    /** Every append waits for the one before, so a disk that fails slowly would hold up the broker's threads. */
    @Test
    void shouldLeaveAFailedDiskAloneForAMoment() throws IOException {
        var folder = temporary.resolve("lane");
        var segments = segments(folder);
        assertThat(segments.append(ROUTE, message(1)).status()).isEqualTo(Status.FAILED);
        Files.createDirectory(folder); // the disk is well again

        nanos.addAndGet(Duration.ofMillis(99).toNanos());
        assertThat(segments.append(ROUTE, message(1)).status()).isEqualTo(Status.FAILED);
        assertThat(folder).isEmptyDirectory();

        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(segments.append(ROUTE, message(1)).number()).isEqualTo(1);
        assertThat(segments.append(ROUTE, message(2)).number()).isEqualTo(2);
        segments.endSegment();
    }

    /** On a full disk a small record may succeed between two that fail. */
    @Test
    void shouldLogAFailingDiskAtOnceAndThenOnceAMinute() throws IOException {
        var folder = temporary.resolve("lane");
        var segments = segments(folder);
        for (int i = 0; i < 10; i++) {
            fail(segments, folder);
            succeed(segments, folder);
        }
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("ERROR Messages cannot be written to the spool folder \"" + folder
                        + "\": java.nio.file.NoSuchFileException")
                .endsWith("; free space on the disk, or repair it");

        for (int minute = 1; minute <= 3; minute++) {
            for (int i = 0; i < 6; i++) {
                fail(segments, folder);
                nanos.addAndGet(Duration.ofSeconds(10).toNanos());
            }
            assertThat(log.lines()).as("lines in a disk failure that lasts").hasSize(minute);
        }

        succeed(segments, folder);
        assertThat(log.lines()).hasSize(3);
        fail(segments, folder);
        assertThat(log.lines()).as("the next failure").hasSize(4);
    }

    private void fail(LogSegments segments, Path folder) throws IOException {
        segments.endSegment();
        deleteAll(folder);
        nanos.addAndGet(Duration.ofMillis(100).toNanos());
        assertThat(segments.append(ROUTE, message(1)).status()).isEqualTo(Status.FAILED);
    }

    private void succeed(LogSegments segments, Path folder) throws IOException {
        Files.createDirectory(folder);
        nanos.addAndGet(Duration.ofMillis(100).toNanos());
        assertThat(segments.append(ROUTE, message(1)).number()).isPositive();
    }

    private static void deleteAll(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private LogSegments segments(Path folder) throws IOException {
        var budget = new SpoolBudget(Files.getFileStore(temporary), new SpoolSettings(1L << 20, 0, 4_096));
        var cursor = new LogCursor(new DamagedBytes(new DamagedFolder(temporary, 1L << 20), "lane"));
        return new LogSegments(folder, budget, cursor, () -> {}, nanos::get);
    }
}
