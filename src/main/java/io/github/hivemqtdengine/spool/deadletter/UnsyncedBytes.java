// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Checksum;

/**
 * Appended bytes of a file that are not known to be on the disk: their offset and check sum. After a failed write the
 * system may drop the bytes from its page cache and read other bytes from the disk. Not thread-safe.
 */
final class UnsyncedBytes {

    private static final int CHUNK = 64 * 1_024;

    private final Fnv1a sum = new Fnv1a();
    private long start;
    private boolean exist;

    boolean exist() {
        return exist;
    }

    /** Records that bytes are about to be appended at this offset. */
    void appendAt(long position) {
        if (!exist) {
            exist = true;
            start = position;
            sum.reset();
        }
    }

    /** Returns a stream into the file that updates the check sum. */
    OutputStream summing(OutputStream file) {
        return new CheckedOutputStream(file, sum);
    }

    long sum() {
        return sum.getValue();
    }

    /** Resets the check sum, after the bytes appended since then were removed from the file. */
    void resetSum(long earlierSum) {
        sum.reset(earlierSum);
    }

    /** Records that all bytes are on the disk. */
    void synced() {
        exist = false;
    }

    /**
     * Appends the bytes to another file, on request with everything before them.
     *
     * @param isWhole whether the bytes before them are copied as well
     * @throws IOException if the copy fails, or if the bytes read are not those appended; the copy is then useless
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
        return new IOException("the disk has lost some of them; repair the disk, then restart the broker, so that the"
                + " messages in the spool become dead letters again");
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

    /** FNV-1a check sum of 64 bits that, unlike those of the JDK, can be reset to an earlier value. Not thread-safe. */
    private static final class Fnv1a implements Checksum {

        private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
        private static final long PRIME = 0x100000001b3L;

        private long value = OFFSET_BASIS;

        @Override
        public void update(int b) {
            value = (value ^ (b & 0xff)) * PRIME;
        }

        @Override
        public void update(byte[] bytes, int offset, int length) {
            long sum = value;
            for (int at = offset; at < offset + length; at++) {
                sum = (sum ^ (bytes[at] & 0xff)) * PRIME;
            }
            value = sum;
        }

        @Override
        public long getValue() {
            return value;
        }

        @Override
        public void reset() {
            value = OFFSET_BASIS;
        }

        /** Resets the check sum to an earlier result of {@link #getValue}. */
        void reset(long earlier) {
            value = earlier;
        }
    }
}
