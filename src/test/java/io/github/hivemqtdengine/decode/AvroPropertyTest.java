package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

    @Property(tries = 500)
    void shouldReadWhatAvroWrites(@ForAll("records") List<Sample> fields) throws Exception {
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

    @Provide
    Arbitrary<List<Sample>> records() {
        return scalars()
                .flatMap(AvroPropertyTest::orNothing)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    private static Arbitrary<Sample> scalars() {
        var timestamp = LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
        return Arbitraries.oneOf(
                Arbitraries.longs().map(value -> sample(Schema.Type.LONG, value, value)),
                Arbitraries.integers().map(value -> sample(Schema.Type.INT, value, (long) value)),
                Arbitraries.doubles().map(value -> sample(Schema.Type.DOUBLE, value, value)),
                Arbitraries.floats().map(value -> sample(Schema.Type.FLOAT, value, value)),
                Arbitraries.of(true, false).map(value -> sample(Schema.Type.BOOLEAN, value, value)),
                Arbitraries.strings()
                        .ofMaxLength(20)
                        .map(AvroPropertyTest::wellFormed)
                        .map(value -> sample(Schema.Type.STRING, value, value)),
                Arbitraries.bytes()
                        .array(byte[].class)
                        .ofMaxSize(300)
                        .map(value -> sample(Schema.Type.BYTES, ByteBuffer.wrap(value), value)),
                Arbitraries.longs().map(value -> new Sample(timestamp, value, instant(value))),
                Arbitraries.bigIntegers().map(AvroPropertyTest::decimal),
                Arbitraries.longs().list().ofMaxSize(30).map(AvroPropertyTest::array),
                Arbitraries.longs().list().ofMaxSize(5).map(AvroPropertyTest::map));
    }

    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    private static Sample sample(Schema.Type type, Object written, Object read) {
        return new Sample(Schema.create(type), written, read);
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

    private static Arbitrary<Sample> orNothing(Sample sample) {
        var nothing = Schema.create(Schema.Type.NULL);
        var first = Schema.createUnion(nothing, sample.schema());
        var last = Schema.createUnion(sample.schema(), nothing);
        return Arbitraries.of(
                sample,
                new Sample(first, sample.written(), sample.read()),
                new Sample(last, sample.written(), sample.read()),
                new Sample(first, null, null),
                new Sample(last, null, null));
    }
}
