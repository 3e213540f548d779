// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage.Origin;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.log.SegmentHeader.DamagedSegmentException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Read position in a lane's log: an offset in one of its segments, whose file is open while it is read. Guarded by
 * {@link LogSegments}, except {@link #next}: only the lane's thread calls it, never while the cursor is moved.
 */
final class LogCursor {

    private static final Logger LOG = LoggerFactory.getLogger(LogCursor.class);

    private final DamagedBytes damagedBytes;
    private @Nullable Segment segment;
    private long position = SegmentHeader.BYTES;
    /** Number of the next message if none is damaged. */
    private long nextNumber;

    /** Origins without a message since the last damage; dropped messages are none. */
    private final Set<Origin> afterDamage = EnumSet.noneOf(Origin.class);

    private @Nullable SegmentReader reader;

    LogCursor(DamagedBytes damagedBytes) {
        this.damagedBytes = damagedBytes;
    }

    /** Returns the current segment; {@code null} before the first one. */
    @Nullable
    Segment segment() {
        return segment;
    }

    private void toBeginning(Segment newSegment) {
        release();
        if (segment != null && segment.isEmpty()) { // it marks messages that were dropped
            nextNumber = newSegment.firstNumber();
        }
        segment = newSegment;
        position = SegmentHeader.BYTES;
    }

    /** Moves to the offset of the next record to be appended. */
    void toEnd(Segment newest) {
        release();
        segment = newest;
        position = newest.end();
        nextNumber = newest.lastNumber() + 1;
    }

    /**
     * Moves to the first segment with unread records, from the current one on.
     *
     * @param segments all segments of the log, the newest last
     * @return {@code false} if there is nothing to read in any of them
     */
    boolean moveOn(List<Segment> segments) {
        if (segments.isEmpty()) {
            return false;
        }
        int at = segments.indexOf(segment);
        if (at < 0) { // none yet, or a segment that was read from memory and is committed
            at = 0;
            toBeginning(segments.get(at));
        }
        while (isAtEnd() && at + 1 < segments.size()) { // some have no unread records
            at++;
            toBeginning(segments.get(at));
        }
        return !isAtEnd();
    }

    /** Returns whether the current segment has no unread records at the moment. */
    private boolean isAtEnd() {
        return segment == null || position >= segment.end();
    }

    /**
     * Reads the next message of the current segment. Unreadable bytes are copied aside and skipped.
     *
     * @param committed the watermark; messages up to this number are skipped
     * @return {@code null} if there is none at the moment
     * @throws IOException if the file can't be read; the position is then unchanged
     */
    @Nullable
    LoggedMessage next(long committed) throws IOException {
        if (segment == null) {
            return null;
        }
        boolean isRead = false;
        try {
            var message = next(segment, segment.end(), committed);
            isRead = true;
            return message;
        } finally {
            if (!isRead) {
                release();
            }
        }
    }

    private @Nullable LoggedMessage next(Segment from, long end, long committed) throws IOException {
        try {
            return next(from, open(from), end, committed);
        } catch (DamagedSegmentException e) {
            damagedBytes.copy(from.file(), 0, end);
            position = end;
            return null;
        }
    }

    private @Nullable LoggedMessage next(Segment from, SegmentReader open, long end, long committed)
            throws IOException {
        while (open.next(end)) {
            var message = open.number() > committed ? decoded(from, open) : null;
            position = open.position();
            if (message != null) {
                if (message.number() > Math.max(nextNumber, committed + 1)) {
                    afterDamage.addAll(EnumSet.allOf(Origin.class));
                }
                nextNumber = message.number() + 1;
                var found = new LoggedMessage(
                        message.number(),
                        message.routeId(),
                        message.message(),
                        afterDamage.remove(message.message().origin()));
                return found;
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

    /** Closes the segment's file, for example before it is deleted. */
    void release() {
        try {
            if (reader != null) {
                reader.close();
            }
        } catch (IOException e) {
            LOG.warn("Spool segment \"{}\" failed to close: {}", segment, e.toString());
        }
        reader = null;
    }
}
