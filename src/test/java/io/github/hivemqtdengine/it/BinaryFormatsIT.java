// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** CBOR and MessagePack from the publisher to the tables, every digit and every byte. */
class BinaryFormatsIT extends BrokerTest {

    private static final byte[] EVERY_BYTE = everyByte();

    private static byte[] everyByte() {
        var bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static String route(String format) {
        return """
                <route>
                  <id>gateway</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>gateway/+</mqtt-topic-filter>
                  </mqtt-topic-filters>
                  <payload format="%s" rows="/r"/>
                  <table super-table="readings" sub-table="r_${payload-root:/id}">
                    <timestamp value="${payload:/t}" unit="iso-8601"/>
                    <tag    name="gateway" type="VARCHAR(16)"    value="${payload-root:/id}"/>
                    <column name="n"       type="BIGINT"         value="${payload:/n}"/>
                    <column name="raw"     type="VARBINARY(256)" value="${payload:/b}"/>
                  </table>
                </route>
                """.formatted(format);
    }

    @Test
    void shouldStoreTheRowsOfCbor() throws Exception {
        requireStored("cbor", BinaryPayloads.cbor(EVERY_BYTE), "The payload's CBOR ends too early at byte");
    }

    @Test
    void shouldStoreTheRowsOfMessagePack() throws Exception {
        requireStored("msgpack", BinaryPayloads.msgpack(EVERY_BYTE), "The payload ends within a value at byte");
    }

    /** Publishes the payload cut short, and then whole. */
    private void requireStored(String format, byte[] payload, String sentence) throws Exception {
        startBroker(route(format));

        publish(Arrays.copyOf(payload, payload.length - 1));
        publish(payload);

        database.awaitCount("readings", 3);
        assertThat(database.query("SELECT ts, gateway, n FROM readings ORDER BY ts"))
                .containsExactly(
                        List.of(Instant.parse("2026-01-02T03:04:05.000001Z"), "gw-1", Long.MAX_VALUE),
                        List.of(Instant.parse("2026-01-02T03:04:05.000002Z"), "gw-1", -Long.MAX_VALUE),
                        List.of(Instant.parse("2026-01-02T03:04:05.000003Z"), "gw-1", 9_007_199_254_740_993L));
        assertThat(bytes()).containsExactly(EVERY_BYTE, new byte[0], new byte[] {0, -1});
        awaitFigure("gateway", "stored", 1);
        assertThat(deadLetters()).singleElement().asString().contains("\"reason\":\"decode\"", sentence);
    }

    private void publish(byte[] payload) {
        mqtt5("gateway" + payload.length)
                .publishWith()
                .topic("gateway/1")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    private List<byte @Nullable []> bytes() throws Exception {
        try (var connection = database.connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT raw FROM readings ORDER BY ts")) {
            var found = new ArrayList<byte @Nullable []>();
            while (result.next()) {
                found.add(result.getBytes(1));
            }
            return found;
        }
    }
}
