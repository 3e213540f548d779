// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Dead letter without its payload.
 *
 * @param time when the letter was kept
 * @param reason in the words of the file, such as {@code type_mismatch}
 */
public record DeadLetterHeader(
        Instant time, String route, String reason, String detail, String topic, String client, long payloadBytes) {

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String PAYLOAD = "payload";
    private static final Set<String> KEPT = Set.of("time", "route", "reason", "detail", "topic", "client");

    /**
     * Reads a line without keeping its payload in memory, so that it may have any size.
     *
     * @param line a stream that ends at the end of the line
     * @throws IllegalArgumentException if the line is not a dead letter
     */
    static DeadLetterHeader read(InputStream line) throws IOException {
        var texts = new HashMap<String, String>();
        long payloadBytes = -1;
        try (var in = JSON.createParser(line)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not one JSON object");
            }
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
        return new DeadLetterHeader(
                Instant.parse(required(texts, "time")),
                required(texts, "route"),
                required(texts, "reason"),
                texts.getOrDefault("detail", ""),
                required(texts, "topic"),
                required(texts, "client"),
                payloadBytes);
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
}
