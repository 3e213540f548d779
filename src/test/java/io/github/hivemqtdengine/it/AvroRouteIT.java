// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

class AvroRouteIT extends BrokerTest {

    private static final int RECORDS = 100;
    private static final long START = 1_767_322_800_000_001L;

    private static final String SCHEMA = """
            {"type": "record", "name": "Wide", "fields": [
              {"name": "t", "type": {"type": "long", "logicalType": "timestamp-micros"}},
              {"name": "count", "type": "int"},
              {"name": "total", "type": "long"},
              {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 18, "scale": 3}},
              {"name": "level", "type": "double"},
              {"name": "note", "type": ["null", "string"]},
              {"name": "image", "type": "bytes"},
              {"name": "samples", "type": {"type": "array", "items": "double"}}]}
            """;

    private static final String ROUTE = """
            <route>
              <id>wide</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>wide/{device}</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="avro" schema="wide.avsc" rows=""/>
              <table super-table="wide" sub-table="w_${mqtt-topic:device}">
                <timestamp value="${payload:/t}"/>
                <tag    name="device"  type="VARCHAR(64)"    value="${mqtt-topic:device}"/>
                <column name="counted" type="INT"            value="${payload:/count}"/>
                <column name="total"   type="BIGINT"         value="${payload:/total}"/>
                <column name="price"   type="VARCHAR(32)"    value="${payload:/price}"/>
                <column name="level"   type="DOUBLE"         value="${payload:/level}"/>
                <column name="note"    type="VARCHAR(64)"    value="${payload:/note}"/>
                <column name="image"   type="VARBINARY(256)" value="${payload:/image}"/>
                <column name="samples" type="VARBINARY(128)" value="${payload:/samples}"/>
                <column name="text"    type="VARCHAR(128)"   value="${payload:/samples}"/>
              </table>
            </route>
            """;

    private final Schema schema = new Schema.Parser().parse(SCHEMA);

    @Test
    void shouldStoreAHundredRecordsOfOneMessage() throws Exception {
        start(SCHEMA, ROUTE);

        publish(mqtt5("device"), "wide/1", data(0, RECORDS));

        database.awaitCount("wide", RECORDS);
        var rows = database.query(
                "SELECT ts, counted, total, price, level, note, image, samples, text FROM wide ORDER BY ts");
        for (int i = 0; i < RECORDS; i++) {
            var row = rows.get(i);
            assertThat(row.subList(0, 6))
                    .isEqualTo(Arrays.asList(
                            Instant.EPOCH.plusNanos((START + i) * 1_000),
                            (long) i,
                            Long.MAX_VALUE - i,
                            "12345678901234." + (100 + i),
                            i / 8.0,
                            i % 2 == 0 ? null : "n" + i));
            assertThat((byte[]) row.get(6)).isEqualTo(everyByte());
            assertThat((byte[]) row.get(7))
                    .isEqualTo(ByteBuffer.allocate(18)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .put((byte) 4)
                            .putDouble(i)
                            .putDouble(0.5)
                            .put((byte) 0)
                            .array());
            assertThat(row.get(8)).isEqualTo("[" + i + ".0,0.5]");
        }
    }

    @Test
    void shouldKeepATruncatedMessageWholeAndGoOn() throws Exception {
        start(SCHEMA, ROUTE);
        var device = mqtt5("device");
        var truncated = Arrays.copyOf(data(0, 3), data(0, 3).length - 1);

        publish(device, "wide/1", truncated);
        publish(device, "wide/1", data(10, 2));

        database.awaitCount("wide", 2);
        awaitFigure("wide", "dead-lettered", 1);
        assertThat(deadLetters()).singleElement().asString().contains("\"reason\":\"decode\"");
    }

    @Test
    void shouldKeepTheDataBeforeATruncatedOneWhereTheRouteSaysSo() throws Exception {
        start(SCHEMA, ROUTE.replace("</table>", "</table><on-error decode=\"skip-row\"/>"));

        publish(mqtt5("device"), "wide/1", Arrays.copyOf(data(0, 3), data(0, 3).length - 1));

        database.awaitCount("wide", 2);
        awaitFigure("wide", "stored", 1);
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldStoreASingleObjectAndAContainerFile() throws Exception {
        var single =
                ROUTE.replace("schema=\"wide.avsc\" rows=\"\"", "framing=\"single-object\" writer-schemas=\"writers\"");
        var container = ROUTE.replace("schema=\"wide.avsc\" rows=\"\"", "framing=\"container\"")
                .replace("<id>wide<", "<id>files<")
                .replace(">wide/", ">files/")
                .replace("super-table=\"wide\" sub-table=\"w_", "super-table=\"files\" sub-table=\"f_");
        start(SCHEMA, single + container);

        var object = new ByteArrayOutputStream();
        new BinaryMessageEncoder<GenericData.Record>(GenericData.get(), schema).encode(record(1), object);
        publish(mqtt5("device"), "wide/1", object.toByteArray());
        publish(mqtt5("logger"), "files/1", container(5));

        database.awaitCount("wide", 1);
        database.awaitCount("files", 5);
        assertThat(database.query("SELECT counted, note FROM wide")).containsExactly(List.of(1L, "n1"));
        assertThat(database.query("SELECT counted FROM files ORDER BY ts"))
                .containsExactly(List.of(0L), List.of(1L), List.of(2L), List.of(3L), List.of(4L));
        assertThat(deadLetters()).isEmpty();
    }

    private byte[] container(int count) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var writer = new DataFileWriter<GenericData.Record>(new GenericDatumWriter<>(schema))) {
            writer.setCodec(CodecFactory.deflateCodec(6));
            writer.create(schema, bytes);
            for (int i = 0; i < count; i++) {
                writer.append(record(i));
            }
        }
        return bytes.toByteArray();
    }

    private void start(String avsc, String route) throws IOException {
        var schemas = Files.createDirectory(broker.configurationFile().resolveSibling("schemas"));
        Files.writeString(schemas.resolve("wide.avsc"), avsc);
        Files.writeString(Files.createDirectory(schemas.resolve("writers")).resolve("wide.avsc"), avsc);
        startBroker(route);
    }

    private byte[] data(int first, int count) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        var writer = new GenericDatumWriter<GenericData.Record>(schema);
        for (int i = first; i < first + count; i++) {
            writer.write(record(i), encoder);
        }
        return bytes.toByteArray();
    }

    private GenericData.Record record(int i) {
        var record = new GenericData.Record(schema);
        record.put("t", START + i);
        record.put("count", i);
        record.put("total", Long.MAX_VALUE - i);
        record.put(
                "price",
                ByteBuffer.wrap(BigInteger.valueOf(12_345_678_901_234_100L + i).toByteArray()));
        record.put("level", i / 8.0);
        record.put("note", i % 2 == 0 ? null : "n" + i);
        record.put("image", ByteBuffer.wrap(everyByte()));
        record.put("samples", List.of((double) i, 0.5));
        return record;
    }

    private static byte[] everyByte() {
        var bytes = new byte[256];
        IntStream.range(0, 256).forEach(i -> bytes[i] = (byte) i);
        return bytes;
    }

    private static void publish(Mqtt5BlockingClient client, String topic, byte[] payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }
}
