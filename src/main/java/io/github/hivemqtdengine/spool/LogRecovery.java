package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.LoggedMessage;
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
 * Finds what an earlier process has left in the folder of a lane, whichever of its files are there. What is no record is
 * passed over and kept aside; what was being written when the process died is cut off. A segment without a record that is
 * not the last one was dropped on purpose, up to where the next one begins.
 */
final class LogRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    private final Path folder;
    private final DamagedBytes damagedBytes;
    private final long settled;
    private long lastNumber;
    private long missing;
    /** Where the numbers begin that were dropped on purpose just now; 0 if none were. */
    private long droppedFrom;

    /** @param settled up to which number all messages are settled */
    LogRecovery(Path folder, DamagedBytes damagedBytes, long settled) {
        this.folder = folder;
        this.damagedBytes = damagedBytes;
        this.settled = settled;
        this.lastNumber = settled;
    }

    /**
     * Looks at all segments and deletes those that are settled.
     *
     * @param visitor is shown every message that waits, in their order
     * @return the segments in which messages wait, and those that stand for dropped ones between them
     */
    List<Segment> segments(Consumer<LoggedMessage> visitor) throws IOException {
        var segments = new ArrayList<Segment>();
        for (var file : files()) {
            var segment = scan(file, visitor);
            if (segment != null && segment.lastNumber() > settled) {
                segments.add(segment);
            } else {
                Files.deleteIfExists(file);
            }
        }
        deleteEmptyEnd(segments);
        if (missing > 0) {
            LOG.error(
                    "{} messages of {} are damaged and lost; what is left of them is in the folder damaged",
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

    /** One that was begun when the process died: the next one begins with the same number. */
    private static void deleteEmptyEnd(List<Segment> segments) throws IOException {
        for (int last = segments.size() - 1; last >= 0 && segments.get(last).isEmpty(); last--) {
            Files.deleteIfExists(segments.remove(last).file());
        }
    }

    /** Returns {@code null} if there is no record, unless there never was one, or they were dropped on purpose. */
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
        if (message.number() > settled) {
            segment.count(message.routeId());
            visitor.accept(message);
        }
    }

    /** @param firstNumber where the numbers go on */
    private void passOverDropped(long firstNumber) {
        if (droppedFrom > 0) {
            foundUpTo(droppedFrom - 1);
            lastNumber = Math.max(lastNumber, firstNumber - 1);
            droppedFrom = 0;
        }
    }

    /** Numbers have no gap, so it is known how many are missing; not so where the watermark was lost. */
    private void foundUpTo(long number) {
        if (number > lastNumber) {
            missing += lastNumber == 0 ? 0 : number - lastNumber;
            lastNumber = number;
        }
    }

    /** Behind the last record there is nothing, or one that no client was told to be taken in. */
    private void cutOff(Path file, long from, long bytes) throws IOException {
        if (from == bytes) {
            return;
        }
        damagedBytes.copyTail(file, from, bytes);
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(from);
        }
    }

    /** One without a header holds nothing: the process died when it was created. */
    private void putAside(Path file, long bytes, DamagedSegmentException why) throws IOException {
        if (bytes >= SegmentHeader.BYTES) {
            LOG.error("{} can't be read, {}; it is kept in {}", file, why.getMessage(), damagedBytes.move(file, why));
        }
    }

    /** The number of the last message that was ever appended, as far as is known. */
    long lastNumber() {
        return lastNumber;
    }
}
