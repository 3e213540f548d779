// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lines of a file, one after the other, as a stream that ends at the end of the current line. Not thread-safe. */
final class LineStream extends InputStream implements Closeable {

    private static final int CHUNK = 64 * 1_024;
    private static final int END = -1;

    private final FileChannel in;
    private final long end;
    private final byte[] chunk = new byte[CHUNK];
    private int at;
    private int limit;
    private long lineStart;
    private long position;
    private boolean isAtEndOfLine = true;
    private boolean hasLineFeed;

    /**
     * @param position offset of the beginning of a line, bytes
     * @param end offset up to which the file is read, if it is that long
     */
    LineStream(Path file, long position, long end) throws IOException {
        this.in = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        this.position = position;
        this.end = end;
        try {
            in.position(position);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** Moves to the beginning of the next line; {@code false} if there is none. */
    boolean next() throws IOException {
        finish();
        lineStart = position;
        hasLineFeed = false;
        isAtEndOfLine = !load();
        return !isAtEndOfLine;
    }

    /** Moves to the end of the line; {@link #position} is then after its line feed. */
    void finish() throws IOException {
        while (read(chunk, at, chunk.length) != END) {
            // bytes that are read into the chunk itself are skipped
        }
    }

    /** Returns the offset of the line in the file. */
    long lineStart() {
        return lineStart;
    }

    /** Returns whether the line ended with a line feed, after {@link #finish}; a line that is being written has none. */
    boolean hasLineFeed() {
        return hasLineFeed;
    }

    /** Returns the bytes between two offsets; reading them leaves {@link #position} as it is. */
    InputStream between(long start, long end) {
        return new InputStream() {

            private long next = start;

            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) == END ? END : one[0] & 0xff;
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                int most = (int) Math.min(length, end - next);
                int count = most == 0 ? END : in.read(ByteBuffer.wrap(to, offset, most), next);
                next += Math.max(0, count);
                return count;
            }
        };
    }

    /** Returns the offset up to which the file was read. */
    long position() {
        return position;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) == END ? END : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (isAtEndOfLine || !load()) {
            isAtEndOfLine = true;
            return END;
        }
        int most = Math.min(length, limit - at);
        int count = 0;
        while (count < most && chunk[at + count] != '\n') {
            count++;
        }
        if (to != chunk) {
            System.arraycopy(chunk, at, to, offset, count);
        }
        pass(count);
        if (count == most) {
            return count;
        }
        pass(1);
        hasLineFeed = true;
        isAtEndOfLine = true;
        return count == 0 ? END : count;
    }

    private void pass(int bytes) {
        at += bytes;
        position += bytes;
    }

    /** Fills the chunk if it is used up; {@code false} at the end of the file. */
    private boolean load() throws IOException {
        if (at == limit) {
            at = 0;
            int most = (int) Math.min(chunk.length, Math.max(0, end - position));
            limit = Math.max(0, in.read(ByteBuffer.wrap(chunk, 0, most)));
        }
        return at < limit;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
