// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtobufRouteIT extends BrokerTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/protobuf");

    private static final String READINGS = """
            <route>
              <id>readings</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>gateway/+</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="protobuf" descriptor="plant.desc" message="plant.Reading" framing="delimited"/>
              <table super-table="readings" sub-table="r_${payload:/sensor_id}">
                <timestamp value="${payload:/at}"/>
                <tag    name="sensor"  type="VARCHAR(16)" value="${payload:/sensor_id}"/>
                <column name="reading" type="DOUBLE"      value="${payload:/value}"/>
                <column name="phase"   type="INT"         value="${payload:/phase}" on-missing="null"/>
                <column name="status"  type="VARCHAR(16)" value="${payload:/state}"/>
                <column name="third"   type="BIGINT"      value="${payload:/samples/2}"/>
              </table>
            </route>
            """;

    /** One reading, whose third sample is the least number of 64 bits that both databases hold. */
    private static final byte[] LEAST =
            HexFormat.of().parseHex("220a0178120608b0e9dcca0619000000000000f03f3a0c0000fdffffffffffffffff01");

    private void startBrokerWithSchemas(String routes) throws IOException {
        var schemas = Files.createDirectory(broker.configurationFile().resolveSibling("schemas"));
        Files.copy(GOLDEN.resolve("plant.desc"), schemas.resolve("plant.desc"));
        startBroker(routes);
    }

    @Test
    void shouldMakeRowsOfDelimitedMessages() throws Exception {
        startBrokerWithSchemas(READINGS);

        var gateway = mqtt5("gateway");
        publish(gateway, Files.readAllBytes(GOLDEN.resolve("readings.bin")));
        publish(gateway, HexFormat.of().parseHex("030a01ff"));
        publish(gateway, LEAST);

        database.awaitCount("readings", 4);
        awaitFigure("readings", "dead-lettered", 1);
        assertThat(database.query("SELECT sensor, reading, phase, status, third FROM readings ORDER BY sensor"))
                .containsExactly(
                        Arrays.asList("s-0", 0.0, null, "UNKNOWN", 1L << 62),
                        List.of("s-1", 0.125, -1L, "RUNNING", 1L << 62),
                        Arrays.asList("s-2", 0.25, null, "UNKNOWN", 1L << 62),
                        Arrays.asList("x", 1.0, null, "UNKNOWN", Long.MIN_VALUE + 1));
        assertThat(database.query("SELECT ts FROM readings WHERE sensor = 'x'"))
                .containsExactly(List.of(Instant.parse("2026-01-02T03:00:00Z")));
        assertThat(deadLetters())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("\"reason\":\"decode\"", "not UTF-8 at byte 3"));
    }

    @Test
    void shouldStoreAMessageThatIsThePayload() throws Exception {
        startBrokerWithSchemas(READINGS.replace("framing=\"delimited\"", "framing=\"message\""));

        publish(mqtt5("gateway"), Arrays.copyOfRange(LEAST, 1, LEAST.length)); // without its length

        database.awaitCount("readings", 1);
        assertThat(database.query("SELECT sensor, reading, third FROM readings"))
                .containsExactly(List.of("x", 1.0, Long.MIN_VALUE + 1));
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldLeaveOutABrokenMessageWhereTheRouteSaysSo() throws Exception {
        startBrokerWithSchemas(READINGS.replace("</table>", "</table><on-error decode=\"skip-row\"/>"));

        var broken = HexFormat.of().parseHex("030a01ff");
        var both = Arrays.copyOf(broken, broken.length + LEAST.length);
        System.arraycopy(LEAST, 0, both, broken.length, LEAST.length);
        publish(mqtt5("gateway"), both);

        database.awaitCount("readings", 1);
        awaitFigure("readings", "stored", 1);
        assertThat(deadLetters()).isEmpty();
    }

    private static void publish(Mqtt5BlockingClient gateway, byte[] payload) {
        gateway.publishWith()
                .topic("gateway/1")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }
}
