package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.LoggedMessage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what an earlier process has left in the folder of a lane, whichever of its files are there. What is no record is
 * passed over and kept aside; what was being written when the process died is cut off.
 */
final class LogRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    private final Path folder;
    private final DamagedBytes damagedBytes;
    private final long settled;
    private long lastNumber;
    private long missing;

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
     * @return the segments in which messages wait
     */
    List<Segment> segments(Consumer<LoggedMessage> visitor) throws IOException {
        var segments = new ArrayList<Segment>();
        for (var file : files()) {
            var segment = scan(file, visitor);
            if (segment.lastNumber() > settled) {
                segments.add(segment);
            } else {
                Files.deleteIfExists(segment.file());
            }
        }
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

    /** A segment without a record is settled: the next one begins with the same number. */
    private Segment scan(Path file, Consumer<LoggedMessage> visitor) throws IOException {
        long bytes = Files.size(file);
        try (var reader = SegmentReader.open(file, (from, to) -> damagedBytes.copy(file, from, to))) {
            long last = settled; // of a segment without a record
            for (long start = reader.position(); reader.next(bytes); start = reader.position()) {
                last = reader.number();
                show(reader, visitor, file, start);
            }
            cutOff(file, reader.position(), bytes);
            return new Segment(file, last, reader.position());
        } catch (DamagedSegmentException e) {
            return putAside(file, bytes, e);
        }
    }

    private void show(SegmentReader reader, Consumer<LoggedMessage> visitor, Path file, long start) {
        LoggedMessage message;
        try {
            message = MessageCodec.decode(reader.number(), reader.body());
        } catch (IllegalArgumentException e) {
            damagedBytes.copy(file, start, reader.position());
            return;
        }
        found(message.number());
        if (message.number() > settled) {
            visitor.accept(message);
        }
    }

    /** Numbers have no gap, so it is known how many are missing; not so where the watermark was lost. */
    private void found(long number) {
        if (number > lastNumber) {
            missing += lastNumber == 0 ? 0 : number - lastNumber - 1;
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
    private Segment putAside(Path file, long bytes, DamagedSegmentException why) throws IOException {
        if (bytes >= SegmentHeader.BYTES) {
            LOG.error("{} can't be read, {}; it is kept in {}", file, why.getMessage(), damagedBytes.move(file));
        }
        return new Segment(file, settled, 0);
    }

    /** The number of the last message that was ever appended, as far as is known. */
    long lastNumber() {
        return lastNumber;
    }
}
