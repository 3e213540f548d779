package io.github.hivemqtdengine.spool.deadletter;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of dead letters line by line without keeping payloads in memory, so that a line may have any size. Empty
 * lines are skipped. Not thread-safe.
 */
public final class DeadLetterLineScanner implements Closeable {

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String PAYLOAD = "payload";
    private static final Set<String> KEPT = Set.of("time", "route", "reason", "detail", "topic", "client");

    private final LineStream lines;
    private final DeadLetterReader<Letter> reader;

    /**
     * Dead letter without its payload.
     *
     * @param time when the letter was kept
     * @param reason in the words of the file, such as {@code type_mismatch}
     */
    public record Letter(
            Instant time, String route, String reason, String detail, String topic, String client, long payloadBytes) {}

    /**
     * Opens a file.
     *
     * @param bytes how much of the file is read; it may grow meanwhile
     */
    public DeadLetterLineScanner(Path file, long bytes) throws IOException {
        this.lines = new LineStream(file, 0, bytes);
        this.reader = new DeadLetterReader<>(lines, 0, (number, line) -> letter(line));
    }

    /**
     * Reads the next line.
     *
     * @return {@code null} at the end
     * @throws IOException if the file can't be read
     */
    public @Nullable Line<Letter> next() throws IOException {
        return reader.next();
    }

    private static Letter letter(InputStream line) throws IOException {
        var texts = new HashMap<String, String>();
        long payloadBytes = -1;
        try (var in = JSON.createParser(line)) {
            begin(in);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                var name = in.currentName();
                boolean isText = in.nextToken() == JsonToken.VALUE_STRING;
                if (isText && name.equals(PAYLOAD)) {
                    payloadBytes = in.readBinaryValue(OutputStream.nullOutputStream());
                } else if (isText && KEPT.contains(name)) {
                    texts.put(name, in.getText());
                } else {
                    in.skipChildren();
                }
            }
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("it is not one JSON object");
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
        if (payloadBytes < 0) {
            throw missing(PAYLOAD);
        }
        return new Letter(
                Instant.parse(required(texts, "time")),
                required(texts, "route"),
                required(texts, "reason"),
                texts.getOrDefault("detail", ""),
                required(texts, "topic"),
                required(texts, "client"),
                payloadBytes);
    }

    private static void begin(JsonParser in) throws IOException {
        if (in.nextToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("it is not one JSON object");
        }
    }

    private static String required(Map<String, String> texts, String name) {
        var text = texts.get(name);
        if (text == null) {
            throw missing(name);
        }
        return text;
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("it has no \"" + name + "\"");
    }

    /** Returns the bytes of a line as they are. */
    public InputStream open(Line<Letter> line) {
        return lines.range(line.start(), line.end());
    }

    /** Copies a line as it is, always with a line feed at its end. */
    public void copy(Line<Letter> line, OutputStream to) throws IOException {
        try (var from = open(line)) {
            from.transferTo(to);
        }
        if (!line.hasLineFeed()) {
            to.write('\n');
        }
    }

    /** Writes the bytes of a line's payload. */
    public void writePayload(Line<Letter> line, OutputStream to) throws IOException {
        try (var in = JSON.createParser(open(line))) {
            begin(in);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                boolean isPayload = in.currentName().equals(PAYLOAD);
                in.nextToken();
                if (isPayload) {
                    in.readBinaryValue(to);
                    return;
                }
                in.skipChildren();
            }
        }
    }

    /** Writes all fields of a line but the payload, as a JSON object. */
    public void writeFields(Line<Letter> line, OutputStream to) throws IOException {
        try (var in = JSON.createParser(open(line));
                var out = JSON.createGenerator(to).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            begin(in);
            out.writeStartObject();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                var name = in.currentName();
                in.nextToken();
                if (name.equals(PAYLOAD)) {
                    in.skipChildren();
                } else {
                    out.writeFieldName(name);
                    out.copyCurrentStructure(in);
                }
            }
            out.writeEndObject();
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
