package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Appended;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.spool.disk.DiskRest;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.log.RecordFormat.RecordBuffer;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * End of a lane's log. It encodes messages as records, numbers them, and appends them to the newest segment, or to a
 * new one after the size limit. Guarded by {@link LogSegments}.
 */
final class LogTail {

    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);

    private final Path folder;
    private final SpoolBudget budget;
    private final List<Segment> segments;
    private final OldestSegments oldest;
    private final DiskRest rest;
    private final RecordBuffer record = new RecordBuffer();
    /** Writer of the newest segment, as long as that may grow. */
    private @Nullable SegmentWriter writer;

    private long lastNumber;
    /** Limits the log lines: on a full disk a small record may succeed between two that fail. */
    private final OncePerInterval failures;

    /**
     * @param segments all segments of the log, the newest last; new segments are added here
     * @param nanos a clock like {@link System#nanoTime}
     */
    LogTail(Path folder, SpoolBudget budget, List<Segment> segments, OldestSegments oldest, LongSupplier nanos) {
        this.folder = folder;
        this.budget = budget;
        this.segments = segments;
        this.oldest = oldest;
        this.rest = new DiskRest(nanos);
        this.failures = new OncePerInterval(Duration.ofMinutes(1), nanos);
    }

    /** Sets the last number of an earlier process. */
    void continueAfter(long number) {
        lastNumber = number;
    }

    /** Returns the number of the message that was appended last. */
    long lastNumber() {
        return lastNumber;
    }

    /** Implements {@link MessageLog#append}. */
    Appended append(String routeId, InboundMessage message) {
        long least = RecordBuffer.minBytes(routeId, message);
        if (oldest.isFull(least)) { // checked before a record is encoded
            return refusal(least);
        }
        if (rest.isOn()) {
            return Appended.refused(Status.FAILED);
        }
        try {
            record.fill(routeId, message);
            if (!budget.couldEverTake(record.bytes()) || !oldest.take(record.bytes())) {
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
        if (!budget.couldEverTake(bytes)) {
            return Appended.refused(Status.TOO_LARGE);
        }
        return Appended.refused(budget.isWithinSize(bytes) ? Status.DISK_SHORT : Status.NO_ROOM);
    }

    private void appendRecord(String routeId, InboundMessage message) throws IOException {
        boolean isAppended = false;
        try {
            var appending = writerFor(record.bytes());
            appending.append(record, lastNumber + 1);
            oldest.count(appending.segment(), routeId, message);
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

    /** Returns whether the next message may go to this segment. */
    boolean isOpen(Segment segment) {
        return writer != null && writer.segment() == segment;
    }

    /** Ends the newest segment. An empty one leaves the list, since the next one has the same file name. */
    void endSegment() {
        var ended = writer;
        writer = null;
        if (ended == null) {
            return;
        }
        if (ended.segment().isEmpty()) {
            segments.remove(ended.segment());
            budget.give(SegmentHeader.BYTES);
        }
        try {
            ended.close();
        } catch (IOException e) {
            LOG.warn("Spool segment \"{}\" failed to close: {}", ended.segment(), e.toString());
        }
    }

    /**
     * Ends the newest segment if it is fully committed, and the disk is short of room or the segment is half full.
     *
     * @param committed the watermark
     */
    void endCommittedSegment(long committed) {
        var newest = writer;
        if (newest != null
                && newest.segment().lastNumber() <= committed
                && (budget.isShort() || newest.segment().end() > budget.segmentBytes() / 2)) {
            endSegment();
        }
    }

    /**
     * Writer of the newest segment. It writes through {@link RandomAccessFile}: a file channel is closed when a writing
     * thread is interrupted, and the writing threads are the broker's.
     */
    private static final class SegmentWriter implements Closeable {

        /** Largest single write: the system copies the bytes of each write. */
        private static final int CHUNK = 1 << 20;

        private final Segment segment;
        private final long salt;
        private final RandomAccessFile out;

        private SegmentWriter(Segment segment, long salt, RandomAccessFile out) {
            this.segment = segment;
            this.salt = salt;
            this.out = out;
        }

        static SegmentWriter create(Path folder, long firstNumber) throws IOException {
            var file = Segment.file(folder, firstNumber);
            Files.deleteIfExists(file); // has no record; a stale file must not stay
            var header = SegmentHeader.startingWith(firstNumber);
            var out = PrivateFiles.openRandomAccess(file);
            try {
                out.write(header.bytes());
                return new SegmentWriter(new Segment(file, firstNumber), header.salt(), out);
            } catch (IOException | RuntimeException e) {
                out.close();
                throw e;
            }
        }

        /** Appends a record. After a failure the file may end in a part of it, and nothing more may be appended. */
        void append(RecordBuffer record, long number) throws IOException {
            record.seal(number, salt);
            var begun = record.begun();
            var rest = record.rest();
            out.write(begun.array(), begun.arrayOffset(), begun.limit());
            for (int at = 0; at < rest.length; at += CHUNK) {
                out.write(rest, at, Math.min(CHUNK, rest.length - at));
            }
            segment.grew(number, segment.end() + record.bytes());
        }

        Segment segment() {
            return segment;
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
