// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostileInputIT extends BrokerTest {

    private static final List<String> NAMES = List.of(
            "o'clock",
            "say \"hi\"",
            "back\\slash",
            "end\\",
            "back`quote",
            "; DROP TABLE messages; --",
            "'); DROP TABLE messages; --",
            "a.b.c",
            "a/b/c",
            "a_b_c",
            "a-b-c",
            "A_B_C",
            "温度/传感器",
            "😀",
            "e\u0301",
            "é",
            "?",
            "a$1 :name %s ${mqtt-topic}",
            "NULL",
            "null",
            " ",
            "x".repeat(192),
            "x".repeat(193),
            "x".repeat(194),
            "長".repeat(100));

    @Test
    void shouldStoreTopicsClientIdsAndPayloadsUnchanged() throws Exception {
        startBroker(Routes.EVERYTHING);

        for (var name : NAMES) {
            var client = mqtt5(name);
            client.publishWith()
                    .topic(name)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(payload(name)))
                    .send();
            client.disconnect();
        }

        database.awaitCount("messages", NAMES.size());
        var rows = database.query("SELECT tag_topic, client, payload FROM messages");
        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(NAMES.stream()
                        .map(name -> List.<Object>of(name, name, payload(name)))
                        .toList());
        assertThat(subtables()).as("a subtable for each topic").hasSize(NAMES.size());
    }

    @Test
    void shouldNotStumbleOverTheLongestTopic() throws Exception {
        startBroker(Routes.EVERYTHING);
        var client = mqtt5("c");

        client.publishWith()
                .topic("x".repeat(65_535))
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("1"))
                .send();
        client.publishWith()
                .topic("/".repeat(65_535))
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("2"))
                .send();
        client.publishWith()
                .topic("short")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("3"))
                .send();

        awaitFigure("everything", "dead-lettered", 2);
        database.awaitCount("messages", 1);
    }

    @Test
    void shouldKeepTheLongestClientIdAndUserNameAsDeadLetters() throws Exception {
        startBroker(Routes.EVERYTHING);
        var longest = "長".repeat(65_535 / 3);

        publish(mqtt5(longest), "1");
        var named = mqttClient("named")
                .useMqttVersion5()
                .simpleAuth()
                .username(longest)
                .applySimpleAuth()
                .buildBlocking();
        named.connect();
        publish(named, "2");
        named.disconnect();
        publish(mqtt5("short"), "3");

        awaitFigure("everything", "dead-lettered", 2);
        database.awaitCount("messages", 1);
        assertThat(deadLetters())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("\"client\":\"" + longest + "\""),
                        line -> assertThat(line).contains("\"client\":\"named\"", "\"user\":\"" + longest + "\""));
    }

    private static void publish(Mqtt5BlockingClient client, String payload) {
        client.publishWith()
                .topic("t")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .send();
    }

    /** Text that no client id may hold: the broker refuses control characters there. */
    private static String payload(String name) {
        return name + "\tand\r\n" + name;
    }

    private List<List<@Nullable Object>> subtables() throws Exception {
        var column = kind == DatabaseKind.TDENGINE ? "tbname" : "subtable";
        return database.query("SELECT DISTINCT " + column + " FROM messages");
    }
}
