package io.github.hivemqtdengine.spool;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.github.hivemqtdengine.pipeline.DeadLetter;
import io.github.hivemqtdengine.pipeline.LoggedMessage;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;

/** A dead letter as a line of JSON. */
final class LetterLine {

    /** A payload may be as long as MQTT allows, 256 MiB, and takes a third more as base64. */
    private static final StreamReadConstraints LONG_TEXTS =
            StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build();

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(LONG_TEXTS)
            .build();

    private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocate(0);

    private LetterLine() {}

    /** Returns how many bytes {@link #write} would write; the payload is not encoded for that. */
    static long bytes(DeadLetter letter, Instant time) {
        var counter = new ByteCounter();
        var message = letter.message();
        var empty = new DeadLetter(letter.routeId(), message, NO_PAYLOAD, letter.reason(), letter.detail());
        try {
            write(empty, time, counter);
        } catch (IOException e) {
            throw new UncheckedIOException("The message can't be written as JSON", e);
        }
        return counter.bytes + base64Bytes(letter.payload().remaining());
    }

    private static long base64Bytes(int payload) {
        return (payload + 2L) / 3 * 4;
    }

    /**
     * Writes a letter piece by piece, and a line feed behind it.
     *
     * @param time when the letter is kept
     */
    static void write(DeadLetter letter, Instant time, OutputStream line) throws IOException {
        try (var out = JSON.createGenerator(line)) {
            out.writeStartObject();
            for (var field : LetterField.values()) {
                field.write(out, letter, time);
            }
            out.writeEndObject();
            out.writeRaw('\n');
        }
    }

    /**
     * Reads a line back.
     *
     * @param number the line's number in its file
     * @param line ends where the line does
     * @param maxMessageBytes the largest message that is read
     * @throws IllegalArgumentException if it is no dead letter
     * @throws IOException if the file can't be read
     */
    static LoggedMessage read(long number, InputStream line, long maxMessageBytes) throws IOException {
        try (var in = JSON.createParser(line)) {
            return read(number, in, new LetterDraft(maxMessageBytes));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        } catch (CharConversionException e) { // a power cut may leave zeros, which pass for another encoding
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("its \"arrival\" is no time: " + e.getMessage(), e);
        }
    }

    private static LoggedMessage read(long number, JsonParser in, LetterDraft draft) throws IOException {
        if (in.nextToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("it is no JSON object");
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            var field = LetterField.named(in.currentName());
            in.nextToken();
            if (field.isPresent()) {
                field.get().read(in, draft);
            } else {
                in.skipChildren();
            }
        }
        if (in.nextToken() != null) {
            throw new IllegalArgumentException("something stands behind the JSON object");
        }
        return draft.message(number);
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
