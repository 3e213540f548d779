// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Write-ahead log of one lane: append-only segments and a watermark. An appended message is in the page cache, so it
 * survives the process but not a power cut.
 *
 * <p>{@link LogSegments} has the state that threads share, and the lock. The watermark and the read position belong to
 * the lane's thread; before and after its life, to the thread that opens and closes the log. The sync position belongs
 * to the thread that syncs.
 */
public final class LaneLog implements MessageLog, Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneLog.class);

    private final Path folder;
    private final LearnedState learned;
    private final DamagedBytes damagedBytes;
    private final Watermark watermark;
    private final AttemptFile attempts;
    private final EpochClock clock;
    private final LogCursor cursor;
    private final CommittedSegments committed;
    private final LogSegments segments;
    private final SegmentSync segmentSync;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofSeconds(10));

    private LaneLog(
            Path folder,
            DamagedBytes damagedBytes,
            SpoolBudget budget,
            Watermark watermark,
            EpochClock clock,
            Durable.Disk disk,
            LearnedState learned) {
        this.folder = folder;
        this.learned = learned;
        this.damagedBytes = damagedBytes;
        this.watermark = watermark;
        this.attempts = new AttemptFile(folder.resolve("attempt"));
        this.clock = clock;
        this.cursor = new LogCursor(damagedBytes);
        this.committed = budget.committed();
        this.segments = new LogSegments(folder, budget, cursor, learned, System::nanoTime);
        this.segmentSync = new SegmentSync(folder, segments::beyond, disk);
    }

    /** Opens the log in this folder, or creates one. */
    public static LaneLog open(Path folder, DamagedBytes damagedBytes, SpoolBudget budget) throws IOException {
        return open(folder, damagedBytes, budget, EpochClock.SYSTEM, Durable.Disk.SYSTEM, () -> {});
    }

    /**
     * Opens the log in this folder, or creates one, with another clock and disk than the system's.
     *
     * @param learned flushed before messages are synced or leave the log
     */
    public static LaneLog open(
            Path folder,
            DamagedBytes damagedBytes,
            SpoolBudget budget,
            EpochClock clock,
            Durable.Disk disk,
            LearnedState learned)
            throws IOException {
        PrivateFiles.createFolders(folder);
        var watermark = Watermark.open(folder.resolve("watermark"));
        return new LaneLog(folder, damagedBytes, budget, watermark, clock, disk, learned);
    }

    @Override
    public void forEachWaiting(Consumer<LoggedMessage> visitor) {
        try {
            var recovery = new LogRecovery(folder, damagedBytes, watermark.number(), learned, committed);
            segments.found(recovery.segments(visitor), recovery.lastNumber());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private UncheckedIOException unreadable(IOException cause) {
        return new UncheckedIOException("Log \"" + folder + "\" cannot be read: " + cause, cause);
    }

    @Override
    public Appended append(String routeId, InboundMessage message) {
        return segments.append(routeId, message);
    }

    @Override
    public List<DroppedMessages> makeRoom(String routeId, InboundMessage message, Consumer<Lost> losses) {
        return segments.makeRoom(routeId, message, losses);
    }

    @Override
    public long lastNumber() {
        return segments.lastNumber();
    }

    @Override
    public long oldestNumber() {
        return watermark.number() + 1;
    }

    @Override
    public @Nullable Attempt attempt() {
        return attempts.read();
    }

    @Override
    public void noteAttempt(@Nullable Attempt attempt) {
        attempts.write(attempt);
    }

    @Override
    public void sync() {
        try {
            learned.flush(); // a synced message must not outlive the loss of one before it
            segmentSync.sync();
        } catch (IOException e) {
            segments.endSegment(); // the system reports a failed write once, so the segment must not grow
            throw new UncheckedIOException("Log \"" + folder + "\" cannot be synced to the disk: " + e, e);
        }
    }

    @Override
    public void readFromHere() {
        segments.readFromHere();
    }

    @Override
    public @Nullable LoggedMessage read() {
        try {
            while (segments.findSegment()) {
                var message = cursor.next(watermark.number());
                if (message != null) {
                    return message;
                }
            }
            return null;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void commit(long number, HighWaterMark mark) {
        if (number <= watermark.number()) {
            return;
        }
        try {
            learned.flush();
            watermark.advance(number, mark.max(markWithinClock()));
            removeCommitted();
        } catch (IOException e) {
            if (failures.tryAcquire()) {
                LOG.error(
                        "Committed position cannot be written to \"{}\"; committed messages may be stored again"
                                + " after a restart: {}",
                        folder,
                        e.toString());
            }
        }
    }

    private void removeCommitted() throws IOException {
        var committed = segments.committed(watermark.number());
        if (!committed.isEmpty()) {
            watermark.force(); // so that a crash can't bring an older watermark back
            for (var segment : committed) {
                segments.remove(segment);
            }
        }
    }

    /** Returns the high-water mark of the timestamps that an earlier process has allocated. */
    public HighWaterMark mark() {
        return watermark.mark();
    }

    /** Writes the high-water mark of the timestamps, unless it is far ahead of the clock. Commits no message. */
    public void writeMark(HighWaterMark mark) throws IOException {
        var noted = mark.withoutAhead(clock.micros()).max(markWithinClock());
        watermark.advance(watermark.number(), noted);
        watermark.advance(watermark.number(), noted); // both slots: of equal numbers either may be read
    }

    private HighWaterMark markWithinClock() {
        return watermark.mark().withoutAhead(clock.micros());
    }

    /** Syncs everything to the disk. */
    public void force() throws IOException {
        watermark.force();
        for (var segment : segments.all()) {
            segmentSync.force(segment);
        }
        segmentSync.forceNames();
    }

    @Override
    public void close() {
        segments.close();
        try (watermark) {
            removeCommitted();
        } catch (IOException e) {
            LOG.warn("Log in \"{}\" failed to close: {}", folder, e.toString());
        }
    }
}
