package io.github.hivemqtdengine.spool.deadletter;

import io.github.hivemqtdengine.pipeline.queue.LoggedMessage;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads a file of dead letters line by line and skips empty lines. Not thread-safe. */
public final class DeadLetterReader implements Closeable {

    private final LineStream lines;
    private final long maxMessageBytes;
    private long number;

    /**
     * Line of the file.
     *
     * @param number from 1
     * @param start offset of the line, bytes
     * @param end offset of the next line, bytes
     * @param letter the message; {@code null} if the line can't be read
     * @param problem why the line can't be read; {@code null} if it can
     */
    public record Line(
            long number,
            long start,
            long end,
            @Nullable LoggedMessage letter,
            @Nullable String problem) {}

    /**
     * Opens a file.
     *
     * @param position offset to start at, bytes
     * @param lineNumber the number of the line before that offset
     * @param maxMessageBytes the largest message that is read
     */
    public DeadLetterReader(Path file, long position, long lineNumber, long maxMessageBytes) throws IOException {
        this.lines = new LineStream(file, position);
        this.number = lineNumber;
        this.maxMessageBytes = maxMessageBytes;
    }

    /**
     * Reads the next line.
     *
     * @return {@code null} at the end
     * @throws IOException if the file can't be read
     */
    @Nullable
    public Line next() throws IOException {
        while (lines.next()) {
            number++;
            var line = read();
            if (line.letter() != null || line.end() - line.start() > 1) {
                return line;
            }
        }
        return null;
    }

    private Line read() throws IOException {
        LoggedMessage letter = null;
        String problem = null;
        try {
            letter = DeadLetterLine.read(number, lines, maxMessageBytes);
        } catch (RuntimeException e) {
            problem = String.valueOf(e.getMessage());
        } catch (OutOfMemoryError e) { // the lines after this one must not wait for ever
            problem = e.toString();
        }
        lines.finish();
        return new Line(number, lines.lineStart(), lines.position(), letter, problem);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** Lines of a file, one after the other, as a stream that ends at the end of the current line. Not thread-safe. */
    private static final class LineStream extends InputStream implements Closeable {

        private static final int CHUNK = 64 * 1_024;
        private static final int END = -1;

        private final RandomAccessFile in;
        private final byte[] chunk = new byte[CHUNK];
        private int at;
        private int limit;
        private long lineStart;
        private long position;
        private boolean isAtEndOfLine = true;

        /** @param position offset of the beginning of a line, bytes */
        LineStream(Path file, long position) throws IOException {
            this.in = new RandomAccessFile(file.toFile(), "r");
            this.position = position;
            try {
                in.seek(position);
            } catch (IOException e) {
                in.close();
                throw e;
            }
        }

        /** Moves to the beginning of the next line; {@code false} if there is none. */
        boolean next() throws IOException {
            finish();
            lineStart = position;
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
                limit = Math.max(0, in.read(chunk));
            }
            return at < limit;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
