package io.github.hivemqtdengine.spool;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Appends to the newest segment of a lane. It writes through {@link RandomAccessFile}, since a file channel is closed
 * when a thread that writes is interrupted, and these are the broker's threads. One thread at a time.
 */
final class SegmentWriter implements Closeable {

    /** The system copies what it is given to write. */
    private static final int CHUNK = 1 << 20;

    private final Segment segment;
    private final long salt;
    private final RandomAccessFile out;

    private SegmentWriter(Segment segment, long salt, RandomAccessFile out) {
        this.segment = segment;
        this.salt = salt;
        this.out = out;
    }

    /** Creates the file. */
    static SegmentWriter create(Path folder, long firstNumber) throws IOException {
        var file = Segment.file(folder, firstNumber);
        Files.deleteIfExists(file); // one without a record, or its first number would not be free
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

    /**
     * Appends a record. Once this has failed, the file may end in a part of it, and nothing must be appended any more.
     */
    void append(RecordBuffer record, long number) throws IOException {
        var begun = record.begun();
        var rest = record.rest();
        RecordFormat.seal(begun, rest, number, salt);
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
