// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of dead letters line by line and skips empty lines. Not thread-safe.
 *
 * @param <T> what is read of a letter
 */
public final class DeadLetterReader<T> implements Closeable {

    private final LineStream lines;
    private final Parser<T> parser;
    private long number;

    /**
     * Line of the file.
     *
     * @param number from 1
     * @param start offset of the line, bytes
     * @param end offset of the next line, bytes
     * @param hasLineFeed {@code false} for a last line that is being written, or whose writer died
     * @param letter {@code null} if the line can't be read
     * @param problem why the line can't be read; {@code null} if it can
     */
    public record Line<T>(
            long number,
            long start,
            long end,
            boolean hasLineFeed,
            @Nullable T letter,
            @Nullable String problem) {}

    /** Parser of one line. */
    @FunctionalInterface
    interface Parser<T> {

        /**
         * Returns what is read of a letter.
         *
         * @param number the number of the line
         * @param line a stream that ends at the end of the line
         * @throws RuntimeException if the line is not a dead letter
         */
        T parse(long number, InputStream line) throws IOException;
    }

    /** @param number the number of the line before the first one that is read */
    private DeadLetterReader(LineStream lines, long number, Parser<T> parser) {
        this.lines = lines;
        this.number = number;
        this.parser = parser;
    }

    /**
     * Opens a file whose messages are read.
     *
     * @param position offset to start at, bytes
     * @param lineNumber the number of the line before that offset
     * @param maxMessageBytes the largest message that is read
     */
    public static DeadLetterReader<LoggedMessage> ofMessages(
            Path file, long position, long lineNumber, long maxMessageBytes) throws IOException {
        return new DeadLetterReader<>(
                new LineStream(file, position, Long.MAX_VALUE),
                lineNumber,
                (number, line) -> DeadLetterLine.read(number, line, maxMessageBytes));
    }

    /**
     * Opens a file whose letters are read without their payloads.
     *
     * @param bytes how much of the file is read; it may grow meanwhile
     */
    public static DeadLetterReader<DeadLetterHeader> ofHeaders(Path file, long bytes) throws IOException {
        return new DeadLetterReader<>(new LineStream(file, 0, bytes), 0, (number, line) -> DeadLetterHeader.read(line));
    }

    /** Copies a line as it is, always with a line feed at its end. */
    public void copy(Line<T> line, OutputStream to) throws IOException {
        lines.between(line.start(), line.end()).transferTo(to);
        if (!line.hasLineFeed()) {
            to.write('\n');
        }
    }

    /**
     * Returns the message of a line, of which no more is read than a message may be large.
     *
     * @param maxMessageBytes the largest message that is read
     * @throws IllegalArgumentException if the line is not a dead letter
     */
    public LoggedMessage message(Line<?> line, long maxMessageBytes) throws IOException {
        return DeadLetterLine.read(line.number(), lines.between(line.start(), line.end()), maxMessageBytes);
    }

    /**
     * Reads the next line.
     *
     * @return {@code null} at the end
     * @throws IOException if the file can't be read
     */
    public @Nullable Line<T> next() throws IOException {
        while (lines.next()) {
            number++;
            var line = read();
            if (line.letter() != null || line.end() - line.start() > 1) {
                return line;
            }
        }
        return null;
    }

    private Line<T> read() throws IOException {
        T letter = null;
        String problem = null;
        try {
            letter = parser.parse(number, lines);
        } catch (RuntimeException e) {
            problem = String.valueOf(e.getMessage());
        } catch (OutOfMemoryError e) { // the lines after this one must not wait for ever
            problem = e.toString();
        }
        lines.finish();
        return new Line<>(number, lines.lineStart(), lines.position(), lines.hasLineFeed(), letter, problem);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
