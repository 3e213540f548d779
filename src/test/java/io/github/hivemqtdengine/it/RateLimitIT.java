// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients publish faster than the limit of a route allows. */
class RateLimitIT extends BrokerTest {

    private static final int BURST = 30;
    private static final String WITHHOLD = "<overflow>withhold-ack</overflow>";
    private static final String SLOW = "<rate-limit client-per-second=\"0.001\" client-burst=\"" + BURST + "\"/>";

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @ParameterizedTest
    @ValueSource(strings = {"on-publish", "on-ack"})
    void shouldStoreABurstOfEachClientAndAcknowledgeAll(String capture) throws Exception {
        startBroker(limited(SLOW), "<delivery><capture>" + capture + "</capture></delivery>");
        var first = mqtt5("first");
        var second = mqtt5("second");

        acknowledged(publish(first, MqttQos.AT_LEAST_ONCE, 200));
        acknowledged(publish(second, MqttQos.EXACTLY_ONCE, 100));

        awaitFigure("everything", "received", 300);
        awaitFigure("everything", "stored", 2 * BURST);
        database.awaitCount("messages", 2 * BURST);
        assertThat(payloadsOf("first")).isEqualTo(numbers(BURST));
        assertThat(payloadsOf("second")).isEqualTo(numbers(BURST));
        assertThat(figure("everything", "dropped.rate-limited")).isEqualTo(300 - 2 * BURST);
        awaitEvenAccount("everything");
        assertThat(log.text())
                .containsOnlyOnce("Route \"everything\" receives more messages than its rate-limit allows");
    }

    @Test
    void shouldAllowNoNewBurstByAConnectionNorByAnotherChange() throws Exception {
        startBroker(limited(SLOW));
        var client = mqtt5("client");
        acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, 50));
        for (int i = 0; i < 3; i++) {
            client.disconnect();
            client.connect();
            acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, 10));
        }
        acknowledged(publish(mqtt5("other"), MqttQos.AT_MOST_ONCE, 1));
        awaitFigure("everything", "stored", BURST + 1);

        change(limited(SLOW).replace("on-missing=\"null\"", "default=\"nobody\""), "");
        acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, 10));
        awaitFigure("everything", "received", 91);
        assertThat(figure("everything", "dropped.rate-limited")).isEqualTo(90 - BURST);

        change(limited(SLOW.replace("\"" + BURST, "\"5")), "");
        acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, 10));
        change(limited(""), "");
        acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, 10));

        awaitFigure("everything", "stored", BURST + 1 + 5 + 10);
        database.awaitCount("messages", BURST + 1 + 5 + 10);
        awaitEvenAccount("everything");
    }

    @ParameterizedTest
    @ValueSource(strings = {"on-publish", "on-ack"})
    void shouldSlowAClientDownWhoseAcknowledgementsAreWithheld(String capture) throws Exception {
        startBroker(
                limited("<rate-limit per-second=\"20\" burst=\"5\"/>"),
                "<delivery>" + WITHHOLD + "<capture>" + capture + "</capture></delivery>");
        var client = mqtt5("client");
        long start = System.nanoTime();

        acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, 45));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        database.awaitCount("messages", 45);
        assertThat(payloadsOf("client")).isEqualTo(numbers(45));
        assertThat(figure("everything", "delayed-acknowledgements")).isBetween(10L, 40L);
        assertThat(figure("everything", "dropped")).isZero();
        awaitEvenAccount("everything");
    }

    @Test
    void shouldNotAcknowledgeWhatItDropsThoughAcknowledgementsWait() throws Exception {
        var delivery = "<delivery>" + WITHHOLD + "<ack-hold time-limit=\"10 s\"/></delivery>";
        startBroker(limited(SLOW), delivery);
        var client = mqtt5("client");
        acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, BURST));

        var above = publish(client, MqttQos.AT_LEAST_ONCE, 1);

        await().until(() -> !client.getState().isConnected());
        await().until(() -> above.get(0).isCompletedExceptionally());
        awaitFigure("everything", "dropped.rate-limited", 1);
        database.awaitCount("messages", BURST);

        change(limited(""), delivery);
        client.connect();
        acknowledged(publish(client, MqttQos.AT_LEAST_ONCE, 1));
        database.awaitCount("messages", BURST + 1);
        awaitEvenAccount("everything");
    }

    private static String limited(String limit) {
        return Routes.EVERYTHING.replace("<payload format", limit + "<payload format");
    }

    private void change(String routes, String delivery) throws Exception {
        long before = changes();
        Files.writeString(broker.configurationFile(), configuration(routes, delivery));
        await().until(() -> changes() > before);
    }

    private long changes() {
        return log.lines().stream()
                .filter(line -> line.contains("routes changed everything"))
                .count();
    }

    private static List<CompletableFuture<Mqtt5PublishResult>> publish(
            Mqtt5BlockingClient client, MqttQos qos, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> client.toAsync()
                        .publishWith()
                        .topic("line/"
                                + client.getConfig().getClientIdentifier().orElseThrow())
                        .qos(qos)
                        .payload(utf8(Integer.toString(i)))
                        .send())
                .toList();
    }

    private static void acknowledged(List<CompletableFuture<Mqtt5PublishResult>> published) throws Exception {
        CompletableFuture.allOf(published.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
    }

    private List<Integer> payloadsOf(String client) throws Exception {
        return database.query("SELECT payload FROM messages WHERE client = '" + client + "' ORDER BY ts").stream()
                .map(row -> Integer.valueOf(String.valueOf(row.get(0))))
                .toList();
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
