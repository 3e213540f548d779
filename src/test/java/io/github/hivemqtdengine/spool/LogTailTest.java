package io.github.hivemqtdengine.spool;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.MessageLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {

    @TempDir
    Path temporary;

    private final AtomicLong nanos = new AtomicLong();

    /** Every append waits for the one before, so a disk that fails slowly would hold up the broker's threads. */
    @Test
    void shouldLeaveAFailedDiskAloneForAMoment() throws IOException {
        var folder = temporary.resolve("lane");
        var budget = new SpoolBudget(Files.getFileStore(temporary), new SpoolSettings(1L << 20, 0, 4_096));
        List<Segment> segments = new ArrayList<>();
        var tail = new LogTail(folder, budget, segments, new OldestSegments(segments, budget, nanos::get), nanos::get);
        assertThat(tail.append(ROUTE, message(1))).isEqualTo(MessageLog.FAILED);
        Files.createDirectory(folder); // the disk is well again

        nanos.addAndGet(Duration.ofMillis(99).toNanos());
        assertThat(tail.append(ROUTE, message(1))).isEqualTo(MessageLog.FAILED);
        assertThat(folder).isEmptyDirectory();

        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(tail.append(ROUTE, message(1))).isEqualTo(1);
        assertThat(tail.append(ROUTE, message(2))).isEqualTo(2);
        tail.endSegment();
    }
}
