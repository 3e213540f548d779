// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Appended;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.spool.disk.DiskRest;
import io.github.hivemqtdengine.spool.log.RecordFormat.RecordBuffer;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Segments of a lane's log that are not yet fully committed, shared by all threads that use the log. The monitor of
 * this object is the log's lock. It guards the list of segments, the tail, and the segment of the cursor.
 *
 * <ul>
 *   <li>The thread that appends, one at a time, holds it while it writes a record or makes room for one.
 *   <li>The lane's thread holds it to find the next segment, to end one, and to remove each committed one.
 *   <li>The thread that syncs holds it to list the segments, and to end one.
 * </ul>
 *
 * <p>No thread holds it while it reads a record or waits for an fsync.
 */
final class LogSegments {

    private static final Logger LOG = LoggerFactory.getLogger(LogSegments.class);

    private final Path folder;
    private final SpoolBudget budget;
    private final LogCursor cursor;
    /** The newest last. */
    private final List<Segment> segments = new ArrayList<>();

    private final OldestSegments oldest;
    private final DiskRest rest;
    private final RecordBuffer record = new RecordBuffer();
    /** Limits the log lines: on a full disk a small record may succeed between two that fail. */
    private final OncePerInterval failures;
    /** Writer of the newest segment, as long as that may grow. */
    private @Nullable SegmentWriter writer;

    private long lastNumber;
    private boolean isClosed;

    /**
     * @param cursor the read position; moved only here
     * @param learned flushed before messages are dropped
     * @param nanos a clock like {@link System#nanoTime}
     */
    LogSegments(Path folder, SpoolBudget budget, LogCursor cursor, LearnedState learned, LongSupplier nanos) {
        this.folder = folder;
        this.budget = budget;
        this.cursor = cursor;
        this.oldest = new OldestSegments(segments, budget, learned, nanos);
        this.rest = new DiskRest(nanos);
        this.failures = new OncePerInterval(Duration.ofMinutes(1), nanos);
    }

    /**
     * Adds the segments that an earlier process has left; called before all other methods.
     *
     * @param last the last number of that process
     */
    synchronized void found(List<Segment> left, long last) {
        segments.addAll(left);
        left.forEach(segment -> budget.found(segment.end()));
        lastNumber = last;
    }

    /** Implements {@link MessageLog#append}: to the newest segment, or to a new one after the size limit. */
    synchronized Appended append(String routeId, InboundMessage message) {
        if (isClosed) {
            return Appended.refused(Status.FAILED);
        }
        long least = RecordBuffer.minBytes(routeId, message);
        if (oldest.isFull(least)) { // checked before a record is encoded
            return refusal(least);
        }
        if (rest.isOn()) {
            return Appended.refused(Status.FAILED);
        }
        try {
            record.fill(routeId, message);
            if (!budget.canEverFit(record.bytes()) || !oldest.acquire(record.bytes())) {
                return refusal(record.bytes());
            }
            var accepted = Appended.as(lastNumber + 1); // first, since there may be no memory left afterwards
            appendRecord(routeId, message);
            return accepted;
        } catch (IOException e) {
            rest.begin();
            return failed(e);
        } catch (RuntimeException | Error e) {
            return failed(e);
        } finally {
            record.clear();
        }
    }

    private Appended failed(Throwable cause) {
        if (failures.tryAcquire()) {
            LOG.error(
                    "Messages cannot be written to the spool folder \"{}\": {}; free space on the disk, or"
                            + " repair it",
                    folder,
                    cause.toString());
        }
        return Appended.refused(Status.FAILED);
    }

    private Appended refusal(long bytes) {
        if (!budget.canEverFit(bytes)) {
            return Appended.refused(Status.TOO_LARGE);
        }
        return Appended.refused(budget.isWithinSize(bytes) ? Status.DISK_SHORT : Status.NO_ROOM);
    }

    private void appendRecord(String routeId, InboundMessage message) throws IOException {
        boolean isAppended = false;
        try {
            var appending = writerFor(record.bytes());
            appending.write(record, lastNumber + 1);
            oldest.count(appending.segment(), routeId, message);
            lastNumber++;
            isAppended = true;
        } finally {
            if (!isAppended) {
                budget.release(record.bytes());
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

    /** Implements {@link MessageLog#makeRoom}. */
    synchronized List<DroppedMessages> makeRoom(String routeId, InboundMessage message, Consumer<Lost> losses) {
        int read = Math.max(segments.indexOf(cursor.segment()), 0); // no segment yet: starts in the first
        return isClosed ? List.of() : oldest.drop(read, RecordBuffer.maxBytes(routeId, message), losses);
    }

    /** Returns the number of the message that was appended last. */
    synchronized long lastNumber() {
        return lastNumber;
    }

    /**
     * Ends the newest segment; the next message begins another one. An empty one leaves the list, since the next one has
     * the same file name.
     */
    synchronized void endSegment() {
        var ended = writer;
        writer = null;
        if (ended == null) {
            return;
        }
        if (ended.segment().isEmpty()) {
            segments.remove(ended.segment());
            budget.release(SegmentHeader.BYTES);
        }
        try {
            ended.close();
        } catch (IOException e) {
            LOG.warn("Spool segment \"{}\" failed to close: {}", ended.segment(), e.toString());
        }
    }

    /** Moves the cursor to the offset of the next record. */
    synchronized void readFromHere() {
        if (!segments.isEmpty()) {
            cursor.toEnd(segments.get(segments.size() - 1));
        }
    }

    /** Moves the cursor to a segment with unread records; {@code false} if there is none. */
    synchronized boolean findSegment() {
        return cursor.moveOn(segments);
    }

    /** Returns the current segments, oldest first. */
    synchronized List<Segment> all() {
        return List.copyOf(segments);
    }

    /** Returns the segments with a record beyond this number, oldest first. */
    synchronized List<Segment> beyond(long number) {
        return segments.stream()
                .filter(segment -> segment.lastNumber() > number)
                .toList();
    }

    /** Returns the segments without a record beyond this number, oldest first, except a newest one that may grow. */
    synchronized List<Segment> committed(long number) {
        endCommittedSegment(number);
        var open = writer == null ? null : writer.segment();
        return segments.stream()
                .filter(segment -> segment != open && segment.lastNumber() <= number)
                .toList();
    }

    /** Ends the newest segment if it is committed, and the disk is short of room or the segment is half full. */
    private void endCommittedSegment(long committed) {
        var newest = writer;
        if (newest != null
                && newest.segment().lastNumber() <= committed
                && (budget.isShort() || newest.segment().end() > budget.segmentBytes() / 2)) {
            endSegment();
        }
    }

    /** Gives a committed segment away and returns its room to the budget. */
    synchronized void remove(Segment segment) throws IOException {
        if (segment == cursor.segment()) {
            cursor.release();
        }
        long bytes = segment.end();
        segment.giveTo(budget.committed());
        segments.remove(segment);
        budget.release(bytes);
    }

    /** Closes the files; later appends fail. */
    synchronized void close() {
        isClosed = true;
        cursor.release();
        endSegment();
    }
}
