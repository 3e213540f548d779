// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A test that opens logs of small segments, one after the other in one folder. */
abstract class OpenLaneLogs {

    static final int SEGMENT = 4_096;
    static final long MUCH = 1L << 30;
    static final HighWaterMark MARK = new HighWaterMark(5, 7);

    @TempDir
    Path folder;

    @RegisterExtension
    final CapturedLog lines = new CapturedLog();

    final Births births = Births.inMemory(BirthLimits.DEFAULT);
    final List<LaneLog> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(LaneLog::close);
    }

    final LaneLog open(long maxBytes) throws IOException {
        var log = open(folder, maxBytes);
        log.forEachWaiting(message -> {});
        return log;
    }

    final LaneLog open(Path where, long maxBytes) throws IOException {
        var log = LaneLog.open(
                where,
                new DamagedBytes(new DamagedFolder(where, 1L << 30), "lane"),
                new SpoolBudget(Files.getFileStore(where), new SpoolSettings(maxBytes, 0, SEGMENT)),
                EpochClock.SYSTEM,
                Durable.Disk.SYSTEM,
                births);
        open.add(log);
        return log;
    }

    final LaneLog reopen(List<Long> visited) throws IOException {
        return reopen(folder, MUCH, visited);
    }

    final LaneLog reopen(Path where, long maxBytes, List<Long> visited) throws IOException {
        var log = open(where, maxBytes);
        log.forEachWaiting(message -> {
            assertThat(message.message().arrivalMicros()).isEqualTo(message.number());
            visited.add(message.number());
        });
        return log;
    }

    static void append(LaneLog log, long first, long last) {
        for (long number = first; number <= last; number++) {
            assertThat(log.append(ROUTE, message(number)).number()).isEqualTo(number);
        }
    }

    static List<Long> numbers(LaneLog log) {
        var numbers = new ArrayList<Long>();
        for (LoggedMessage read = log.read(); read != null; read = log.read()) {
            assertThat(read.routeId()).isEqualTo(ROUTE);
            numbers.add(read.number());
        }
        return numbers;
    }

    static List<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    final List<Path> segments() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Segment::isSegment).sorted().toList();
        }
    }

    static List<Path> keptAside(Path where) throws IOException {
        try (var files = Files.list(where)) {
            return files.filter(file -> file.toString().endsWith(".damaged")).toList();
        }
    }
}
