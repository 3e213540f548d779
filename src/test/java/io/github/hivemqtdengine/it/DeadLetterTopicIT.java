// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Dead letters are published to a topic that the route itself matches. */
class DeadLetterTopicIT extends BrokerTest {

    private static final String TOPIC = "plant/letters";

    private static final String ROUTE = """
            <route>
              <id>everything</id>
              <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="numbers" sub-table="n_${mqtt-client-id}">
                <tag    name="client" type="VARCHAR(16)" value="${mqtt-client-id}"/>
                <column name="n"      type="BIGINT"      value="${payload:/n}"/>
              </table>
            </route>
            """;

    private final Queue<Mqtt5Publish> seen = new ConcurrentLinkedQueue<>();

    private void startWithTopic(String attributes) throws Exception {
        startBroker(ROUTE, "<delivery><dead-letters topic=\"" + TOPIC + "\" " + attributes + "/></delivery>");
        mqtt5("watch")
                .toAsync()
                .subscribeWith()
                .topicFilter("#")
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(seen::add)
                .send()
                .join();
    }

    private static void publish(
            Mqtt5BlockingClient client, String topic, String payload, Mqtt5UserProperties properties) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .userProperties(properties)
                .send();
    }

    private List<Mqtt5Publish> seenOn(String topic) {
        return seen.stream()
                .filter(publish -> publish.getTopic().toString().equals(topic))
                .toList();
    }

    private long gauge(String name) {
        return (Long) broker.metrics()
                .gauge("com.hivemq.extensions.tdengine.dead-letters." + name)
                .getValue();
    }

    @Test
    void shouldPublishEachLetterOnceAndNoLetterOfALetter() throws Exception {
        startWithTopic("");
        var client = mqtt5("device");
        publish(client, "meter/1", "{\"n\":1}", Mqtt5UserProperties.of());
        publish(client, "meter/1", "{\"name\":\"\u6e29\"}", Mqtt5UserProperties.of());
        await().until(() -> seenOn(TOPIC).size() == 1);

        var letter = seenOn(TOPIC).get(0);
        assertThat(new String(letter.getPayloadAsBytes(), StandardCharsets.UTF_8))
                .isEqualTo("{\"name\":\"\u6e29\"}");
        assertThat(letter.isRetain()).isFalse();
        assertThat(properties(letter))
                .containsEntry("dead-letter-reason", "missing")
                .containsEntry("dead-letter-route", "everything")
                .containsEntry("dead-letter-topic", "meter/1")
                .containsEntry("dead-letter-client", "device")
                .containsKeys("dead-letter-detail", "dead-letter-arrival");

        publish(client, TOPIC, "no json", Mqtt5UserProperties.of());
        publish(client, "bridged/letters", "{\"name\":\"\u6e29\"}", letter.getUserProperties());
        publish(client, "meter/1", "{\"n\":2}", Mqtt5UserProperties.of());
        awaitFigure("everything", "dead-lettered", 3);
        awaitFigure("everything", "stored", 2);

        assertThat(database.query("SELECT n FROM numbers ORDER BY n")).containsExactly(List.of(1L), List.of(2L));
        assertThat(deadLetters()).hasSize(3);
        await().until(() -> seen.size() == 6);
        assertThat(seenOn(TOPIC)).hasSize(2);
        assertThat(figure("everything", "received")).isEqualTo(5);
        assertThat(gauge("published")).isEqualTo(1);
        assertThat(gauge("not-published")).isZero();
    }

    private static Map<String, String> properties(Mqtt5Publish publish) {
        return publish.getUserProperties().asList().stream()
                .collect(Collectors.toMap(
                        property -> property.getName().toString(),
                        property -> property.getValue().toString()));
    }

    @Test
    void shouldPublishTheLettersOfAClientThatMarksItsMessagesAsLetters() throws Exception {
        startWithTopic("");
        var client = mqtt5("device");
        publish(client, "meter/1", "no json", marked("dead-letter-reason", "x"));
        publish(client, "meter/1", "no json", marked("dead-letter-origin", "x"));

        awaitFigure("everything", "dead-lettered", 2);
        await().until(() -> seenOn(TOPIC).size() == 2);
        assertThat(deadLetters()).hasSize(2);
        assertThat(gauge("published")).isEqualTo(2);
    }

    private static Mqtt5UserProperties marked(String name, String value) {
        return Mqtt5UserProperties.builder().add(name, value).build();
    }

    @Test
    void shouldKeepAStormInTheFileAndPublishALittleOfIt() throws Exception {
        startWithTopic("max-rate=\"2\"");
        var client = mqtt5("device");
        for (int i = 0; i < 100; i++) {
            publish(client, "meter/1", "{\"i\":" + i + "}", Mqtt5UserProperties.of());
        }

        awaitFigure("everything", "dead-lettered", 100);
        assertThat(deadLetters()).hasSize(100);
        await().until(() -> gauge("published") + gauge("not-published"), sum -> sum == 100);
        assertThat(gauge("not-published")).isPositive();
        await().until(() -> seenOn(TOPIC).size() == gauge("published"));
    }
}
