package io.github.hivemqtdengine.spool;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads the records of one segment, in their order. Bytes that are no record are passed over up to the next one; what
 * it gives was written as it is. Not safe for many threads.
 */
final class SegmentReader implements Closeable {

    private static final int CHUNK = 256 * 1_024;

    /**
     * How often a segment's bytes are checked in vain at most: a payload may be full of what looks like headers of earlier
     * versions. Damage alone does not make records overlap, and takes once at most.
     */
    private static final int MOST_CHECKS = 4;

    private final RandomAccessFile in;
    private final SegmentHeader header;
    private final DamageReport damages;

    /** What was read last: the bytes of the file from {@link #windowStart} on. */
    private ByteBuffer window = ByteBuffer.allocate(0);

    private long windowStart;
    private long position;
    private long number;
    /** Bytes that were checked as a record and are none. */
    private long checkedInVain;
    /** Bytes that were read or checked. */
    private long work;

    private ByteBuffer body = ByteBuffer.allocate(0);

    /** Hears of bytes between two records that are none. */
    @FunctionalInterface
    interface DamageReport {

        void damaged(long from, long to);
    }

    private SegmentReader(RandomAccessFile in, SegmentHeader header, DamageReport damages) {
        this.in = in;
        this.header = header;
        this.damages = damages;
        this.position = SegmentHeader.BYTES;
        this.number = header.firstNumber() - 1;
    }

    /**
     * Opens a segment at its first record.
     *
     * @throws DamagedSegmentException if it can't be read as a segment
     */
    static SegmentReader open(Path file, DamageReport damages) throws IOException {
        var in = new RandomAccessFile(file.toFile(), "r");
        try {
            var bytes = new byte[(int) Math.min(in.length(), SegmentHeader.BYTES)];
            in.readFully(bytes);
            return new SegmentReader(in, SegmentHeader.of(ByteBuffer.wrap(bytes)), damages);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Goes to where a record begins, or will. */
    void seek(long newPosition) {
        position = newPosition;
    }

    /**
     * Goes to the next record.
     *
     * @param end up to where to read; the file may be longer
     * @return {@code false} if there is none, and then the position stays where it is
     */
    boolean next(long end) throws IOException {
        for (long start = position; start + header.recordHeaderBytes() <= end; start++) {
            int bytes = recordBytes(start, end);
            if (bytes > 0) {
                if (start > position) {
                    damages.damaged(position, start);
                }
                take(start, bytes);
                return true;
            }
        }
        return false;
    }

    /** The length of the record that begins here; 0 if none does. */
    private int recordBytes(long start, long end) throws IOException {
        load(start, header.recordHeaderBytes(), end);
        long bodyBytes = RecordFormat.bodyBytes(window, at(start));
        long bytes = header.recordHeaderBytes() + bodyBytes;
        if (bodyBytes < 0 || start + bytes > end || !isHeader(start) || checkedInVain > MOST_CHECKS * end) {
            return 0;
        }
        load(start, (int) bytes, end);
        work += bytes;
        boolean isRecord = RecordFormat.isIntact(window, at(start), header.recordHeaderBytes(), header.salt());
        checkedInVain += isRecord ? 0 : bytes;
        return isRecord ? (int) bytes : 0;
    }

    /** Returns whether a header is one of a record, as far as it says; a later record has a greater number. */
    private boolean isHeader(long start) {
        long itsNumber = RecordFormat.number(window, at(start));
        if (itsNumber <= number) {
            return false;
        }
        return header.checksRecordHeaders()
                ? RecordFormat.isHeaderIntact(window, at(start), header.salt())
                : itsNumber <= greatestNumber(start);
    }

    /** The greatest number that the record which begins here can have, since those before it take room. */
    private long greatestNumber(long start) {
        return header.firstNumber() + (start - SegmentHeader.BYTES) / header.recordHeaderBytes();
    }

    private void take(long start, int bytes) {
        number = RecordFormat.number(window, at(start));
        body = window.slice(at(start) + header.recordHeaderBytes(), bytes - header.recordHeaderBytes());
        position = start + bytes;
    }

    private int at(long filePosition) {
        return (int) (filePosition - windowStart);
    }

    /** Has these bytes in the window; what is behind the end may be half written and is not looked at. */
    private void load(long start, int bytes, long end) throws IOException {
        if (start >= windowStart && start + bytes <= windowStart + window.limit()) {
            return;
        }
        if (window.capacity() != CHUNK || bytes > CHUNK) {
            window = ByteBuffer.allocate(Math.max(bytes, CHUNK)); // a large record's is not kept
        }
        window.limit(0); // nothing, if reading fails
        int available = (int) Math.min(window.capacity(), end - start);
        in.seek(start);
        in.readFully(window.array(), 0, available);
        windowStart = start;
        window.limit(available);
        work += available;
    }

    /** How many bytes were read or checked so far. */
    long work() {
        return work;
    }

    /** The number that the segment's first record has, or had. */
    long firstNumber() {
        return header.firstNumber();
    }

    /** The number of the record. */
    long number() {
        return number;
    }

    /** The record's body, until the next call of {@link #next}. */
    ByteBuffer body() {
        return body;
    }

    /** Where the next record begins, if there is one. */
    long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
