// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;

/**
 * The same records as Avro and as JSON: an int, a long, a boolean, two numbers, 100 bytes, two strings and 100 numbers.
 */
final class WideRecords {

    static final String SCHEMA = """
            {"type": "record", "name": "Wide", "fields": [
              {"name": "count", "type": "int"}, {"name": "total", "type": "long"},
              {"name": "running", "type": "boolean"}, {"name": "level", "type": "double"},
              {"name": "ratio", "type": "float"}, {"name": "image", "type": "bytes"},
              {"name": "device", "type": "string"}, {"name": "place", "type": "string"},
              {"name": "samples", "type": {"type": "array", "items": "double"}}]}""";

    private static final int BYTES = 100;
    private static final int NUMBERS = 100;

    private final Schema schema = new Schema.Parser().parse(SCHEMA);
    private final Random random = new Random(7);

    /** Concatenated datums. */
    byte[] avro(int records) {
        var out = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(out, null);
        var writer = new GenericDatumWriter<GenericData.Record>(schema);
        try {
            for (int i = 0; i < records; i++) {
                writer.write(record(), encoder);
            }
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory throws none
        }
        return out.toByteArray();
    }

    /** An array of objects, the bytes as Base64. */
    byte[] json(int records) {
        return IntStream.range(0, records)
                .mapToObj(i -> json(record()))
                .collect(Collectors.joining(",", "[", "]"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String json(GenericData.Record record) {
        var image = Base64.getEncoder().encodeToString(((ByteBuffer) record.get("image")).array());
        return "{\"count\":" + record.get("count") + ",\"total\":" + record.get("total") + ",\"running\":"
                + record.get("running") + ",\"level\":" + record.get("level") + ",\"ratio\":" + record.get("ratio")
                + ",\"image\":\"" + image + "\",\"device\":\"" + record.get("device") + "\",\"place\":\""
                + record.get("place") + "\",\"samples\":" + record.get("samples") + "}";
    }

    private GenericData.Record record() {
        var image = new byte[BYTES];
        random.nextBytes(image);
        var record = new GenericData.Record(schema);
        record.put("count", random.nextInt(1 << 20));
        record.put("total", random.nextLong(1L << 40));
        record.put("running", random.nextBoolean());
        record.put("level", random.nextDouble());
        record.put("ratio", random.nextFloat());
        record.put("image", ByteBuffer.wrap(image));
        record.put("device", "machine-" + random.nextInt(10));
        record.put("place", "hall 4, line 17");
        record.put("samples", random.doubles(NUMBERS).boxed().toList());
        return record;
    }
}
