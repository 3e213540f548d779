package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import io.github.hivemqtdengine.spool.log.RecordFormat.RecordBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Segments of a lane's log that are not yet fully committed, shared by all threads that use the log. The monitor of
 * this object is the log's lock. It guards the list of segments, the tail, and the segment of the cursor.
 *
 * <ul>
 *   <li>The thread that appends, one at a time, holds it while it writes a record or makes room for one.
 *   <li>The lane's thread holds it to find the next segment, to end one, and to delete each committed one.
 *   <li>The thread that syncs holds it to list the segments, and to end one.
 * </ul>
 *
 * <p>No thread holds it while it reads a record or waits for an fsync.
 */
final class LogSegments {

    private final SpoolBudget budget;
    private final LogCursor cursor;
    /** The newest last. */
    private final List<Segment> segments = new ArrayList<>();

    private final OldestSegments oldest;
    private final LogTail tail;
    private boolean isClosed;

    /**
     * @param cursor the read position; moved only here
     * @param learned flushed before messages are dropped
     */
    LogSegments(Path folder, SpoolBudget budget, LogCursor cursor, LearnedState learned) {
        this.budget = budget;
        this.cursor = cursor;
        this.oldest = new OldestSegments(segments, budget, learned, System::nanoTime);
        this.tail = new LogTail(folder, budget, segments, oldest, System::nanoTime);
    }

    /**
     * Adds the segments that an earlier process has left; called before all other methods.
     *
     * @param lastNumber the last number of that process
     */
    synchronized void found(List<Segment> left, long lastNumber) {
        segments.addAll(left);
        left.forEach(segment -> budget.found(segment.end()));
        tail.continueAfter(lastNumber);
    }

    /** Implements {@link MessageLog#append}. */
    synchronized MessageLog.Appended append(String routeId, InboundMessage message) {
        return isClosed ? MessageLog.Appended.refused(MessageLog.Status.FAILED) : tail.append(routeId, message);
    }

    /** Implements {@link MessageLog#makeRoom}. */
    synchronized List<DroppedMessages> makeRoom(String routeId, InboundMessage message, Consumer<Lost> losses) {
        int read = Math.max(segments.indexOf(cursor.segment()), 0); // no segment yet: starts in the first
        return isClosed ? List.of() : oldest.giveUp(read, RecordBuffer.maxBytes(routeId, message), losses);
    }

    /** Returns the number of the message that was appended last. */
    synchronized long lastNumber() {
        return tail.lastNumber();
    }

    /** Ends the newest segment; the next message begins another one. */
    synchronized void endSegment() {
        tail.endSegment();
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
        tail.endCommittedSegment(number);
        return segments.stream()
                .filter(segment -> !tail.isOpen(segment) && segment.lastNumber() <= number)
                .toList();
    }

    /** Deletes a committed segment and returns its room to the budget. */
    synchronized void delete(Segment segment) throws IOException {
        if (segment == cursor.segment()) {
            cursor.release();
        }
        Files.deleteIfExists(segment.file());
        segments.remove(segment);
        budget.give(segment.end());
    }

    /** Closes the files; later appends fail. */
    synchronized void close() {
        isClosed = true;
        cursor.release();
        tail.endSegment();
    }
}
