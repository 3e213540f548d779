// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.spool.log.SegmentHeader.DamagedSegmentException;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads the records of one segment in order and skips the bytes between records. The check sum of every returned record
 * matches. Not thread-safe.
 */
public final class SegmentReader implements Closeable {

    /** Size of a segment without records. */
    public static final int HEADER_BYTES = SegmentHeader.BYTES;

    private static final int CHUNK = 256 * 1_024;

    /**
     * Limit of failed checks, in multiples of the segment's bytes: a payload may be full of bytes that look like
     * headers of versions 1 and 2. Damage alone does not make records overlap, so it costs at most one multiple.
     */
    private static final int MAX_CHECKS = 4;

    private final RandomAccessFile in;
    private final SegmentHeader header;
    private final DamageReport damages;

    /** Bytes last read from the file, from {@link #windowStart} on. */
    private ByteBuffer window = ByteBuffer.allocate(0);

    private long windowStart;
    private long position;
    private long number;
    /** Number of bytes that were checked as a record and are not one. */
    private long checkedInVain;
    /** Number of bytes that were read or checked. */
    private long work;

    private ByteBuffer body = ByteBuffer.allocate(0);

    /** Receiver of the ranges of bytes between two records that are not a record. */
    @FunctionalInterface
    public interface DamageReport {

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
     * @throws DamagedSegmentException if the file can't be read as a segment
     */
    public static SegmentReader open(Path file, DamageReport damages) throws IOException {
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

    /** Moves to the offset of a record, present or future. */
    void seek(long newPosition) {
        position = newPosition;
    }

    /**
     * Moves to the next record.
     *
     * @param end the offset to read up to; the file may be longer
     * @return {@code false} if there is none; the position is then unchanged
     */
    public boolean next(long end) throws IOException {
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

    /** Returns the length of the record at this offset; 0 if there is none. */
    private int recordBytes(long start, long end) throws IOException {
        load(start, header.recordHeaderBytes(), end);
        long bodyBytes = RecordFormat.bodyBytes(window, at(start));
        long bytes = header.recordHeaderBytes() + bodyBytes;
        if (bodyBytes < 0 || start + bytes > end || !isHeader(start) || checkedInVain > MAX_CHECKS * end) {
            return 0;
        }
        load(start, (int) bytes, end);
        work += bytes;
        boolean isRecord = RecordFormat.isIntact(window, at(start), header.recordHeaderBytes(), header.salt());
        checkedInVain += isRecord ? 0 : bytes;
        return isRecord ? (int) bytes : 0;
    }

    /** Returns whether the bytes may be the header of a record; a later record has a greater number. */
    private boolean isHeader(long start) {
        long itsNumber = RecordFormat.number(window, at(start));
        if (itsNumber <= number) {
            return false;
        }
        return header.checksRecordHeaders()
                ? RecordFormat.isHeaderIntact(window, at(start), header.salt())
                : itsNumber <= greatestNumber(start);
    }

    /** Returns the greatest number that the record at this offset can have, since the records before it take room. */
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

    /** Loads these bytes into the window; bytes after the end may be half written and are not read. */
    private void load(long start, int bytes, long end) throws IOException {
        if (start >= windowStart && start + bytes <= windowStart + window.limit()) {
            return;
        }
        if (window.capacity() != CHUNK || bytes > CHUNK) {
            window = ByteBuffer.allocate(Math.max(bytes, CHUNK)); // a buffer for a large record is not kept
        }
        window.limit(0); // empty if the read fails
        int available = (int) Math.min(window.capacity(), end - start);
        in.seek(start);
        in.readFully(window.array(), 0, available);
        windowStart = start;
        window.limit(available);
        work += available;
    }

    long work() {
        return work;
    }

    /** Returns the number of the segment's first record, which may be dropped. */
    public long firstNumber() {
        return header.firstNumber();
    }

    public long number() {
        return number;
    }

    /** Returns the record's body, valid until the next call of {@link #next}. */
    public ByteBuffer body() {
        return body;
    }

    /** Returns the offset after the current record, bytes. */
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
