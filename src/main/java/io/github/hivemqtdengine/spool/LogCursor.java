package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.LoggedMessage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a lane's log is read: a place in one of its segments, whose file is open while it is read. Guarded by {@link
 * LogSegments}, but for {@link #next}, which the lane's thread alone calls, and never while another one places the cursor.
 */
final class LogCursor {

    private static final Logger LOG = LoggerFactory.getLogger(LogCursor.class);

    private final DamagedBytes damagedBytes;
    private @Nullable Segment segment;
    private long position = SegmentHeader.BYTES;
    private @Nullable SegmentReader reader;

    LogCursor(DamagedBytes damagedBytes) {
        this.damagedBytes = damagedBytes;
    }

    /** The segment that it is in, {@code null} before there is one. */
    @Nullable
    Segment segment() {
        return segment;
    }

    /** Goes to the beginning of a segment. */
    private void toBeginning(Segment newSegment) {
        release();
        segment = newSegment;
        position = SegmentHeader.BYTES;
    }

    /** Goes to where the next record will be. */
    void toEnd(Segment newest) {
        release();
        segment = newest;
        position = newest.end();
    }

    /**
     * Goes to the first segment in which there is something to read, beginning with the one that it is in.
     *
     * @param segments all of the log, the newest last
     * @return {@code false} if there is nothing to read in any of them
     */
    boolean moveOn(List<Segment> segments) {
        if (segments.isEmpty()) {
            return false;
        }
        int at = segments.indexOf(segment);
        if (at < 0) { // none yet, or one that was read from memory, and is settled
            at = 0;
            toBeginning(segments.get(at));
        }
        while (isAtEnd() && at + 1 < segments.size()) { // some have nothing to read any more
            at++;
            toBeginning(segments.get(at));
        }
        return !isAtEnd();
    }

    /** Whether there is nothing more in its segment now. */
    private boolean isAtEnd() {
        return segment == null || position >= segment.end();
    }

    /**
     * Reads the next message of its segment. What can't be read is passed over and kept aside. If it fails it stays where
     * it is.
     *
     * @param settled up to which number messages are passed over
     * @return {@code null} if there is none at the moment
     */
    @Nullable
    LoggedMessage next(long settled) throws IOException {
        if (segment == null) {
            return null;
        }
        boolean isRead = false;
        try {
            var message = next(segment, segment.end(), settled);
            isRead = true;
            return message;
        } finally {
            if (!isRead) {
                release();
            }
        }
    }

    private @Nullable LoggedMessage next(Segment from, long end, long settled) throws IOException {
        try {
            return next(from, open(from), end, settled);
        } catch (DamagedSegmentException e) {
            damagedBytes.copy(from.file(), 0, end);
            position = end;
            return null;
        }
    }

    private @Nullable LoggedMessage next(Segment from, SegmentReader open, long end, long settled) throws IOException {
        while (open.next(end)) {
            var message = open.number() > settled ? decoded(from, open) : null;
            position = open.position();
            if (message != null) {
                return message;
            }
        }
        if (position < end) {
            damagedBytes.copy(from.file(), position, end);
            open.seek(end);
            position = end;
        }
        return null;
    }

    private @Nullable LoggedMessage decoded(Segment from, SegmentReader open) {
        try {
            return MessageCodec.decode(open.number(), open.body());
        } catch (IllegalArgumentException e) {
            damagedBytes.copy(from.file(), position, open.position());
            return null;
        }
    }

    private SegmentReader open(Segment from) throws IOException {
        var open = reader;
        if (open == null) {
            open = SegmentReader.open(from.file(), (start, end) -> damagedBytes.copy(from.file(), start, end));
            open.seek(position);
            reader = open;
        }
        return open;
    }

    /** Closes the segment's file, as before it is deleted. */
    void release() {
        try {
            if (reader != null) {
                reader.close();
            }
        } catch (IOException e) {
            LOG.warn("{} can't be closed: {}", segment, e.toString());
        }
        reader = null;
    }
}
