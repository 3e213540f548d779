// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Structure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of whole JSON documents, for tools and events. Objects are maps in the order of their fields,
 * arrays are lists, integers {@code Long} or {@code BigInteger}, and other numbers {@code BigDecimal}.
 */
public final class JsonTree {

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(Document.MAX_DEPTH)
            .maxNumberLength(Document.MAX_DIGITS)
            .maxNameLength(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .build();

    /** Factory that reads only UTF-8 and writes every character as UTF-8. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(LIMITS)
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new SimpleModule()
                    .addDeserializer(Number.class, new NumberReader())
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(Structure.class, ToStringSerializer.instance))
            .build();

    private JsonTree() {}

    /**
     * Reads a document written by an operator.
     *
     * @throws DecodeException if the bytes are not one JSON document in UTF-8
     */
    public static @Nullable Object read(byte[] payload) throws DecodeException {
        int start = JsonFormat.startOf(payload);
        try {
            return MAPPER.readValue(payload, start, payload.length - start, Object.class);
        } catch (JacksonException e) {
            throw malformed(e.getLocation() == null ? -1 : e.getLocation().getByteOffset());
        } catch (NumberFormatException e) { // exponent too large for any number
            throw malformed(-1);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never thrown in memory
        }
    }

    private static DecodeException malformed(long position) {
        return new DecodeException(
                Fault.MALFORMED, "The payload is not one JSON document in UTF-8", Math.max(-1, position));
    }

    /** Writes a document of maps, lists and the value types of {@code Decoder}. */
    public static String write(@Nullable Object value) {
        return new String(utf8(value), StandardCharsets.UTF_8);
    }

    public static byte[] utf8(@Nullable Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class NumberReader extends JsonDeserializer<Number> {

        @Override
        public Number deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return switch (in.getNumberType()) {
                case INT, LONG -> in.getLongValue();
                case BIG_INTEGER -> in.getBigIntegerValue();
                default -> in.getDecimalValue();
            };
        }
    }
}
