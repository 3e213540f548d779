package io.github.hivemqtdengine.spool.deadletter;

import io.github.hivemqtdengine.pipeline.queue.LoggedMessage;
import java.io.Closeable;
import java.io.IOException;
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
        this.lines = new LineStream(file, position, Long.MAX_VALUE);
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
}
