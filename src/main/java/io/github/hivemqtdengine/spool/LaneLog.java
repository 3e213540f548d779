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
 */
final class LaneLog implements MessageLog, Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneLog.class);

    private final Path folder;
    private final DamagedBytes damagedBytes;
    private final SpoolBudget budget;
    private final Watermark watermark;
    private final LogCursor cursor;
    private final RecordBuffer record = new RecordBuffer();
    /** Those that are not settled as a whole, the newest last; guarded by this. */
    private final List<Segment> segments = new ArrayList<>();

    private final OldestSegments oldest;
    private final SegmentSync segmentSync;
    private @Nullable SegmentWriter writer;
    private long lastNumber;
    private boolean isFailing;
    private boolean isClosed;

    private LaneLog(Path folder, DamagedBytes damagedBytes, SpoolBudget budget, Watermark watermark) {
        this.folder = folder;
        this.damagedBytes = damagedBytes;
        this.budget = budget;
        this.watermark = watermark;
        this.cursor = new LogCursor(damagedBytes);
        this.oldest = new OldestSegments(segments, budget);
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
            lastNumber = recovery.lastNumber();
            segments.forEach(segment -> budget.found(segment.end()));
        } catch (IOException e) {
            throw new UncheckedIOException("What waits in " + folder + " can't be read: " + e, e);
        }
    }

    @Override
    public synchronized long append(String routeId, InboundMessage message) {
        if (isClosed) {
            return FAILED;
        }
        long least = RecordBuffer.minBytes(routeId, message);
        if (oldest.isFull(least)) { // before it costs the making of a record
            return budget.couldEverTake(least) ? NO_ROOM : TOO_LARGE;
        }
        try {
            record.fill(routeId, message);
            if (!budget.couldEverTake(record.bytes())) {
                return TOO_LARGE;
            }
            if (!oldest.take(record.bytes())) {
                return NO_ROOM;
            }
            appendRecord(routeId);
            isFailing = false;
            return lastNumber;
        } catch (IOException | RuntimeException | Error e) {
            if (!isFailing) {
                LOG.error("Messages can't be kept in {} and are dropped: {}", folder, e.toString());
            }
            isFailing = true;
            return FAILED;
        } finally {
            record.clear();
        }
    }

    private void appendRecord(String routeId) throws IOException {
        boolean isAppended = false;
        try {
            var appending = writerFor(record.bytes());
            appending.append(record, lastNumber + 1);
            appending.segment().count(routeId);
            lastNumber++;
            isAppended = true;
        } finally {
            if (!isAppended) {
                budget.give(record.bytes());
                endSegment();
            }
        }
    }

    private SegmentWriter writerFor(int bytes) throws IOException {
        var current = writer;
        if (current != null) {
            var segment = current.segment();
            if (segment.isEmpty() || segment.end() + bytes <= budget.segmentBytes()) {
                return current;
            }
            endSegment();
        }
        var next = SegmentWriter.create(folder, lastNumber + 1);
        budget.found(SegmentHeader.BYTES);
        segments.add(next.segment());
        writer = next;
        return next;
    }

    /** The next message begins another segment; one without a message would have the name of that. */
    private void endSegment() {
        var ended = writer;
        writer = null;
        if (ended == null) {
            return;
        }
        if (ended.segment().isEmpty()) {
            segments.remove(ended.segment());
            budget.give(SegmentHeader.BYTES);
        }
        close(ended);
    }

    private void close(Closeable file) {
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("A file in {} can't be closed: {}", folder, e.toString());
        }
    }

    @Override
    public synchronized List<DroppedMessages> makeRoom(String routeId, InboundMessage message) {
        int read = Math.max(segments.indexOf(cursor.segment()), 0); // if it is in none yet, it comes to the first
        return isClosed ? List.of() : oldest.giveUp(read, RecordBuffer.maxBytes(routeId, message));
    }

    @Override
    public synchronized long lastNumber() {
        return lastNumber;
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
        endSegment();
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

    /** Has the cursor in a segment in which there is something to read; {@code false} if there is none. */
    private synchronized boolean findSegment() {
        if (segments.isEmpty()) {
            return false;
        }
        int at = segments.indexOf(cursor.segment());
        if (at < 0) { // none yet, or one that was read from memory, and is settled
            at = 0;
            cursor.toBeginning(segments.get(at));
        }
        while (cursor.isAtEnd() && at + 1 < segments.size()) { // some have nothing to read any more
            at++;
            cursor.toBeginning(segments.get(at));
        }
        return !cursor.isAtEnd();
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

    /** Where it takes room for nothing that others need, or that is all there is. */
    private synchronized void endSettledSegment() {
        var newest = writer;
        if (newest != null
                && newest.segment().lastNumber() <= watermark.number()
                && (budget.isShort() || newest.segment().end() > budget.segmentBytes() / 2)) {
            endSegment();
        }
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
        var open = writer == null ? null : writer.segment();
        return segments.stream()
                .filter(segment -> segment != open && segment.lastNumber() <= watermark.number())
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
        endSegment();
        try (watermark) {
            deleteSettled();
        } catch (IOException e) {
            LOG.warn("The log in {} can't be closed: {}", folder, e.toString());
        }
    }
}
