// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Timing of acknowledgements to publishers. */
class AcknowledgementIT extends LinkedBrokerTest {

    private static final String RETRY = "<retry first-delay=\"50 ms\" max-delay=\"200 ms\" probe-delay=\"200 ms\"/>";
    private static final long PATIENCE = TimeSeriesDatabase.PATIENCE.toSeconds();

    @ParameterizedTest
    @EnumSource(
            value = MqttQos.class,
            names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void shouldAcknowledgeOnCommitWhatTheDatabaseHas(MqttQos qos) throws Exception {
        start("<acknowledge>on-commit</acknowledge>");
        link.mend();
        var publisher = mqtt5("publisher").toAsync();

        for (int i = 1; i <= 5; i++) {
            publish(publisher, qos, i).get(PATIENCE, TimeUnit.SECONDS);

            database.awaitCount("messages", i); // QuestDB shows confirmed rows a moment later
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = MqttQos.class,
            names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void shouldHoldTheAcknowledgementAndNotTheMessage(MqttQos qos) throws Exception {
        start("<acknowledge>on-commit</acknowledge>");
        var subscriber = mqtt5("subscriber");
        try (var received = subscriber.publishes(MqttGlobalPublishFilter.ALL)) {
            subscriber.subscribeWith().topicFilter("#").send();

            var published = publish(mqtt5("publisher").toAsync(), qos, 1);

            assertThat(received.receive(PATIENCE, TimeUnit.SECONDS)).isPresent();
            awaitFigure("everything", "in-flight", 1);
            assertThat(published).isNotDone();
            link.mend();
            published.get(PATIENCE, TimeUnit.SECONDS);
            database.awaitCount("messages", 1);
        }
    }

    /** All that is in flight: the limits do not add up. */
    @Tag("full")
    @Test
    void shouldDisconnectInsteadOfAcknowledgingAfterTheTimeLimit() throws Exception {
        start("<acknowledge>on-commit</acknowledge><ack-hold time-limit=\"10 s\"/>");
        var publisher = mqtt5("publisher").toAsync();

        var published = IntStream.range(0, 10)
                .mapToObj(i -> publish(publisher, MqttQos.AT_LEAST_ONCE, i))
                .toList();

        await().until(() -> !publisher.getState().isConnected());
        await().untilAsserted(() -> assertThat(published).allMatch(CompletableFuture::isCompletedExceptionally));
        publisher.connect().get(PATIENCE, TimeUnit.SECONDS);
        link.mend();
        database.awaitCount("messages", 10);
        publish(publisher, MqttQos.AT_LEAST_ONCE, 11).get(PATIENCE, TimeUnit.SECONDS);
    }

    /** The broker answers the second delivery by itself, but its answer is held like the first one. */
    @ParameterizedTest
    @ValueSource(strings = {"on-publish", "on-ack"})
    void shouldStoreOnceWhatIsDeliveredAgainWithQos2(String capture) throws Exception {
        start("<acknowledge>on-commit</acknowledge><ack-hold time-limit=\"300 ms\"/><capture>" + capture
                + "</capture>");
        var connections = new AtomicInteger();
        var publisher = mqttClient("publisher")
                .useMqttVersion5()
                .automaticReconnect()
                .initialDelay(100, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .addConnectedListener(context -> connections.incrementAndGet())
                .buildAsync();
        publisher
                .connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3_600)
                .send()
                .get(PATIENCE, TimeUnit.SECONDS);

        var published = publish(publisher, MqttQos.EXACTLY_ONCE, 1);

        await().until(() -> connections.get() >= 3);
        assertThat(published).isNotDone();
        link.mend();
        published.get(PATIENCE, TimeUnit.SECONDS);
        publisher.disconnect().get(PATIENCE, TimeUnit.SECONDS);
        database.awaitCount("messages", 1);
        assertThat(figure("everything", "received")).isEqualTo(1);
    }

    @Test
    void shouldSendTheAcknowledgementAfterTheTimeLimitWhereThatIsConfigured() throws Exception {
        start("<acknowledge>on-commit</acknowledge><ack-hold time-limit=\"300 ms\" on-time-limit=\"send\"/>");

        publish(mqtt5("publisher").toAsync(), MqttQos.EXACTLY_ONCE, 1).get(PATIENCE, TimeUnit.SECONDS);

        assertThat(figure("everything", "in-flight")).isEqualTo(1);
        link.mend();
        database.awaitCount("messages", 1);
    }

    @Test
    void shouldAcknowledgeWhatIsOnTheDiskWithoutADatabase() throws Exception {
        start("<durability>fsync</durability>");
        var publisher = mqtt5("publisher").toAsync();

        var published = IntStream.range(0, 200)
                .mapToObj(i -> publish(publisher, i % 2 == 0 ? MqttQos.AT_LEAST_ONCE : MqttQos.EXACTLY_ONCE, i))
                .toArray(CompletableFuture<?>[]::new);

        CompletableFuture.allOf(published).get(PATIENCE, TimeUnit.SECONDS);
        assertThat(figure("everything", "stored")).isZero();
        awaitFigure("everything", "in-flight", 200);
        link.mend();
        database.awaitCount("messages", 200);
    }

    @Tag("full")
    @Test
    void shouldStoreAllInOrderThoughThereWasNoRoom() throws Exception {
        start("<overflow>withhold-ack</overflow><ack-hold time-limit=\"10 min\"/><queue messages=\"100\"/>"
                + "<spool max-bytes=\"1 MiB\" min-free-bytes=\"0 B\"/><lanes>1</lanes>");
        var publisher = mqtt5("publisher").toAsync();

        var published = IntStream.range(0, 20_000)
                .mapToObj(i -> publish(publisher, MqttQos.AT_LEAST_ONCE, i))
                .toArray(CompletableFuture<?>[]::new);

        awaitStandstill(published, 5_000);
        assertThat(acknowledged(published)).isLessThan(15_000);
        link.mend();
        CompletableFuture.allOf(published).get(PATIENCE, TimeUnit.SECONDS);
        database.awaitCount("messages", 20_000);
        assertThat(database.query("SELECT payload FROM messages ORDER BY ts").stream()
                        .map(row -> String.valueOf(row.get(0))))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20_000).mapToObj(Integer::toString).toList());
    }

    @Tag("full")
    @Test
    void shouldStoreTheNewestInOrderThoughThereWasNoRoom() throws Exception {
        start("<overflow>drop-oldest</overflow><queue messages=\"100\"/><batch rows=\"1000\"/>"
                + "<spool max-bytes=\"1 MiB\" min-free-bytes=\"0 B\"/><lanes>1</lanes>");
        var publisher = mqtt5("publisher").toAsync();

        var published = IntStream.range(0, 20_000)
                .mapToObj(i -> publish(publisher, MqttQos.AT_LEAST_ONCE, i))
                .toArray(CompletableFuture<?>[]::new);

        CompletableFuture.allOf(published).get(PATIENCE, TimeUnit.SECONDS);
        int dropped = Math.toIntExact(figure("everything", "dropped.overflow"));
        assertThat(dropped).isBetween(5_000, 14_000);
        awaitFigure("everything", "in-flight", 20_000 - dropped);
        link.mend();
        database.awaitCount("messages", 20_000 - dropped);
        awaitFigure("everything", "in-flight", 0);
        var stored = storedPayloads();
        assertThat(stored).hasSize(20_000 - dropped).isSorted().doesNotHaveDuplicates();
        assertThat(stored.subList(0, 100))
                .isEqualTo(IntStream.range(0, 100).boxed().toList());
        assertThat(stored.subList(stored.size() - 2_000, stored.size()))
                .isEqualTo(IntStream.range(18_000, 20_000).boxed().toList());
        assertThat(figure("everything", "stored")).isEqualTo(stored.size());
        awaitEvenAccount("everything");
    }

    private List<Integer> storedPayloads() throws SQLException {
        return database.query("SELECT payload FROM messages ORDER BY ts").stream()
                .map(row -> Integer.parseInt(String.valueOf(row.get(0))))
                .toList();
    }

    /** Waits until at least this many acknowledgements have arrived and no more come. */
    private static void awaitStandstill(CompletableFuture<?>[] published, long least) {
        var before = new long[] {-1};
        await().pollInterval(2, TimeUnit.SECONDS).until(() -> {
            long last = before[0];
            before[0] = acknowledged(published);
            return before[0] == last && last >= least;
        });
    }

    private static long acknowledged(CompletableFuture<?>[] published) {
        return List.of(published).stream().filter(CompletableFuture::isDone).count();
    }

    private static CompletableFuture<Mqtt5PublishResult> publish(Mqtt5AsyncClient client, MqttQos qos, int payload) {
        return client.publishWith()
                .topic("line/1")
                .qos(qos)
                .payload(utf8(Integer.toString(payload)))
                .send();
    }

    /** Starts the broker with a database that can't be reached yet. */
    private void start(String delivery) throws IOException {
        link.cut();
        var configuration = configuration(Routes.EVERYTHING, "<delivery>" + delivery + RETRY + "</delivery>");
        startBehindLink(configuration);
    }
}
