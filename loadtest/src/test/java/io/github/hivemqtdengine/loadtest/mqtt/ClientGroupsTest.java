// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries.OfGroup;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Loads of several groups of clients, with think times, departures, wills and MQTT 5 properties. */
@ExtendWith(SharedHiveMq.class)
class ClientGroupsTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final TestBroker broker;
    private final String prefix = "groups" + RUNS.incrementAndGet();

    ClientGroupsTest(TestBroker broker) {
        this.broker = broker;
    }

    private LoadResult run(String text) throws Exception {
        return new Loader(broker.address(), prefix, Recording.NOTHING).run(plan(text), RunListener.NONE);
    }

    private static LoadPlan plan(String text) throws Exception {
        return ScenarioText.read("qos_publisher = 1\nqos_subscriber = 1\n" + text)
                .load();
    }

    @Test
    void shouldDeliverToEachGroupWhatMatchesItsFilter() throws Exception {
        var result = run("""
                num_publishers = 0
                num_subscribers = 0
                x.group.sensors.num_publishers = 3
                x.group.sensors.num_messages = 5
                x.group.sensors.x.topic = a/{client}
                x.group.sensors.x.payload = json
                x.group.gateways.num_publishers = 2
                x.group.gateways.num_messages = 7
                x.group.gateways.num_subscribers = 1
                x.group.gateways.x.topic = b/{client}
                x.group.gateways.x.payload = small-avro
                x.group.gateways.x.compression = gzip
                x.group.raw.num_publishers = 1
                x.group.raw.qos_publisher = 0
                x.group.raw.x.topic = c/{client}
                x.group.all.num_subscribers = 2
                x.group.all.x.subscriber_filter = #
                """);

        assertThat(result.failures()).isEmpty();
        assertThat(result.sent()).extracting(SentLog::publisher).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(result.sent()).extracting(SentLog::size).containsExactly(5, 5, 5, 7, 7, 100);
        assertThat(result.acknowledgedCount()).isEqualTo(29);
        assertThat(result.connections().connected()).isEqualTo(9);
        assertThat(result.deliveries().expected()).isEqualTo(14 + 2 * 129);
        assertThat(result.deliveries().received()).isEqualTo(14 + 2 * 129);
        assertThat(result.deliveries().lost()).isZero();
        assertThat(result.deliveries().duplicated()).isZero();
        assertThat(result.deliveries().latency().count()).isEqualTo(14 + 2 * 129);
        assertThat(result.deliveries().byGroup())
                .extracting(
                        OfGroup::expected,
                        OfGroup::received,
                        OfGroup::lost,
                        OfGroup::duplicated,
                        group -> group.latency().count())
                .containsExactly(
                        tuple(0L, 0L, 0L, 0L, 0L),
                        tuple(14L, 14L, 0L, 0L, 14L),
                        tuple(0L, 0L, 0L, 0L, 0L),
                        tuple(2 * 129L, 2 * 129L, 0L, 0L, 2 * 129L));
    }

    @Test
    void shouldSayWhichGroupHasDeliveriesUnderWay() throws Exception {
        var result = run("""
                subscriber_timeout = 0
                exec_time = 1
                num_subscribers = 0
                num_messages = 3
                x.topic = slow/{client}
                x.group.sender.x.window = 1
                x.group.slow.num_publishers = 0
                x.group.slow.num_subscribers = 1
                x.group.slow.x.subscriber_delay = 20 s
                """);

        assertThat(result.deliveries().expected()).isEqualTo(3);
        assertThat(result.failures()).singleElement().asString().matches("group slow: [123] of 3 deliveries under way");
    }

    @Test
    void shouldBeginAtTheTimeOfTheGroup() throws Exception {
        var result = run("""
                num_subscribers = 0
                num_messages = 3
                x.group.now.x.topic = a
                x.group.later.x.topic = b
                x.group.later.x.start = 300 ms
                x.group.rate.x.topic = c
                x.group.rate.x.start = 200 ms
                x.group.rate.x.rate = 100 for 50 ms
                """);

        assertThat(afterStart(result, 0, 0)).isLessThanOrEqualTo(afterStart(result, 1, 0));
        assertThat(afterStart(result, 1, 0)).isGreaterThanOrEqualTo(300_000);
        assertThat(result.sent().get(2).size()).isEqualTo(5);
        assertThat(afterStart(result, 2, 0)).isEqualTo(200_000);
        assertThat(afterStart(result, 2, 4)).isEqualTo(240_000);
    }

    private static long afterStart(LoadResult result, int publisher, int message) {
        return result.sent().get(publisher).sentMicros(message) - result.startMicros();
    }

    @Test
    void shouldThinkBetweenMessages() throws Exception {
        var result = run("num_publishers = 2\nnum_subscribers = 0\nnum_messages = 4\nx.think = 20 ms..60 ms\n");

        var pauses = new ArrayList<Long>();
        for (var log : result.sent()) {
            for (int message = 1; message < log.size(); message++) {
                pauses.add(log.sentMicros(message) - log.sentMicros(message - 1));
            }
        }
        assertThat(pauses).hasSize(6).allSatisfy(pause -> assertThat(pause).isGreaterThanOrEqualTo(20_000));
    }

    @Test
    void shouldLoseNothingWhileClientsComeAndGo() throws Exception {
        assertThatNothingIsLost(5);
    }

    @Test
    @Tag("full")
    void shouldLoseNothingWhileClientsOfMqtt3ComeAndGo() throws Exception {
        assertThatNothingIsLost(3);
    }

    private void assertThatNothingIsLost(int version) throws Exception {
        var result = run("mqtt_version = " + version + """

                x.topic = churn/{client}
                x.churn = 80 ms for 20 ms
                num_publishers = 3
                num_subscribers = 2
                x.rate = 1200 for 500 ms
                """);

        assertThat(result.failures()).isEmpty();
        assertThat(result.connections().lost()).isZero();
        assertThat(result.connections().reconnects()).isGreaterThanOrEqualTo(5);
        assertThat(result.acknowledgedCount()).isEqualTo(600);
        assertThat(result.deliveries().expected()).isEqualTo(1_200);
        assertThat(result.deliveries().lost()).isZero();
        assertThat(result.wills()).isEmpty();
    }

    @Test
    void shouldPublishTheWillOfEachConnectionThatIsDropped() throws Exception {
        assertThatWillsArePublished(3);
    }

    @Test
    @Tag("full")
    void shouldPublishTheWillOfEachConnectionOfMqtt5ThatIsDropped() throws Exception {
        assertThatWillsArePublished(5);
    }

    private void assertThatWillsArePublished(int version) throws Exception {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .serverAddress(broker.address())
                .buildBlocking();
        client.connect();
        try (var publishes = client.publishes(MqttGlobalPublishFilter.SUBSCRIBED)) {
            client.subscribeWith().topicFilter("wills/+").send();

            var result = run("mqtt_version = " + version + """

                    x.topic = wills/messages
                    x.will = wills/{client}
                    x.payload = json
                    x.churn = 80 ms for 20 ms
                    x.subscriber_filter = wills/#
                    num_publishers = 2
                    x.rate = 150 for 300 ms
                    """);

            assertThat(result.failures()).isEmpty();
            assertThat(result.deliveries().expected()).isEqualTo(45);
            assertThat(result.deliveries().lost()).isZero();
            assertThat(result.wills()).hasSize(2).allSatisfy(log -> {
                assertThat(log.size()).isPositive();
                assertThat(log.acknowledgedCount()).isEqualTo(log.size());
            });
            var wills = new ArrayList<String>();
            int due = result.wills().stream().mapToInt(SentLog::size).sum();
            while (wills.size() < due) {
                var message = publishes.receive(20, TimeUnit.SECONDS);
                assertThat(message).as(wills.size() + " of " + due).isPresent();
                var topic = message.get().getTopic().toString();
                if (!topic.endsWith("messages")) {
                    wills.add(topic + " " + number(message.get()));
                }
            }
            assertThat(wills).containsExactlyInAnyOrderElementsOf(names(result.wills()));
        }
        client.disconnect();
    }

    private static List<String> names(List<SentLog> logs) {
        var names = new ArrayList<String>();
        for (var log : logs) {
            for (int will = 0; will < log.size(); will++) {
                names.add("wills/" + log.publisher() + " " + (SentLog.FIRST_WILL + will));
            }
        }
        return names;
    }

    private static String number(Mqtt5Publish message) {
        var text = new String(message.getPayloadAsBytes(), UTF_8);
        return text.replaceAll(".*\"n\":(\\d+).*", "$1");
    }

    @Test
    void shouldSendMqtt5Properties() throws Exception {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .serverAddress(broker.address())
                .buildBlocking();
        client.connect();
        try (var publishes = client.publishes(MqttGlobalPublishFilter.SUBSCRIBED)) {
            client.subscribeWith().topicFilter("properties/#").send();

            run("""
                    num_subscribers = 0
                    num_messages = 1
                    x.topic = properties/1
                    x.user_properties = site=7, line={client}
                    x.message_expiry = 1 min
                    x.content_type = application/json
                    x.response_topic = answers/{client}
                    x.topic_alias = true
                    """);

            var message = publishes.receive(20, TimeUnit.SECONDS).orElseThrow();
            assertThat(message.getUserProperties().asList())
                    .extracting(property -> property.getName() + "=" + property.getValue())
                    .containsExactly("site=7", "line=0");
            assertThat(message.getMessageExpiryInterval().orElseThrow()).isBetween(30L, 60L);
            assertThat(message.getContentType()).map(Object::toString).contains("application/json");
            assertThat(message.getResponseTopic()).map(Object::toString).contains("answers/0");
        }
        client.disconnect();
    }
}
