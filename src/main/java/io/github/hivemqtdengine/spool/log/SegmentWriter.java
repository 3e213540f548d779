// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.log.RecordFormat.RecordBuffer;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writer of the newest segment of a log. It writes through {@link RandomAccessFile}: a file channel is closed when a writing
 * thread is interrupted, and the writing threads are the broker's.
 */
final class SegmentWriter implements Closeable {

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

    /** Writes a record. After a failure the file may end in a part of it, and nothing more may be appended. */
    void write(RecordBuffer record, long number) throws IOException {
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
