// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;

class AvroPropertyTest {

    /** A schema, a value as Avro's library writes it, and the value as a decoder gives it, structures as JSON. */
    private record Sample(
            Schema schema,
            @Nullable Object written,
            @Nullable Object read) {}

    @SeededTest
    void shouldReadWhatAvroWrites(RandomValues random) throws Exception {
        var fields = random.list(1, 8, () -> field(random));
        var builder = SchemaBuilder.record("R").fields();
        for (int i = 0; i < fields.size(); i++) {
            builder = builder.name("f" + i).type(fields.get(i).schema()).noDefault();
        }
        var schema = builder.endRecord();
        var record = new GenericData.Record(schema);
        var pointers = new String[fields.size()];
        for (int i = 0; i < fields.size(); i++) {
            record.put(i, fields.get(i).written());
            pointers[i] = "/f" + i;
        }
        var payload = AvroPayloads.datums(schema, record, record);
        var writer = AvroPayloads.schema(schema.toString());

        for (var format : List.of(AvroFormat.datums(writer, null), AvroFormat.datums(writer, writer))) {
            for (var row : AvroPayloads.rows(format, "", payload, BrokenRecords.REFUSED, pointers)) {
                for (int i = 0; i < row.length; i++) {
                    assertThat(row[i] instanceof Structure structure ? structure.text() : row[i])
                            .isEqualTo(fields.get(i).read());
                }
            }
            assertThat(AvroPayloads.rows(format, "", payload, BrokenRecords.REFUSED, "/skipped"))
                    .hasSize(2);
        }
    }

    private static Sample field(RandomValues random) {
        return orNothing(random, sample(random));
    }

    private static Sample sample(RandomValues random) {
        return switch (random.below(11)) {
            case 0 -> sample(Schema.Type.LONG, random.anyLong());
            case 1 -> integer(random.anyInt());
            case 2 -> sample(Schema.Type.DOUBLE, random.anyDouble());
            case 3 -> sample(Schema.Type.FLOAT, random.anyFloat());
            case 4 -> sample(Schema.Type.BOOLEAN, random.anyBoolean());
            case 5 -> sample(Schema.Type.STRING, random.unicode(20));
            case 6 -> bytes(random.bytes(300));
            case 7 -> timestamp(random.anyLong());
            case 8 -> decimal(random.anyBigInteger(199));
            case 9 -> array(random.list(0, 30, random::anyLong));
            default -> map(random.list(0, 5, random::anyLong));
        };
    }

    private static Sample sample(Schema.Type type, Object value) {
        return new Sample(Schema.create(type), value, value);
    }

    private static Sample integer(int value) {
        return new Sample(Schema.create(Schema.Type.INT), value, (long) value);
    }

    private static Sample bytes(byte[] value) {
        return new Sample(Schema.create(Schema.Type.BYTES), ByteBuffer.wrap(value), value);
    }

    private static Sample timestamp(long micros) {
        var schema = LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
        return new Sample(schema, micros, instant(micros));
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    private static Sample decimal(BigInteger unscaled) {
        var schema = LogicalTypes.decimal(60, 7).addToSchema(Schema.create(Schema.Type.BYTES));
        return new Sample(schema, ByteBuffer.wrap(unscaled.toByteArray()), new BigDecimal(unscaled, 7));
    }

    private static Sample array(List<Long> values) {
        var text = values.toString().replace(" ", "");
        return new Sample(Schema.createArray(Schema.create(Schema.Type.LONG)), values, text);
    }

    private static Sample map(List<Long> values) {
        var written = new LinkedHashMap<String, Long>();
        values.forEach(value -> written.put("k" + written.size(), value));
        var text = written.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
        return new Sample(Schema.createMap(Schema.create(Schema.Type.LONG)), written, text);
    }

    private static Sample orNothing(RandomValues random, Sample sample) {
        var nothing = Schema.create(Schema.Type.NULL);
        var first = Schema.createUnion(nothing, sample.schema());
        var last = Schema.createUnion(sample.schema(), nothing);
        return random.oneOf(
                sample,
                new Sample(first, sample.written(), sample.read()),
                new Sample(last, sample.written(), sample.read()),
                new Sample(first, null, null),
                new Sample(last, null, null));
    }
}
