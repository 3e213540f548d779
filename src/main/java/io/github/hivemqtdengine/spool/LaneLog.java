package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.KeyMark;
import io.github.hivemqtdengine.pipeline.LoggedMessage;
import io.github.hivemqtdengine.pipeline.MessageLog;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

    private static final byte[] NO_BYTES = {};
    private static final int SMALL_PAYLOAD = 8 * 1_024;
    private static final int USUAL_RECORD = 16 * 1_024;

    private final Path folder;
    private final DamagedBytes damagedBytes;
    private final SpoolBudget budget;
    private final Watermark watermark;
    /** Those that are not settled as a whole, the newest last; guarded by this. */
    private final List<Segment> segments = new ArrayList<>();

    private @Nullable SegmentWriter writer;
    private ByteBuffer record = ByteBuffer.allocate(USUAL_RECORD);
    private long lastNumber;
    private boolean isFailing;
    private boolean isClosed;

    private @Nullable Segment readSegment;
    private long readFrom = SegmentHeader.BYTES;
    private @Nullable SegmentReader reader;

    private LaneLog(Path folder, DamagedBytes damagedBytes, SpoolBudget budget, Watermark watermark) {
        this.folder = folder;
        this.damagedBytes = damagedBytes;
        this.budget = budget;
        this.watermark = watermark;
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
            readSegment = segments.isEmpty() ? null : segments.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException("What waits in " + folder + " can't be read: " + e, e);
        }
    }

    @Override
    public synchronized long append(String routeId, InboundMessage message) {
        if (isClosed) {
            return NO_ROOM;
        }
        try {
            var rest = encode(routeId, message);
            int bytes = record.limit() + rest.length;
            if (!budget.take(bytes)) {
                return NO_ROOM;
            }
            append(bytes, rest);
            isFailing = false;
            return lastNumber;
        } catch (IOException | RuntimeException | Error e) {
            if (!isFailing) {
                LOG.error("Messages can't be kept in {} and are dropped: {}", folder, e.toString());
            }
            isFailing = true;
            return NO_ROOM;
        }
    }

    /** Has the beginning of the record in its buffer; returns the rest: a large payload, up to 256 MiB, is not copied. */
    private byte[] encode(String routeId, InboundMessage message) {
        var payload = message.payload();
        boolean isSmall = payload.length <= SMALL_PAYLOAD;
        int needed =
                RecordFormat.HEADER_BYTES + MessageCodec.maxBytes(routeId, message) + (isSmall ? payload.length : 0);
        if (record.capacity() < needed || (record.capacity() > USUAL_RECORD && needed <= USUAL_RECORD)) {
            record = ByteBuffer.allocate(Math.max(needed, USUAL_RECORD)); // a large one is not kept
        }
        record.clear().position(RecordFormat.HEADER_BYTES);
        MessageCodec.encode(routeId, message, record);
        if (isSmall) {
            record.put(payload);
        }
        record.flip();
        return isSmall ? NO_BYTES : payload;
    }

    private void append(int bytes, byte[] rest) throws IOException {
        boolean isAppended = false;
        try {
            writerFor(bytes).append(record, rest, lastNumber + 1);
            lastNumber++;
            isAppended = true;
        } finally {
            if (!isAppended) {
                budget.give(bytes);
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
    public synchronized void readFromHere() {
        readSegment = segments.isEmpty() ? null : segments.get(segments.size() - 1);
        readFrom = readSegment == null ? SegmentHeader.BYTES : readSegment.end();
        closeReader();
    }

    @Override
    public @Nullable LoggedMessage read() {
        try {
            for (var segment = current(); segment != null; segment = next(segment)) {
                var message = read(segment);
                if (message != null) {
                    return message;
                }
            }
            return null;
        } catch (IOException e) {
            closeReader(); // the next one begins where this one failed
            throw new UncheckedIOException("What waits in " + folder + " can't be read: " + e, e);
        } catch (RuntimeException | Error e) {
            closeReader();
            throw e;
        }
    }

    private @Nullable LoggedMessage read(Segment segment) throws IOException {
        long end = segment.end();
        try {
            return read(segment, open(segment), end);
        } catch (DamagedSegmentException e) {
            damagedBytes.copy(segment.file(), 0, end);
            readFrom = end;
            return null;
        }
    }

    private @Nullable LoggedMessage read(Segment segment, SegmentReader open, long end) throws IOException {
        while (open.next(end)) {
            var message = open.number() > watermark.number() ? decoded(segment, open) : null;
            readFrom = open.position();
            if (message != null) {
                return message;
            }
        }
        if (open.position() < end) {
            damagedBytes.copy(segment.file(), open.position(), end);
            open.seek(end);
        }
        readFrom = end;
        return null;
    }

    private @Nullable LoggedMessage decoded(Segment segment, SegmentReader open) {
        try {
            return MessageCodec.decode(open.number(), open.body());
        } catch (IllegalArgumentException e) {
            damagedBytes.copy(segment.file(), readFrom, open.position());
            return null;
        }
    }

    private synchronized @Nullable Segment current() {
        if (readSegment != null && !segments.contains(readSegment)) {
            readSegment = null; // it was read from memory, and is settled
        }
        if (readSegment == null && !segments.isEmpty()) {
            startReading(segments.get(0));
        }
        return readSegment;
    }

    /** The segment behind one that is read to its end, if there is one. */
    private synchronized @Nullable Segment next(Segment segment) {
        int position = segments.indexOf(segment) + 1;
        if (position == segments.size()) {
            return null;
        }
        if (readFrom < segment.end()) {
            return segment; // it has grown before the next one was begun
        }
        startReading(segments.get(position));
        return readSegment;
    }

    private void startReading(Segment segment) {
        closeReader();
        readSegment = segment;
        readFrom = SegmentHeader.BYTES;
    }

    private SegmentReader open(Segment segment) throws IOException {
        var open = reader;
        if (open == null) {
            open = SegmentReader.open(segment.file(), (from, to) -> damagedBytes.copy(segment.file(), from, to));
            open.seek(readFrom);
            reader = open;
        }
        return open;
    }

    private void closeReader() {
        if (reader != null) {
            close(reader);
        }
        reader = null;
    }

    @Override
    public void settle(long number, KeyMark mark) {
        if (number <= watermark.number()) {
            return;
        }
        try {
            watermark.advance(number, mark.max(watermark.mark()));
            var settled = settled();
            if (!settled.isEmpty()) {
                watermark.force(); // so that a crash can't bring an older one back
                for (var segment : settled) {
                    delete(segment);
                }
            }
        } catch (IOException e) {
            LOG.error("What is settled can't be noted in {}, it may be written again: {}", folder, e.toString());
        }
    }

    /** The newest segment goes on, unless it takes much of the room that others need. */
    private synchronized List<Segment> settled() {
        var newest = writer;
        if (newest != null
                && newest.segment().lastNumber() <= watermark.number()
                && newest.segment().end() > budget.segmentBytes() / 2) {
            endSegment();
        }
        var open = writer == null ? null : writer.segment();
        return segments.stream()
                .filter(segment -> segment != open && segment.lastNumber() <= watermark.number())
                .toList();
    }

    private synchronized void delete(Segment segment) throws IOException {
        if (segment == readSegment) {
            closeReader();
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
            try (var file = FileChannel.open(segment.file(), StandardOpenOption.WRITE)) {
                file.force(true);
            }
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        closeReader();
        endSegment();
        close(watermark);
    }
}
