// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.decode.sparkplug.RebirthCommand;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.tahu.message.SparkplugBPayloadDecoder;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.Metric.MetricBuilder;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.SparkplugBPayload.SparkplugBPayloadBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests for the BIRTHs of an edge node, which Eclipse Tahu reads and answers. */
@SuppressWarnings("JavaUtilDate") // which Tahu has
class SparkplugRebirthIT extends BrokerTest {

    private static final long T = 1_767_322_800_000L;

    /** The route receives every topic of Sparkplug, also that of commands. */
    private static final String ROUTE = """
            <route>
              <id>plant</id>
              <source>publishes, last-wills</source>
              <mqtt-topic-filters><mqtt-topic-filter>spBv1.0/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="sparkplug" rows="/metrics" rebirth="when-needed" on-sequence-gap="rebirth"/>
              <table super-table="metrics" sub-table="m_${hash(payload:/name)}" where="payload:/name != 'bdSeq'">
                <timestamp value="${payload:/timestamp}" on-equal="overwrite"/>
                <tag    name="metric" type="VARCHAR(64)" value="${payload:/name}"/>
                <column name="val"    type="DOUBLE"      value="${payload:/value}"/>
              </table>
            </route>
            """;

    private final List<Mqtt5Publish> commands = new CopyOnWriteArrayList<>();

    @Test
    void shouldRequestOneRebirthForManyMessagesAndStoreThemByItsNames() throws Exception {
        startBroker(ROUTE);
        var node = edgeNode();
        for (int i = 0; i < 50; i++) {
            publish(node, "DDATA/E/D", new SparkplugPayload(T + i).data(1, i).seq(i));
        }
        awaitFigure("plant", "dead-lettered", 50);
        await("a command").until(() -> !commands.isEmpty());

        var command = commands.get(0);
        var payload = new SparkplugBPayloadDecoder().buildFromByteArray(command.getPayloadAsBytes(), null);
        assertThat(command.getTopic()).hasToString("spBv1.0/G/NCMD/E");
        assertThat(command.getQos()).isEqualTo(MqttQos.AT_MOST_ONCE);
        assertThat(command.isRetain()).isFalse();
        assertThat(command.getPayloadAsBytes())
                .isEqualTo(RebirthCommand.payload(payload.getTimestamp().getTime()));
        assertThat(payload.getTimestamp()).isCloseTo(new Date(), 60_000);
        assertThat(payload.getMetrics())
                .singleElement()
                .satisfies(
                        metric -> assertThat(metric.getName()).isEqualTo("Node Control/Rebirth"),
                        metric -> assertThat(metric.getValue()).isEqualTo(true));

        publish(node, "NBIRTH/E", birth(100, 0, "bdSeq", MetricDataType.Int64, 7L));
        publish(node, "DBIRTH/E/D", birth(101, 1, "temp", MetricDataType.Float, 101f));
        publish(node, "DDATA/E/D", new SparkplugPayload(T + 102).data(1, 102).seq(2));
        database.awaitCount("metrics", 2);
        replayDeadLetters();

        database.awaitCount("metrics", 52);
        assertThat(database.query("SELECT val FROM metrics WHERE metric = 'temp' ORDER BY ts"))
                .hasSize(52)
                .startsWith(List.of(0.0), List.of(1.0))
                .endsWith(List.of(101.0), List.of(102.0));
        assertThat(commands).hasSize(1);
        assertThat(rebirths("requested")).isEqualTo(1);
        assertThat(rebirths("suppressed")).isEqualTo(49);
        assertThat(figure("plant", "received")).isEqualTo(103);
        assertThat(figure("plant", "stored")).isEqualTo(52);
    }

    @Tag("full")
    @Test
    void shouldRequestARebirthAfterAGap() throws Exception {
        startBroker(ROUTE);
        var node = edgeNode();
        publish(node, "NBIRTH/E", birth(0, 0, "volts", MetricDataType.Float, 0f));
        publish(node, "NDATA/E", new SparkplugPayload(T + 1).data(1, 1).seq(1));
        publish(node, "NDATA/E", new SparkplugPayload(T + 3).data(1, 3).seq(3));

        await("a command").until(() -> commands.size() == 1);
        database.awaitCount("metrics", 3);
        assertThat(figure("plant", "mapping.sequence-gaps")).isEqualTo(1);
        assertThat(rebirths("suppressed")).isZero();
    }

    private Mqtt5BlockingClient edgeNode() {
        var node = mqtt5("node");
        node.toAsync().publishes(MqttGlobalPublishFilter.ALL, commands::add);
        node.subscribeWith().topicFilter("spBv1.0/G/NCMD/E").send();
        return node;
    }

    private static void publish(Mqtt5BlockingClient client, String topic, byte[] payload) {
        client.publishWith()
                .topic("spBv1.0/G/" + topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    /** Returns a BIRTH whose only metric has the alias 1, as Tahu writes it. */
    private static byte[] birth(int millis, long seq, String name, MetricDataType type, Object value) throws Exception {
        var time = new Date(T + millis);
        var metric =
                new MetricBuilder(name, type, value).alias(1L).timestamp(time).createMetric();
        var payload = new SparkplugBPayloadBuilder()
                .setTimestamp(time)
                .setSeq(seq)
                .addMetric(metric)
                .createPayload();
        return new SparkplugBPayloadEncoder().getBytes(payload, false);
    }

    private long rebirths(String outcome) {
        return (Long) broker.metrics()
                .gauge("com.hivemq.extensions.tdengine.sparkplug.rebirths-" + outcome)
                .getValue();
    }

    private void replayDeadLetters() throws IOException {
        var replay = Files.createDirectories(broker.extensionDataFolder().resolve("replay"));
        Files.move(deadLetterFile(), replay.resolve("dead-letters.jsonl"));
    }
}
