// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.archive.Archive;
import io.github.hivemqtdengine.spool.archive.ArchiveSettings;
import io.github.hivemqtdengine.spool.log.CommittedSegments;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of appending a message to the log of its lane, in the broker's thread. To run it:
 *
 * <pre>
 * ./mvnw -q test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath -DincludeScope=test
 * java -cp target/test-classes:target/classes:$(cat target/classpath) org.openjdk.jmh.Main SpoolBenchmark -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SpoolBenchmark {

    private static final long ROOM = 2L << 30;
    private static final long ARCHIVE = 1L << 30;
    private static final int MESSAGES_BETWEEN_BATCHES = 10_000;

    @Param({"20", "1024"})
    private int payloadBytes;

    /** Whether committed segments are kept in an archive. */
    @Param({"false", "true"})
    private boolean hasArchive;

    private InboundMessage message = message(0);
    private @Nullable Path folder;
    private @Nullable Archive archive;
    private @Nullable Spool spool;
    private @Nullable MessageLog log;

    @Setup
    public void open() throws IOException {
        message = message(payloadBytes);
        folder = Files.createTempDirectory("spool");
        var limits = new ArchiveSettings(ARCHIVE, Duration.ofDays(1));
        archive = hasArchive ? new Archive(folder.resolve(Archive.NAME), limits, 0, Clock.systemUTC()) : null;
        var settings = new SpoolSettings(ROOM, 0, SpoolSettings.DEFAULT.segmentBytes());
        spool = Spool.open(
                folder.resolve("spool"), "", settings, archive == null ? CommittedSegments.DELETED : archive);
        log = spool.log("plant", 1);
        log.forEachWaiting(waiting -> {});
    }

    private static InboundMessage message(int payloadBytes) {
        var properties = Mqtt5Properties.NONE;
        return new InboundMessage(
                "plant/line1/meter/17", new byte[payloadBytes], "client-17", null, 1, false, false, properties, 1);
    }

    /** Includes committing what is written, once per ten thousand messages. */
    @Benchmark
    public long append() {
        var open = log;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        long number = open.append("meters", message).number();
        if (number % MESSAGES_BETWEEN_BATCHES == 0) {
            open.commit(number, HighWaterMark.NONE);
        }
        return number;
    }

    /** The extension does so once a second. */
    @Setup(Level.Iteration)
    public void deleteOld() {
        if (archive != null) {
            archive.deleteOld();
        }
    }

    @TearDown
    public void close() throws IOException {
        if (spool != null) {
            spool.close();
        }
        if (folder != null) {
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
