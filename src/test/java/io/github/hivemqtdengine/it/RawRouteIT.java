// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RawRouteIT extends BrokerTest {

    @Test
    void shouldStoreEveryMessageWithWhereItCameFrom() throws Exception {
        startBroker(Routes.EVERYTHING);
        mqtt3("three")
                .publishWith()
                .topic("a")
                .qos(MqttQos.AT_MOST_ONCE)
                .payload(utf8("1"))
                .send();
        database.awaitCount("messages", 1);
        var named = mqttClient("named")
                .useMqttVersion5()
                .simpleAuth()
                .username("müller")
                .applySimpleAuth();
        var client = named.buildBlocking();
        client.connect();
        client.publishWith()
                .topic("a/b")
                .qos(MqttQos.EXACTLY_ONCE)
                .retain(true)
                .payload(utf8("2"))
                .send();
        client.disconnect();

        database.awaitCount("messages", 2);
        assertThat(database.query("SELECT tag_topic, client, user_name, qos, retained, encoding, payload"
                        + " FROM messages ORDER BY ts"))
                .containsExactly(
                        Arrays.asList("a", "three", null, 0L, "false", "text", "1"),
                        List.of("a/b", "named", "müller", 2L, "true", "text", "2"));
    }

    @Test
    void shouldStoreEmptyPayloads() throws Exception {
        startBroker(Routes.EVERYTHING);

        mqtt3("three").publishWith().topic("empty").send();
        mqtt5("five")
                .publishWith()
                .topic("empty")
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .send();

        database.awaitCount("messages", 2);
        assertThat(database.query("SELECT payload FROM messages")).containsOnly(List.of(""));
    }

    @Test
    void shouldStoreEveryByteValue() throws Exception {
        startBroker(Routes.EVERYTHING);
        var bytes = new byte[20_000];
        new Random(1).nextBytes(bytes);

        mqtt5("five").publishWith().topic("binary").payload(bytes).send();

        database.awaitCount("messages", 1);
        var row = database.query("SELECT encoding, payload FROM messages").get(0);
        assertThat(row.get(0)).isEqualTo("base64");
        assertThat(Base64.getDecoder().decode((String) row.get(1))).isEqualTo(bytes);
    }

    @Test
    void shouldStoreHexadecimalDigits() throws Exception {
        startBroker(Routes.EVERYTHING.replace("format=\"raw\"", "format=\"raw\" encoding=\"hex\""));

        mqtt5("five")
                .publishWith()
                .topic("binary")
                .payload(new byte[] {0, 'x', 0x7f, (byte) 0xfe})
                .send();

        database.awaitCount("messages", 1);
        assertThat(database.query("SELECT encoding, payload FROM messages"))
                .containsExactly(List.of("hex", "00787ffe"));
    }

    /** TDengine returns a BLOB as an object of its driver, QuestDB as bytes. */
    @Test
    void shouldStoreBytesThatAreTooManyForARow() throws Exception {
        startBroker("""
                <route>
                  <id>images</id>
                  <mqtt-topic-filters><mqtt-topic-filter>image/{camera}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="raw"/>
                  <table super-table="images" sub-table="i_${mqtt-topic:camera}">
                    <tag    name="camera" type="VARCHAR(16)" value="${mqtt-topic:camera}"/>
                    <column name="image"  type="BLOB"        value="${payload-bytes}"/>
                  </table>
                </route>
                """);
        var bytes = new byte[400_000];
        new Random(1).nextBytes(bytes);
        var client = mqtt5("five");

        client.publishWith().topic("image/a").payload(bytes).send();
        client.publishWith().topic("image/a").payload(new byte[] {1, 2}).send();

        database.awaitCount("images", 2);
        var images = database.query("SELECT image FROM images ORDER BY ts");
        assertThat(bytesOf(images.get(0).get(0))).isEqualTo(bytes);
        assertThat(bytesOf(images.get(1).get(0))).containsExactly(1, 2);
    }

    private static byte[] bytesOf(Object value) throws SQLException {
        return value instanceof Blob blob ? blob.getBytes(1, (int) blob.length()) : (byte[]) value;
    }

    @Test
    void shouldDropAndCountWhatTheDeadLetterFileDoesNotTake() throws Exception {
        startBroker(Routes.EVERYTHING, "<delivery><dead-letters max-bytes=\"64 KiB\"/><lanes>1</lanes></delivery>");
        var client = mqtt5("five");

        for (int i = 0; i < 3; i++) {
            client.publishWith()
                    .topic("large")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(new byte[32_000])
                    .send();
        }

        awaitFigure("everything", "dropped.dead-letters-full", 2);
        assertThat(deadLetters()).hasSize(1);
        assertThat(figure("everything", "dead-lettered")).isEqualTo(1);
    }

    @Test
    void shouldKeepWhatIsTooLongForItsColumn() throws Exception {
        startBroker(Routes.EVERYTHING, "<delivery><max-message-bytes>8 MiB</max-message-bytes></delivery>");
        var large = new byte[5_000_000];
        Arrays.fill(large, (byte) 'x');
        var client = mqtt5("five");

        client.publishWith()
                .topic("large")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(large)
                .send();
        client.publishWith()
                .topic("large")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("small"))
                .send();

        awaitFigure("everything", "dead-lettered", 1);
        database.awaitCount("messages", 1);
        assertThat(deadLetters())
                .singleElement()
                .satisfies(line -> assertThat(line).contains(Base64.getEncoder().encodeToString(large)));
    }

    /** 268,435,455 bytes (MQTT 5, section 1.5.5), of which this one needs some for topic, packet id and topic alias. */
    @Tag("full")
    @Test
    void shouldKeepAPayloadAtTheProtocolsLimit() throws Exception {
        startBroker(Routes.EVERYTHING);
        var topic = "limit";
        var largest = new byte[268_435_455 - 2 - topic.length() - 2 - 1 - 3];
        var client = mqtt5("five").toAsync();

        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(largest)
                .send()
                .get(TimeSeriesDatabase.PATIENCE.toSeconds(), TimeUnit.SECONDS);

        awaitFigure("everything", "dead-lettered", 1);
        assertThat(deadLetterFile())
                .satisfies(file -> assertThat(file.toFile().length()).isGreaterThan((largest.length + 2L) / 3 * 4));
    }
}
