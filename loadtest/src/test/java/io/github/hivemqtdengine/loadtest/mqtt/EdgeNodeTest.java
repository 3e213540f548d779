// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Edge nodes as a host application sees them. */
@ExtendWith(SharedHiveMq.class)
class EdgeNodeTest {

    private final TestBroker broker;

    EdgeNodeTest(TestBroker broker) {
        this.broker = broker;
    }

    private Mqtt5BlockingClient host() {
        var host = MqttClient.builder()
                .useMqttVersion5()
                .serverAddress(broker.address())
                .buildBlocking();
        host.connect();
        return host;
    }

    @Test
    void shouldLoseTheirConnectionsAtOnceAndBeBornAgain() throws Exception {
        var plan = new Plans()
                .publishers(3, 0, 6)
                .subscribers(0, 0)
                .edgeNodes(new EdgeNodePlan(4, 2, 3))
                .plan();
        var host = host();
        try (var received = host.publishes(MqttGlobalPublishFilter.ALL)) {
            host.subscribeWith()
                    .topicFilter("spBv1.0/plant/#")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .send();

            var result = new Loader(broker.address(), "plant", Recording.NOTHING).run(plan, RunListener.NONE);

            assertThat(result.failures()).isEmpty();
            assertThat(result.sentCount()).isEqualTo(18);
            assertThat(result.connections().lost()).isZero();
            assertThat(result.sent()).allSatisfy(log -> {
                for (int message = 1; message < log.size(); message++) {
                    assertThat(log.sentMicros(message) / 1_000).isGreaterThan(log.sentMicros(message - 1) / 1_000);
                }
            });
            // a broker delivers QoS 1, so the deaths, apart from QoS 0
            Map<String, List<String>> sent = new TreeMap<>();
            Map<String, List<String>> deaths = new TreeMap<>();
            for (int message = 0; message < 3 * (6 + 2); message++) {
                var publish = received.receive(20, TimeUnit.SECONDS).orElseThrow();
                var levels = publish.getTopic().getLevels();
                (levels.get(2).equals("NDEATH") ? deaths : sent)
                        .computeIfAbsent(levels.get(3), node -> new ArrayList<>())
                        .add(words(levels.get(2), publish));
            }
            var ofEach = List.of(
                    "NBIRTH bdSeq 0 seq 0",
                    "NDATA seq 1",
                    "NDATA seq 2",
                    "NBIRTH bdSeq 1 seq 0",
                    "NDATA seq 1",
                    "NDATA seq 2");
            assertThat(sent).isEqualTo(Map.of("0", ofEach, "1", ofEach, "2", ofEach));
            var itsDeaths = List.of("NDEATH bdSeq 0", "NDEATH bdSeq 1");
            assertThat(deaths).isEqualTo(Map.of("0", itsDeaths, "1", itsDeaths, "2", itsDeaths));
        } finally {
            host.disconnect();
        }
    }

    private static String words(String type, Mqtt5Publish publish) throws Exception {
        var payload = UnknownFieldSet.parseFrom(publish.getPayloadAsBytes());
        var words = type;
        if (!type.equals("NDATA")) {
            var first = payload.getField(2).getLengthDelimitedList().get(0);
            words += " bdSeq "
                    + UnknownFieldSet.parseFrom(first)
                            .getField(11)
                            .getVarintList()
                            .get(0);
        }
        if (payload.hasField(3)) {
            words += " seq " + payload.getField(3).getVarintList().get(0);
        }
        return words;
    }
}
