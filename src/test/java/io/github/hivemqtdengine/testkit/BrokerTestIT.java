// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerTestIT extends BrokerTest {

    private static final String ROUTE = """
            <route>
              <id>greetings</id>
              <database-id>test</database-id>
              <mqtt-topic-filters><mqtt-topic-filter>greetings/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="greetings" sub-table="g_${mqtt-client-id}">
                <timestamp value="${arrival-time}"/>
                <tag    name="client" type="VARCHAR(64)" value="${mqtt-client-id}"/>
                <column name="txt"    type="VARCHAR(64)" value="${payload:/text}"/>
              </table>
            </route>
            """;

    @Test
    void shouldStoreWhatClientsOfBothVersionsPublish() throws Exception {
        startBroker(ROUTE);
        mqtt3("bob").publishWith().topic("greetings/1").payload(json("hello")).send();
        mqtt5("alice")
                .publishWith()
                .topic("greetings/2")
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(json("你好"))
                .send();

        database.awaitCount("greetings", 2);
        assertThat(database.query("SELECT client, txt FROM greetings ORDER BY client"))
                .containsExactly(List.of("alice", "你好"), List.of("bob", "hello"));
        awaitFigure("greetings", "stored", 2);
    }

    @Test
    void shouldShowDeadLetters() throws Exception {
        startBroker(ROUTE);
        mqtt5("alice")
                .publishWith()
                .topic("greetings/1")
                .payload("{".getBytes(StandardCharsets.UTF_8))
                .send();

        awaitFigure("greetings", "dead-lettered", 1);
        assertThat(deadLetters()).singleElement().asString().contains("greetings/1");
        assertThat(database.count("greetings")).isZero();
    }

    private static byte[] json(String text) {
        return ("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
    }
}
