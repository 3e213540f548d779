package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.DroppedMessages;
import io.github.hivemqtdengine.pipeline.KeyMark;
import io.github.hivemqtdengine.pipeline.LoggedMessage;
import io.github.hivemqtdengine.pipeline.MessageLog;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of one lane: segments that are only appended to, and a watermark. What is appended is in the page cache, so it
 * survives the process, not the machine's power.
 *
 * <p>The monitor of this object is the log's lock. It guards which segments there are, the tail, and in which of them the
 * cursor is:
 *
 * <ul>
 *   <li>Whoever appends, one broker's thread at a time, holds it for the whole of {@link #append}, {@link #makeRoom} and
 *       {@link #readFromHere}.
 *   <li>The lane's thread holds it to find the next segment to read, to end one, and to forget each that is settled. It
 *       does not while it reads a record or writes the watermark, which are its own, nor while it waits for the disk.
 *   <li>The thread that syncs holds it to ask which segments there are, not while it waits for the disk.
 * </ul>
 */
final class LaneLog implements MessageLog, Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneLog.class);

    private final Path folder;
    private final DamagedBytes damagedBytes;
    private final SpoolBudget budget;
    private final Watermark watermark;
    private final LogCursor cursor;
    /** Those that are not settled as a whole, the newest last; guarded by this. */
    private final List<Segment> segments = new ArrayList<>();

    private final OldestSegments oldest;
    private final LogTail tail;
    private final SegmentSync segmentSync;
    private boolean isClosed;

    private LaneLog(Path folder, DamagedBytes damagedBytes, SpoolBudget budget, Watermark watermark) {
        this.folder = folder;
        this.damagedBytes = damagedBytes;
        this.budget = budget;
        this.watermark = watermark;
        this.cursor = new LogCursor(damagedBytes);
        this.oldest = new OldestSegments(segments, budget);
        this.tail = new LogTail(folder, budget, segments, oldest);
        this.segmentSync = new SegmentSync(folder, this::segmentsBeyond);
    }

    /** Opens the log in this folder, or begins one. */
    static LaneLog open(Path folder, DamagedBytes damagedBytes, SpoolBudget budget) throws IOException {
        Files.createDirectories(folder);
        return new LaneLog(folder, damagedBytes, budget, Watermark.open(folder.resolve("watermark")));
    }

    @Override
    public synchronized void forEachWaiting(Consumer<LoggedMessage> visitor) {
        try {
            var recovery = new LogRecovery(folder, damagedBytes, watermark.number());
            segments.addAll(recovery.segments(visitor));
            tail.goOnBehind(recovery.lastNumber());
            segments.forEach(segment -> budget.found(segment.end()));
        } catch (IOException e) {
            throw new UncheckedIOException("What waits in " + folder + " can't be read: " + e, e);
        }
    }

    @Override
    public synchronized long append(String routeId, InboundMessage message) {
        return isClosed ? FAILED : tail.append(routeId, message);
    }

    @Override
    public synchronized List<DroppedMessages> makeRoom(String routeId, InboundMessage message) {
        int read = Math.max(segments.indexOf(cursor.segment()), 0); // if it is in none yet, it comes to the first
        return isClosed ? List.of() : oldest.giveUp(read, RecordBuffer.maxBytes(routeId, message));
    }

    @Override
    public synchronized long lastNumber() {
        return tail.lastNumber();
    }

    @Override
    public void sync() {
        try {
            segmentSync.sync();
        } catch (IOException e) {
            beginAnew();
            throw new UncheckedIOException("What was appended in " + folder + " can't be brought to the disk: " + e, e);
        }
    }

    /** The system reports a failed write once: nothing more goes where one has failed. */
    private synchronized void beginAnew() {
        tail.endSegment();
    }

    private synchronized List<Segment> segmentsBeyond(long number) {
        return segments.stream()
                .filter(segment -> segment.lastNumber() > number)
                .toList();
    }

    @Override
    public synchronized void readFromHere() {
        if (!segments.isEmpty()) {
            cursor.toEnd(segments.get(segments.size() - 1));
        }
    }

    @Override
    public @Nullable LoggedMessage read() {
        try {
            while (findSegment()) {
                var message = cursor.next(watermark.number());
                if (message != null) {
                    return message;
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("What waits in " + folder + " can't be read: " + e, e);
        }
    }

    /** Whether the cursor is now in a segment in which there is something to read. */
    private synchronized boolean findSegment() {
        return cursor.moveOn(segments);
    }

    @Override
    public void settle(long number, KeyMark mark) {
        if (number <= watermark.number()) {
            return;
        }
        try {
            watermark.advance(number, mark.max(watermark.mark()));
            endSettledSegment();
            deleteSettled();
        } catch (IOException e) {
            LOG.error("What is settled can't be noted in {}, it may be written again: {}", folder, e.toString());
        }
    }

    private synchronized void endSettledSegment() {
        tail.endSettledSegment(watermark.number());
    }

    private void deleteSettled() throws IOException {
        var settled = settled();
        if (!settled.isEmpty()) {
            watermark.force(); // so that a crash can't bring an older one back
            for (var segment : settled) {
                delete(segment);
            }
        }
    }

    /** All but the segment that goes on. */
    private synchronized List<Segment> settled() {
        return segments.stream()
                .filter(segment -> !tail.isOpen(segment) && segment.lastNumber() <= watermark.number())
                .toList();
    }

    private synchronized void delete(Segment segment) throws IOException {
        if (segment == cursor.segment()) {
            cursor.release();
        }
        Files.deleteIfExists(segment.file());
        segments.remove(segment);
        budget.give(segment.end());
    }

    /** How far an earlier process has come with its keys. */
    KeyMark mark() {
        return watermark.mark();
    }

    /** Notes how far the keys have come, without a message. */
    synchronized void settleNothing(KeyMark mark) throws IOException {
        watermark.advance(watermark.number(), mark.max(watermark.mark()));
    }

    /** Brings everything to the disk. */
    synchronized void force() throws IOException {
        watermark.force();
        for (var segment : segments) {
            SegmentSync.force(segment);
        }
        segmentSync.forceNames();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        cursor.release();
        tail.endSegment();
        try (watermark) {
            deleteSettled();
        } catch (IOException e) {
            LOG.warn("The log in {} can't be closed: {}", folder, e.toString());
        }
    }
}
