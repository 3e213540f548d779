// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Records as concatenated Avro data without header. A record is the concatenation of its fields, so the fields after
 * the stamp are encoded in advance.
 */
final class AvroFormat implements PayloadFormat {

    private static final String WIDE = "/wide.avsc";
    private static final String METER = "/meter.avsc";
    private static final List<String> STAMP = List.of("s", "p", "n", "i", "t");

    private final int records;
    private final byte[][] values;

    private AvroFormat(int records, String schema, List<Map<String, Object>> values) {
        this.records = records;
        var afterStamp = afterStamp(new Schema.Parser().parse(resource(schema)));
        this.values = values.stream().map(value -> encode(afterStamp, value)).toArray(byte[][]::new);
    }

    /** Returns the record of the Avro experiment. */
    static AvroFormat wide(int records) {
        return new AvroFormat(records, WIDE, SampleValues.wide());
    }

    /** Returns five values of a meter. */
    static AvroFormat meters(int records) {
        return new AvroFormat(records, METER, SampleValues.meters());
    }

    private static String resource(String name) {
        try (InputStream resource = AvroFormat.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(resource, name).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema afterStamp(Schema whole) {
        var fields = whole.getFields().stream()
                .filter(field -> !STAMP.contains(field.name()))
                .map(field -> new Schema.Field(field.name(), field.schema()))
                .toList();
        return Schema.createRecord("Values", null, null, false, fields);
    }

    private static byte[] encode(Schema schema, Map<String, Object> value) {
        var record = new GenericData.Record(schema);
        value.forEach(record::put);
        var bytes = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        try {
            new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public PayloadSource source(int publisher) {
        var bytes = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        var clock = new RecordClock();
        return (message, sentMicros) -> {
            bytes.reset();
            try {
                for (int i = 0; i < records; i++) {
                    stamp(encoder, sentMicros, publisher, message);
                    encoder.writeInt(i);
                    encoder.writeLong(clock.next(sentMicros));
                    encoder.writeFixed(values[Math.floorMod(publisher + message * records + i, values.length)]);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        };
    }

    private static void stamp(BinaryEncoder encoder, long sentMicros, int publisher, int message) throws IOException {
        encoder.writeLong(sentMicros);
        encoder.writeInt(publisher);
        encoder.writeLong(message);
    }

    @Override
    public StampReader stamps() {
        return AvroFormat::read;
    }

    private static void read(ByteBuffer payload, Stamp stamp) {
        stamp.clear();
        var prefix = Stamp.prefix(payload);
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(prefix, null);
        try {
            long sentMicros = decoder.readLong();
            int publisher = decoder.readInt();
            stamp.message(decoder.readLong());
            stamp.publisher(publisher);
            stamp.sentMicros(sentMicros);
        } catch (IOException | RuntimeException e) {
            stamp.clear(); // not a message of this load
        }
    }

    @Override
    public int records() {
        return records;
    }
}
