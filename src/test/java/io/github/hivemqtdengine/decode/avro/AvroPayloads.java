// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.RecordShape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Payloads as Avro's own library writes them, and decoders to read them. */
public final class AvroPayloads {

    static final String ROOT = "";

    private AvroPayloads() {}

    public static AvroSchema schema(String json) {
        return AvroSchema.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static byte[] datums(String schema, Object... values) throws IOException {
        return datums(new Schema.Parser().parse(schema), values);
    }

    static byte[] datums(Schema schema, Object... values) throws IOException {
        var out = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(out, null);
        for (var value : values) {
            new GenericDatumWriter<>(schema).write(value, encoder);
        }
        encoder.flush();
        return out.toByteArray();
    }

    /** @param perBlock how many values a block has */
    static byte[] container(CodecFactory codec, int perBlock, String schema, Object... values) throws IOException {
        var out = new ByteArrayOutputStream();
        var parsed = new Schema.Parser().parse(schema);
        try (var writer = new DataFileWriter<>(new GenericDatumWriter<>(parsed))) {
            writer.setCodec(codec)
                    .create(parsed, out, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
            for (int i = 0; i < values.length; i++) {
                writer.append(values[i]);
                if ((i + 1) % perBlock == 0) {
                    writer.sync();
                }
            }
        }
        return out.toByteArray();
    }

    /** The values at some pointers in the only record. */
    static @Nullable Object[] one(AvroFormat format, byte[] payload, String... pointers) throws DecodeException {
        var records = rows(format, null, payload, BrokenRecords.REFUSED, pointers);
        if (records.size() != 1) {
            throw new AssertionError(records.size() + " records");
        }
        return records.get(0);
    }

    static List<@Nullable Object[]> rows(
            AvroFormat format, @Nullable String rows, byte[] payload, BrokenRecords broken, String... pointers)
            throws DecodeException {
        var fields = Stream.of(pointers)
                .map(pointer -> new FieldPath(FieldPath.Scope.RECORD, pointer))
                .toList();
        return format.decoder(fields, RecordShape.rowsAt(rows)).decode(Payload.of(payload), broken);
    }

    /** The value that is the whole datum. */
    static @Nullable Object value(AvroFormat format, byte[] payload) throws DecodeException {
        return one(format, payload, ROOT)[0];
    }
}
