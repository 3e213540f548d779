package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.DroppedMessages;
import io.github.hivemqtdengine.pipeline.MessageLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments of a lane's log that are not settled as a whole, for all threads that have to do with them. The monitor of
 * this object is the log's lock: it guards which segments there are, the tail, and in which of them the cursor is.
 *
 * <ul>
 *   <li>A thread that appends, of which there is one at a time, holds it while it writes a record or makes room for one.
 *   <li>The lane's thread holds it to find the next segment to read, to end one, and to delete each that is settled.
 *   <li>The thread that syncs holds it to ask which segments there are, and to end one.
 * </ul>
 *
 * <p>Nobody holds it while a record is read, or while the disk is told to keep what was written.
 */
final class LogSegments {

    private final SpoolBudget budget;
    private final LogCursor cursor;
    /** The newest last. */
    private final List<Segment> segments = new ArrayList<>();

    private final OldestSegments oldest;
    private final LogTail tail;
    private boolean isClosed;

    /** @param cursor where the log is read; placed here only */
    LogSegments(Path folder, SpoolBudget budget, LogCursor cursor) {
        this.budget = budget;
        this.cursor = cursor;
        this.oldest = new OldestSegments(segments, budget, System::nanoTime);
        this.tail = new LogTail(folder, budget, segments, oldest, System::nanoTime);
    }

    /**
     * An earlier process has left these; before all else.
     *
     * @param lastNumber the number up to which it had come
     */
    synchronized void found(List<Segment> left, long lastNumber) {
        segments.addAll(left);
        left.forEach(segment -> budget.found(segment.end()));
        tail.goOnBehind(lastNumber);
    }

    /** See {@link MessageLog#append}. */
    synchronized long append(String routeId, InboundMessage message) {
        return isClosed ? MessageLog.FAILED : tail.append(routeId, message);
    }

    /** See {@link MessageLog#makeRoom}. */
    synchronized List<DroppedMessages> makeRoom(String routeId, InboundMessage message) {
        int read = Math.max(segments.indexOf(cursor.segment()), 0); // if it is in none yet, it comes to the first
        return isClosed ? List.of() : oldest.giveUp(read, RecordBuffer.maxBytes(routeId, message));
    }

    /** The number of the message that was appended last. */
    synchronized long lastNumber() {
        return tail.lastNumber();
    }

    /** The next message begins another segment. */
    synchronized void endSegment() {
        tail.endSegment();
    }

    /** Places the cursor where the next record will be. */
    synchronized void readFromHere() {
        if (!segments.isEmpty()) {
            cursor.toEnd(segments.get(segments.size() - 1));
        }
    }

    /** Places the cursor in a segment in which there is something to read; {@code false} if there is none. */
    synchronized boolean findSegment() {
        return cursor.moveOn(segments);
    }

    /** All that there are now, oldest first. */
    synchronized List<Segment> all() {
        return List.copyOf(segments);
    }

    /** Those with a record beyond this number, oldest first. */
    synchronized List<Segment> beyond(long number) {
        return segments.stream()
                .filter(segment -> segment.lastNumber() > number)
                .toList();
    }

    /** Those without a record beyond this number, oldest first; not the one that goes on, if it is worth going on. */
    synchronized List<Segment> settled(long number) {
        tail.endSettledSegment(number);
        return segments.stream()
                .filter(segment -> !tail.isOpen(segment) && segment.lastNumber() <= number)
                .toList();
    }

    /** Deletes one that is settled, and gives back the room that it took. */
    synchronized void delete(Segment segment) throws IOException {
        if (segment == cursor.segment()) {
            cursor.release();
        }
        Files.deleteIfExists(segment.file());
        segments.remove(segment);
        budget.give(segment.end());
    }

    /** Closes their files; nothing is appended any more. */
    synchronized void close() {
        isClosed = true;
        cursor.release();
        tail.endSegment();
    }
}
