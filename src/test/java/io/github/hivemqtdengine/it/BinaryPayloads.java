// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/** Three readings of one gateway, as other implementations write them. */
final class BinaryPayloads {

    private static final Instant FIRST = Instant.parse("2026-01-02T03:04:05.000001Z");

    private BinaryPayloads() {}

    static byte[] cbor(byte[] bytes) throws IOException {
        var payload = new ByteArrayOutputStream();
        try (var out = new CBORFactory().createGenerator(payload)) {
            out.writeStartObject();
            out.writeArrayFieldStart("r");
            reading(out, 0, Long.MAX_VALUE, bytes);
            reading(out, 1, -Long.MAX_VALUE, new byte[0]);
            reading(out, 2, 9_007_199_254_740_993L, new byte[] {0, -1});
            out.writeEndArray();
            out.writeStringField("id", "gw-1");
            out.writeEndObject();
        }
        return payload.toByteArray();
    }

    private static void reading(CBORGenerator out, int micros, long number, byte[] bytes) throws IOException {
        out.writeStartObject();
        out.writeFieldName("t");
        out.writeTag(0);
        out.writeString(FIRST.plusNanos(1_000L * micros).toString());
        out.writeNumberField("n", number);
        out.writeBinaryField("b", bytes);
        out.writeEndObject();
    }

    static byte[] msgpack(byte[] bytes) throws IOException {
        try (var out = MessagePack.newDefaultBufferPacker()) {
            out.packMapHeader(2).packString("r").packArrayHeader(3);
            reading(out, 0, Long.MAX_VALUE, bytes);
            reading(out, 1, -Long.MAX_VALUE, new byte[0]);
            reading(out, 2, 9_007_199_254_740_993L, new byte[] {0, -1});
            out.packString("id").packString("gw-1");
            return out.toByteArray();
        }
    }

    private static void reading(MessagePacker out, int micros, long number, byte[] bytes) throws IOException {
        out.packMapHeader(3).packString("t").packTimestamp(FIRST.plusNanos(1_000L * micros));
        out.packString("n").packLong(number);
        out.packString("b").packBinaryHeader(bytes.length).writePayload(bytes);
    }
}
