// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.decode.protobuf.RegisteredFiles;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.RegistryStub;
import io.github.hivemqtdengine.testkit.RegistryStub.Referenced;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Payloads whose schemas are in a schema registry. */
class SchemaRegistryIT extends BrokerTest {

    private static final String UNIT = """
            {"type": "enum", "name": "Unit", "symbols": ["BAR", "PSI"]}""";

    private static final String READING = """
            {"type": "record", "name": "Reading", "fields": [
              {"name": "t", "type": {"type": "long", "logicalType": "timestamp-millis"}},
              {"name": "level", "type": "double"}, {"name": "unit", "type": "Unit"}]}""";

    private static final String ROUTE = """
            <route>
              <id>%1$s</id>
              <mqtt-topic-filters><mqtt-topic-filter>press/{press}/%1$s</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="%1$s" framing="registry" registry="main"/>
              <table super-table="press_%1$s" sub-table="%1$s_${mqtt-topic:press}">
                <timestamp value="${payload:/%2$s}"/>
                <tag    name="press"    type="VARCHAR(16)" value="${mqtt-topic:press}"/>
                <column name="reading"  type="DOUBLE"      value="${payload:/%3$s}"/>
                <column name="measured" type="VARCHAR(8)"  value="${payload:/%4$s}"/>
              </table>
              <on-error decode="drop"/>
            </route>
            """;

    private static final String AVRO = ROUTE.formatted("avro", "t", "level", "unit");
    private static final String PROTOBUF = ROUTE.formatted("protobuf", "at", "value", "unit/symbol");
    private static final String JSON =
            ROUTE.formatted("json", "t", "level", "unit").replace("/t}\"", "/t}\" unit=\"ms\"");

    /** 2026-01-02T03:00:00Z, 5.8125 and the second symbol. */
    private static final String DATUM = "80beaecaef66 0000000000401740 02";

    private static final List<Object> ROW = List.of(Instant.parse("2026-01-02T03:00:00Z"), 5.8125, "PSI");

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @AutoClose
    private final RegistryStub registry = new RegistryStub();

    private int clients;

    @Test
    void shouldStoreWhatTheFormatsOfARegistryHold() throws Exception {
        putSchemas(registry);
        start(registry.url(), AVRO + PROTOBUF + JSON);

        publish("avro", hex("00 00000011" + DATUM));
        publish("protobuf", hex("00 00000012 040400 09 0000000000401740 1206 08b0e9dcca06 1a05 0a03 505349"));
        publish("json", json());
        publish("avro", hex("00 00000063" + DATUM));
        publish("avro", hex("00 00000012" + DATUM));

        for (var format : List.of("avro", "protobuf", "json")) {
            database.awaitCount("press_" + format, 1);
            assertThat(database.query("SELECT ts, reading, measured FROM press_" + format))
                    .as(format)
                    .containsExactly(ROW);
        }
        awaitFigure("avro", "dead-lettered", 1);
        awaitFigure("avro", "dropped", 1);
        assertThat(deadLetters())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("\"reason\":\"no_schema\"", "has no such schema"));
        assertThat(registry.requests())
                .doesNotHaveDuplicates()
                .contains("/schemas/ids/17", "/subjects/unit/versions/1", "/schemas/ids/99");
        assertThat(cached("17.json")).contains(registry.url()).contains("Reading");
    }

    /** Also over a restart of the broker, and then by another registry. */
    @Tag("full")
    @Test
    void shouldGoOnWithoutTheRegistry() throws Exception {
        putSchemas(registry);
        start(registry.url(), AVRO);
        publish("avro", hex("00 00000011" + DATUM));
        database.awaitCount("press_avro", 1);
        broker.stop();

        registry.fail(503);
        broker.start(0);
        publish("avro", hex("00 00000011" + DATUM.replace("80beaecaef66", "82beaecaef66")));
        publish("avro", hex("00 00000013" + DATUM.replace("80beaecaef66", "84beaecaef66")));
        database.awaitCount("press_avro", 2);
        awaitFigure("avro", "dead-lettered", 1);
        assertThat(log.text()).contains("WARN Schema registry \"main\" does not answer (HTTP 503)");

        try (var other = new RegistryStub()) {
            putSchemas(other);
            other.avro(19, READING, new Referenced("Unit", "unit", 1));
            Files.writeString(
                    broker.configurationFile(),
                    Files.readString(broker.configurationFile()).replace(registry.url(), other.url()));
            await().until(() -> log.text().contains("change applied: schema registries changed main"));
            Files.move(deadLetterFile(), broker.extensionDataFolder().resolve("replay/letters.jsonl"));

            database.awaitCount("press_avro", 3);
            assertThat(other.requests()).contains("/schemas/ids/19");
        }
    }

    /** A publisher that invents numbers, while another one publishes with a known number. */
    @Tag("full")
    @Test
    void shouldStoreKnownSchemasDuringAFloodOfUnknownOnes() throws Exception {
        putSchemas(registry);
        start(registry.url(), AVRO);
        publish("avro", hex("00 00000011" + DATUM));
        database.awaitCount("press_avro", 1);
        int before = registry.requests().size();

        long begin = System.nanoTime();
        var random = new Random(7);
        var hostile = mqtt5("hostile").toAsync();
        for (int i = 0; i < 10_000; i++) {
            var frame = ByteBuffer.allocate(6).put((byte) 0).putInt(1_000 + random.nextInt(1 << 30));
            hostile.publishWith()
                    .topic("press/x/avro")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(frame.array())
                    .send();
        }
        publish("avro", hex("00 00000011" + DATUM.replace("80beaecaef66", "82beaecaef66")));

        database.awaitCount("press_avro", 2);
        awaitFigure("avro", "dead-lettered", 10_000);
        awaitEvenAccount("avro");
        long seconds = (System.nanoTime() - begin) / 1_000_000_000 + 1;
        assertThat((long) registry.requests().size() - before).isBetween(1L, 10 * seconds + 10);
    }

    private static void putSchemas(RegistryStub stub) {
        stub.avro(17, READING, new Referenced("Unit", "unit", 1));
        stub.put("/subjects/unit/versions/1", null, UNIT);
        stub.protobuf("/schemas/ids/18", RegisteredFiles.plant(), new Referenced(RegisteredFiles.UNIT, "common", 4));
        stub.protobuf("/subjects/common/versions/4", RegisteredFiles.unit());
    }

    private void start(String url, String routes) throws IOException {
        var configuration = configuration(routes, "")
                .replace(
                        "</databases>",
                        "</databases><schema-registries><registry><id>main</id><url>" + url
                                + "</url></registry></schema-registries>");
        Files.writeString(broker.configurationFile(), configuration);
        broker.start(0);
    }

    private String cached(String name) throws IOException {
        return Files.readString(
                broker.extensionDataFolder().resolve("schemas-cache/main").resolve(name));
    }

    private void publish(String format, byte[] payload) {
        mqtt5("press-" + clients++)
                .publishWith()
                .topic("press/p7/" + format)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    private static byte[] json() {
        var value = "{\"t\": 1767322800000, \"level\": 5.8125, \"unit\": \"PSI\"}".getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + value.length)
                .put(hex("00 00000014"))
                .put(value)
                .array();
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }
}
