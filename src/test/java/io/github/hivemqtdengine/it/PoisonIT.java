// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker with a small heap, and with the flag of HiveMQ's start script that ends it when the heap is full. */
@Tag("full")
class PoisonIT extends BrokerTest {

    private static final int MAX_STARTS = 7;
    private static final int NEIGHBOURS = 20;
    private static final int INFLATED_BYTES = 200 << 20;

    private static final String ROUTE = """
            <route>
              <id>packed</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>packed</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="raw" compression="gzip" max-bytes="256 MiB"/>
              <table super-table="packed" sub-table="packed_1">
                <timestamp/>
                <tag    name="topic"   type="VARCHAR(64)" value="${mqtt-topic}"/>
                <column name="payload" type="VARCHAR(64)" value="${payload}"/>
              </table>
            </route>
            """;

    /** The payload inflates to more than the heap holds, although the configuration allows it. */
    @Test
    void shouldIsolateAMessageThatEndsTheBrokerWhenItIsDecoded() throws Exception {
        var acknowledged = publishWithPoison();
        assertThat(acknowledged).isNotEmpty();

        for (int start = 2; start <= MAX_STARTS && deadLetters().isEmpty(); start++) {
            runUntilItDiesOrIsDone();
        }

        assertThat(deadLetters()).singleElement().asString().contains("\"suspect\"");
        try (var healthy = start()) {
            await("the neighbours").until(() -> stored().containsAll(acknowledged));
            awaitNothingInFlight(healthy);
        }
        assertThat(deadLetters()).hasSize(1);
    }

    private BrokerProcess start() throws IOException {
        return BrokerProcess.start(
                folder,
                configuration(ROUTE, "<delivery><lanes>1</lanes></delivery>"),
                List.of(
                        "-Xmx128m",
                        "-XX:+CrashOnOutOfMemoryError",
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + folder.resolve("crash-%p.log")));
    }

    /** Returns those of its neighbours that were acknowledged before the process ended. */
    private List<String> publishWithPoison() throws Exception {
        try (var process = start()) {
            var client = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier("publisher")
                    .serverHost(EmbeddedBroker.HOST)
                    .serverPort(process.mqttPort())
                    .buildAsync();
            client.connect().get(1, TimeUnit.MINUTES);
            Map<String, CompletableFuture<Mqtt5PublishResult>> published = new LinkedHashMap<>();
            for (int i = 0; i < NEIGHBOURS; i++) {
                if (i == NEIGHBOURS / 2) {
                    published.put("poison", publish(client, gzip(new byte[INFLATED_BYTES])));
                }
                published.put("n" + i, publish(client, gzip(utf8("n" + i))));
            }
            await("the end of the process").until(() -> !process.isAlive());
            await("the outcomes").until(() -> published.values().stream().allMatch(CompletableFuture::isDone));
            published.remove("poison");
            published.values().removeIf(CompletableFuture::isCompletedExceptionally);
            return List.copyOf(published.keySet());
        }
    }

    private static CompletableFuture<Mqtt5PublishResult> publish(Mqtt5AsyncClient client, byte[] payload) {
        return client.publishWith()
                .topic("packed")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    private void runUntilItDiesOrIsDone() throws IOException {
        try (var process = start()) {
            await("the end of the process, or a dead letter")
                    .until(() -> !process.isAlive() || !deadLetters().isEmpty());
            if (process.isAlive()) {
                awaitNothingInFlight(process);
            }
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("The broker did not start"); // it has died before it took connections
        }
    }

    private static void awaitNothingInFlight(BrokerProcess process) {
        await("nothing in flight").until(() -> process.figure("packed", "in-flight"), inFlight -> inFlight == 0);
    }

    private List<String> stored() throws Exception {
        return database.queryWhatIsThere("SELECT payload FROM packed").stream()
                .map(row -> String.valueOf(row.get(0)))
                .toList();
    }

    private static byte[] gzip(byte[] payload) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(payload);
        }
        return bytes.toByteArray();
    }
}
