// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/** Writes maps, lists and scalars as other implementations of binary formats do: Jackson and msgpack-core. */
public final class Encoders {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build();

    /** Jackson's default is one off in negative bignums. */
    private static final CBORFactory CBOR = CBORFactory.builder()
            .enable(CBORGenerator.Feature.ENCODE_USING_STANDARD_NEGATIVE_BIGINT_ENCODING)
            .build();

    private Encoders() {}

    /** A value that is written as JSON. */
    static Object json(String json) {
        try {
            return JSON.readValue(json, Object.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public static byte[] cbor(@Nullable Object value) {
        var bytes = new ByteArrayOutputStream();
        try (var out = CBOR.createGenerator(bytes)) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(CBORGenerator out, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (var field : map.entrySet()) {
                out.writeFieldName((String) field.getKey());
                write(out, field.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray(list, list.size());
            for (var element : list) {
                write(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof byte[] bytes) {
            out.writeBinary(bytes);
        } else if (value instanceof Instant time) {
            out.writeTag(0);
            out.writeString(time.toString());
        } else if (value instanceof BigInteger number) {
            out.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            out.writeNumber(number);
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Float number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else {
            out.writeString((String) value);
        }
    }

    public static byte[] msgpack(@Nullable Object value) {
        try (var out = MessagePack.newDefaultBufferPacker()) {
            write(out, value);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(MessagePacker out, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.packMapHeader(map.size());
            for (var field : map.entrySet()) {
                out.packString((String) field.getKey());
                write(out, field.getValue());
            }
        } else if (value instanceof List<?> list) {
            out.packArrayHeader(list.size());
            for (var element : list) {
                write(out, element);
            }
        } else if (value instanceof byte[] bytes) {
            out.packBinaryHeader(bytes.length);
            out.writePayload(bytes);
        } else if (value instanceof Instant time) {
            out.packTimestamp(time);
        } else if (value instanceof BigInteger number) {
            out.packBigInteger(number);
        } else if (value instanceof Long number) {
            out.packLong(number);
        } else if (value instanceof Double number) {
            out.packDouble(number);
        } else if (value instanceof Float number) {
            out.packFloat(number);
        } else if (value instanceof Boolean truth) {
            out.packBoolean(truth);
        } else if (value == null) {
            out.packNil();
        } else {
            out.packString((String) value);
        }
    }
}
