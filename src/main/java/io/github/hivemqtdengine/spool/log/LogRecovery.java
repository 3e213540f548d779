// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.log.SegmentHeader.DamagedSegmentException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recovery of a lane's folder after a restart; any of its files may be missing. Bytes that are not a record are copied
 * aside and skipped. A torn record at the end of a segment is cut off. A segment without records that is not the last
 * one marks messages that were dropped on purpose. Their numbers end before the first number of the next segment.
 */
final class LogRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    private final Path folder;
    private final DamagedBytes damagedBytes;
    private final long committed;
    private final LearnedState learned;
    private final CommittedSegments taker;
    private long lastNumber;
    private long missing;
    /** First number of the messages that an empty segment marks as dropped; 0 if none. */
    private long droppedFrom;

    /**
     * @param committed the watermark: all messages up to this number are committed
     * @param taker takes the segments that have no other messages
     */
    LogRecovery(Path folder, DamagedBytes damagedBytes, long committed, LearnedState learned, CommittedSegments taker) {
        this.folder = folder;
        this.damagedBytes = damagedBytes;
        this.committed = committed;
        this.learned = learned;
        this.taker = taker;
        this.lastNumber = committed;
    }

    /**
     * Scans all segments and gives the committed ones away.
     *
     * @param visitor receives every waiting message, in order
     * @return the segments with waiting messages, and between them the empty ones that mark dropped messages
     */
    List<Segment> segments(Consumer<LoggedMessage> visitor) throws IOException {
        var segments = new ArrayList<Segment>();
        for (var file : files()) {
            var segment = scan(file, visitor);
            if (segment != null && segment.lastNumber() > committed) {
                segments.add(segment);
            } else if (segment != null) {
                segment.giveTo(taker);
            } else {
                Files.deleteIfExists(file);
            }
        }
        deleteEmptyEnd(segments);
        if (missing > 0) {
            LOG.error(
                    "{} messages in \"{}\" are damaged and lost; what is left of them is in the folder"
                            + " \"damaged\"",
                    missing,
                    folder);
        }
        return segments;
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Segment::isSegment).sorted().toList();
        }
    }

    /** Deletes empty segments at the end, begun when the process died: the next segment begins with the same number. */
    private static void deleteEmptyEnd(List<Segment> segments) throws IOException {
        for (int last = segments.size() - 1; last >= 0 && segments.get(last).isEmpty(); last--) {
            Files.deleteIfExists(segments.remove(last).file());
        }
    }

    /** Returns {@code null} if the file has no readable record; a header alone is an empty segment. */
    private @Nullable Segment scan(Path file, Consumer<LoggedMessage> visitor) throws IOException {
        long bytes = Files.size(file);
        try (var reader = SegmentReader.open(file, (from, to) -> damagedBytes.copy(file, from, to))) {
            var segment = new Segment(file, reader.firstNumber());
            if (bytes == SegmentHeader.BYTES) {
                segment.emptied();
                droppedFrom = droppedFrom == 0 ? reader.firstNumber() : droppedFrom;
                return segment;
            }
            passOverDropped(reader.firstNumber());
            for (long start = reader.position(); reader.next(bytes); start = reader.position()) {
                show(reader, visitor, segment, start);
                segment.grew(reader.number(), reader.position());
            }
            cutOff(file, reader.position(), bytes);
            return segment.isEmpty() ? null : segment;
        } catch (DamagedSegmentException e) {
            putAside(file, bytes, e);
            return null;
        }
    }

    private void show(SegmentReader reader, Consumer<LoggedMessage> visitor, Segment segment, long start) {
        LoggedMessage message;
        try {
            message = MessageCodec.decode(reader.number(), reader.body());
        } catch (IllegalArgumentException e) {
            damagedBytes.copy(segment.file(), start, reader.position());
            return;
        }
        foundUpTo(message.number() - 1);
        lastNumber = Math.max(lastNumber, message.number());
        segment.note(message.message());
        if (message.number() > committed) {
            segment.count(message.routeId(), message.message(), learned);
            visitor.accept(message);
        }
    }

    /** @param firstNumber the first number after the dropped ones */
    private void passOverDropped(long firstNumber) {
        if (droppedFrom > 0) {
            foundUpTo(droppedFrom - 1);
            lastNumber = Math.max(lastNumber, firstNumber - 1);
            droppedFrom = 0;
        }
    }

    /** Counts missing messages: numbers are contiguous, so the count is exact unless the watermark was lost. */
    private void foundUpTo(long number) {
        if (number > lastNumber) {
            missing += lastNumber == 0 ? 0 : number - lastNumber;
            lastNumber = number;
        }
    }

    /** Cuts off the bytes after the last record: a record whose client was never sent an acknowledgement. */
    private void cutOff(Path file, long from, long bytes) throws IOException {
        if (from == bytes) {
            return;
        }
        damagedBytes.copyTail(file, from, bytes);
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(from);
        }
    }

    /** Moves an unreadable segment aside, except one without a whole header, when the process died at once. */
    private void putAside(Path file, long bytes, DamagedSegmentException why) throws IOException {
        if (bytes >= SegmentHeader.BYTES) {
            LOG.error(
                    "Spool segment \"{}\" cannot be read: {}; it is kept in \"{}\"",
                    file,
                    why.getMessage(),
                    damagedBytes.move(file, why));
        }
    }

    /** Returns the number of the last message that was ever appended, as far as known. */
    long lastNumber() {
        return lastNumber;
    }
}
