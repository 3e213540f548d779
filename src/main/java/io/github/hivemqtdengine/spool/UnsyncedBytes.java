package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CheckedOutputStream;

/**
 * What was appended to a file and is not known to be on the disk: where it begins, and its check sum. Where a write has
 * failed, the system may drop the bytes from its page cache, and read something else from the disk. Not safe for many
 * threads.
 */
final class UnsyncedBytes {

    private static final int CHUNK = 64 * 1_024;

    private final Fnv1a sum = new Fnv1a();
    private long start;
    private boolean exist;

    /** Whether there are any. */
    boolean exist() {
        return exist;
    }

    /** Something is about to be appended at this position, bytes. */
    void appendAt(long position) {
        if (!exist) {
            exist = true;
            start = position;
            sum.reset();
        }
    }

    /** Returns a stream into the file that sums up what is appended. */
    OutputStream summing(OutputStream file) {
        return new CheckedOutputStream(file, sum);
    }

    /** The check sum so far. */
    long sum() {
        return sum.getValue();
    }

    /** What was appended since the check sum was this is not in the file any more. */
    void takeBack(long earlierSum) {
        sum.reset(earlierSum);
    }

    /** All of it is on the disk. */
    void synced() {
        exist = false;
    }

    /**
     * Appends all of it to another file, and what is before it if that is wanted.
     *
     * @throws IOException if that fails, or if what is read is not what was appended; then the copy is of no use
     */
    void copy(FileChannel from, boolean isWhole, FileChannel to) throws IOException {
        for (long at = isWhole ? 0 : start; at < start; ) {
            long copied = from.transferTo(at, start - at, to);
            if (copied <= 0) {
                throw lost();
            }
            at += copied;
        }
        var read = new Fnv1a();
        copy(from, start, from.size(), to, read);
        if (read.getValue() != sum.getValue()) {
            throw lost();
        }
    }

    private static IOException lost() {
        return new IOException("the disk has lost some of them; restart the broker once it is well, so that what is in"
                + " the spool becomes dead letters again");
    }

    private static void copy(FileChannel from, long start, long end, FileChannel to, Fnv1a read) throws IOException {
        var buffer = ByteBuffer.allocate(CHUNK);
        for (long at = start; at < end; at += buffer.limit()) {
            buffer.clear().limit((int) Math.min(CHUNK, end - at));
            if (from.read(buffer, at) <= 0) {
                throw lost(); // the file has become shorter
            }
            buffer.flip();
            read.update(buffer.array(), 0, buffer.limit());
            while (buffer.hasRemaining()) {
                to.write(buffer);
            }
        }
    }
}
