// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OutageIT extends LinkedBrokerTest {

    private static final String QUICK = """
            <delivery>
              <durability>spool</durability>
              <queue messages="100"/>
              <retry first-delay="50 ms" max-delay="500 ms" probe-delay="500 ms"/>
              <drain-timeout>%s</drain-timeout>
            </delivery>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldStartWithoutADatabaseAndStoreOnceItIsThere() throws Exception {
        startBrokerBehindLink("30 s", false);
        publish(mqtt5("c"), 0, 500);
        awaitFigure("everything", "in-flight", 500);

        link.mend();

        database.awaitCount("messages", 500);
        assertOrder(500);
    }

    @Test
    void shouldLoseNothingWhenTheDatabaseGoesAwayAndComesBack() throws Exception {
        startBrokerBehindLink("30 s", true);
        var client = mqtt5("c");
        publish(client, 0, 300);
        database.awaitCount("messages", 300);
        awaitFigure("everything", "in-flight", 0); // the database may show a row before its answer has come

        link.cut();
        publish(client, 300, 600);
        awaitFigure("everything", "in-flight", 300);
        await("a write that has failed").until(() -> figure("everything", "retried") > 0); // not one that still waits
        link.mend();
        publish(client, 600, 700);

        database.awaitCount("messages", 700);
        assertOrder(700);
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldLoseNothingWhenTheDatabaseIsKilled() throws Exception {
        startBrokerBehindLink("30 s", true);
        var client = mqtt5("c");
        publish(client, 0, 300);
        database.awaitCount("messages", 300);
        awaitFigure("everything", "in-flight", 0); // the database may show a row before its answer has come

        kind.stop();
        try {
            publish(client, 300, 600);
            awaitFigure("everything", "in-flight", 300);
        } finally {
            kind.start();
        }
        publish(client, 600, 700);

        database.awaitCount("messages", 700);
        assertOrder(700);
        assertThat(deadLetters()).isEmpty();
    }

    @Tag("full")
    @Test
    void shouldLoseNothingWhenTheLinkIsCutAgainAndAgainUnderLoad() throws Exception {
        startBrokerBehindLink("30 s", true);
        var client = mqtt5("c");

        for (int round = 0; round < 5; round++) {
            publish(client, round * 200, round * 200 + 100);
            link.cut();
            publish(client, round * 200 + 100, round * 200 + 200);
            link.mend();
        }

        database.awaitCount("messages", 1_000);
        assertOrder(1_000);
    }

    @Test
    void shouldStoreAfterARestartWhatTheDatabaseDidNotTake() throws Exception {
        startBrokerBehindLink("500 ms", false);
        publish(mqtt5("c"), 0, 500);
        broker.stop();

        link.mend();
        broker.start(0);
        publish(mqtt5("c"), 500, 600);

        database.awaitCount("messages", 600);
        assertOrder(600);
        assertThat(figure("everything", "received")).isEqualTo(600);
        assertThat(deadLetters()).isEmpty();
    }

    @Tag("full")
    @Test
    void shouldKeepInTheDeadLettersWhatWaitsInMemoryWhenItStops() throws Exception {
        startBrokerInMemory("500 ms");
        publish(mqtt5("c"), 0, 500);

        broker.stop();

        assertThat(deadLetters())
                .hasSize(500)
                .allSatisfy(line -> assertThat(line).contains("\"stopped\""));
    }

    @Tag("full")
    @Test
    void shouldStoreAFullQueueWhenItStops() throws Exception {
        startBrokerInMemory("60 s");
        long start = System.nanoTime();
        publish(mqtt5("c"), 0, 1_500);
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        long dropped = figure("everything", "dropped.overflow");
        assertThat(dropped).isPositive();
        assertThat(figure("everything", "in-flight")).isEqualTo(1_500 - dropped);

        var stopping = CompletableFuture.runAsync(broker::stop);
        link.mend();
        stopping.get(120, TimeUnit.SECONDS);

        database.awaitCount("messages", 1_500 - dropped);
        assertThat(deadLetters()).isEmpty();
        assertThat(log.lines())
                .filteredOn(line -> line.contains("Queue of database \"test\" is full"))
                .as("lines, one in ten seconds")
                .hasSizeBetween(1, 1 + (int) seconds / 10);
    }

    private void startBrokerBehindLink(String drainTimeout, boolean whole) throws IOException {
        if (!whole) {
            link.cut();
        }
        startBrokerBehindLink(QUICK.formatted(drainTimeout));
    }

    /** Up to a thousand messages may wait; the link is cut. */
    private void startBrokerInMemory(String drainTimeout) throws IOException {
        link.cut();
        startBrokerBehindLink(QUICK.formatted(drainTimeout)
                .replace("<durability>spool", "<durability>memory")
                .replace("messages=\"100\"", "messages=\"1000\""));
    }

    private void startBrokerBehindLink(String delivery) throws IOException {
        var configuration = configuration(Routes.EVERYTHING, delivery);
        startBehindLink(configuration);
    }

    private static void publish(Mqtt5BlockingClient client, int from, int to) {
        for (int i = from; i < to; i++) {
            client.publishWith()
                    .topic("one/topic")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(Integer.toString(i)))
                    .send();
        }
    }

    private void assertOrder(int count) throws Exception {
        assertThat(database.query("SELECT payload FROM messages ORDER BY ts"))
                .isEqualTo(LongStream.range(0, count)
                        .mapToObj(i -> List.<Object>of(Long.toString(i)))
                        .toList());
    }
}
