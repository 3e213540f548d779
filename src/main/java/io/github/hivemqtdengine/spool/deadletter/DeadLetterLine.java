// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;

/** JSON line of a dead letter. */
public final class DeadLetterLine {

    private static final String NO_OBJECT = "it is not one JSON object";

    private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocate(0);

    private DeadLetterLine() {}

    /** Returns the number of bytes that {@link #write} would write, without encoding the payload. */
    static long bytes(DeadLetter letter, Instant time) {
        var counter = new ByteCounter();
        var message = letter.message();
        var empty = new DeadLetter(letter.routeId(), message, NO_PAYLOAD, letter.reason(), letter.detail());
        try {
            write(empty, time, counter);
        } catch (IOException e) {
            throw new UncheckedIOException("The message cannot be written as JSON", e);
        }
        return counter.bytes + base64Bytes(letter.payload().remaining());
    }

    private static long base64Bytes(int payload) {
        return (payload + 2L) / 3 * 4;
    }

    /**
     * Writes a letter in pieces, followed by a line feed.
     *
     * @param time when the letter is kept
     */
    public static void write(DeadLetter letter, Instant time, OutputStream line) throws IOException {
        write(DeadLetterFields.of(letter, time), line);
    }

    private static void write(DeadLetterFields fields, OutputStream line) throws IOException {
        try (var out = DeadLetterJson.WRITER.createGenerator(line)) {
            DeadLetterJson.WRITER.writeValue(out, fields);
            out.writeRaw('\n');
        }
    }

    /**
     * Writes a message that is not a dead letter, as the replay folder takes it, followed by a line feed.
     *
     * @param reason one word in the place of a dead letter's reason
     * @param detail where the message comes from
     * @param time when the line is written
     */
    public static void write(
            String routeId, InboundMessage message, String reason, String detail, Instant time, OutputStream line)
            throws IOException {
        var payload = ByteBuffer.wrap(message.payload());
        write(DeadLetterFields.of(routeId, message, payload, reason, detail, time), line);
    }

    /**
     * Reads a line back.
     *
     * @param number the number of the line in its file
     * @param line a stream that ends at the end of the line
     * @param maxMessageBytes the largest message that is read
     * @throws IllegalArgumentException if the line is not a dead letter
     * @throws IOException if the file can't be read
     */
    static LoggedMessage read(long number, InputStream line, long maxMessageBytes) throws IOException {
        try {
            DeadLetterFields fields = DeadLetterJson.reader(maxMessageBytes).readValue(line);
            if (fields == null) {
                throw new IllegalArgumentException(NO_OBJECT);
            }
            return fields.message(number);
        } catch (MismatchedInputException e) { // the exception's message may quote the line
            throw new IllegalArgumentException(
                    e.getPath().isEmpty()
                            ? NO_OBJECT
                            : "its \"" + e.getPath().get(0).getFieldName() + "\" has the wrong type",
                    e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        } catch (CharConversionException e) { // a power cut may leave zeros, which look like another encoding
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("its \"arrival\" is not a time: " + e.getMessage(), e);
        }
    }

    private static final class ByteCounter extends OutputStream {

        private long bytes;

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            bytes += length;
        }
    }
}
