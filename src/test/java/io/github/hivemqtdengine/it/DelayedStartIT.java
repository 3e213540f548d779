// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.SpoolHolder;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A start that something prevents for a while. */
class DelayedStartIT extends BrokerTest {

    private static final String LONGEST_WAIT = "hivemq-tdengine-extension.start-wait-millis";
    private static final String CAPTURE_ACTIVE = "com.hivemq.extensions.tdengine.capture-active";
    private static final long PATIENCE = TimeSeriesDatabase.PATIENCE.toSeconds();

    @RegisterExtension
    private final CapturedLog log = new CapturedLog();

    @AfterEach
    void waitAsUsers() {
        System.clearProperty(LONGEST_WAIT);
    }

    @Test
    @SuppressWarnings("try") // closing it is what it is for
    void shouldWaitForThePreviousProcess() throws Exception {
        Files.writeString(broker.configurationFile(), configuration(Routes.EVERYTHING, ""));
        CompletableFuture<Void> started;
        try (var previous = SpoolHolder.hold(broker.extensionDataFolder().resolve("spool"))) {
            started = CompletableFuture.runAsync(() -> broker.start(0));
            await("the warning").until(() -> log.text().contains("in use by another") || started.isDone());
            assertThat(started).isNotDone();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN "))
                    .anyMatch(line -> line.contains("30 s"));
        }
        started.get(PATIENCE, TimeUnit.SECONDS);

        mqtt5("publisher")
                .publishWith()
                .topic("t")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("x"))
                .send();

        database.awaitCount("messages", 1);
        assertThat(captureActive()).isOne();
        assertThat(broker.extensionFolder().resolve("DISABLED")).doesNotExist();
    }

    @Test
    void shouldWaitForASecretThatIsMountedLater() throws Exception {
        var password = broker.extensionFolder().resolve("conf/password.txt");
        Files.writeString(
                broker.configurationFile(),
                configuration(Routes.EVERYTHING, "")
                        .replace(
                                "<password>" + database.password() + "</password>",
                                "<password>${FILE:password.txt}</password>"));
        var started = CompletableFuture.runAsync(() -> broker.start(0));
        await("the warning").until(() -> log.text().contains("names a file that can't be read") || started.isDone());
        assertThat(started).isNotDone();
        Files.writeString(password, database.password());
        started.get(PATIENCE, TimeUnit.SECONDS);

        mqtt5("publisher")
                .publishWith()
                .topic("t")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("x"))
                .send();

        database.awaitCount("messages", 1);
        assertThat(captureActive()).isOne();
    }

    @Test
    @SuppressWarnings("try") // closing it is what it is for
    void shouldRefuseWhatItCanNotStoreAndGoOnWithoutARestart() throws Exception {
        System.setProperty(LONGEST_WAIT, "0");
        Files.writeString(broker.configurationFile(), configuration(Routes.EVERYTHING, ""));
        var connections = new Connections();
        CompletableFuture<Mqtt5PublishResult> once;
        CompletableFuture<Mqtt5PublishResult> exactlyOnce;
        Mqtt5AsyncClient steady;
        try (var previous = SpoolHolder.hold(broker.extensionDataFolder().resolve("spool"))) {
            broker.start(0);
            assertThat(captureActive()).isZero();
            assertThat(log.lines()).anyMatch(line -> line.startsWith("ERROR ") && line.contains("in use by another"));
            steady = mqtt5("steady").toAsync();
            publish(steady, MqttQos.AT_MOST_ONCE, "lost").get(PATIENCE, TimeUnit.SECONDS);
            awaitFigure("everything", "dropped.not-started", 1);

            once = publish(connections.connect("once"), MqttQos.AT_LEAST_ONCE, "once");
            exactlyOnce = publish(connections.connect("twice"), MqttQos.EXACTLY_ONCE, "twice");

            await("disconnections").until(() -> connections.refused.getAcquire() >= 2);
            assertThat(once).isNotDone();
            assertThat(exactlyOnce).isNotDone();
        }
        await("the start").until(this::captureActive, active -> active == 1);

        once.get(PATIENCE, TimeUnit.SECONDS);
        exactlyOnce.get(PATIENCE, TimeUnit.SECONDS);
        publish(steady, MqttQos.AT_MOST_ONCE, "kept").get(PATIENCE, TimeUnit.SECONDS);
        publish(steady, MqttQos.AT_LEAST_ONCE, "kept, too").get(PATIENCE, TimeUnit.SECONDS);
        mqtt5("new").publishWith().topic("new").payload(utf8("of a new client")).send();

        database.awaitCount("messages", 5);
        assertThat(database.query("SELECT payload FROM messages").stream().map(row -> row.get(0)))
                .containsExactlyInAnyOrder("once", "twice", "kept", "kept, too", "of a new client");
        assertThat(figure("everything", "dropped.not-started")).isGreaterThanOrEqualTo(1);
        connections.close();
    }

    private CompletableFuture<Mqtt5PublishResult> publish(Mqtt5AsyncClient client, MqttQos qos, String payload) {
        return client.publishWith().topic("t").qos(qos).payload(utf8(payload)).send();
    }

    private long captureActive() {
        return (Long) broker.metrics().gauge(CAPTURE_ACTIVE).getValue();
    }

    /** Clients that come back whenever they are disconnected, with their sessions. */
    private final class Connections {

        private final List<Mqtt5AsyncClient> clients = new ArrayList<>();
        private final AtomicInteger refused = new AtomicInteger();

        Mqtt5AsyncClient connect(String id) throws Exception {
            Mqtt5AsyncClient client = mqttClient(id)
                    .useMqttVersion5()
                    .automaticReconnectWithDefaultConfig()
                    .addDisconnectedListener(context -> {
                        if (context.getCause() instanceof Mqtt5DisconnectException e
                                && e.getMqttMessage().getReasonCode() == Mqtt5DisconnectReasonCode.SERVER_BUSY) {
                            refused.incrementAndGet();
                        }
                    })
                    .buildAsync();
            client.connectWith()
                    .cleanStart(false)
                    .sessionExpiryInterval(3_600)
                    .send()
                    .get(PATIENCE, TimeUnit.SECONDS);
            clients.add(client);
            return client;
        }

        void close() throws Exception {
            for (Mqtt5Client client : clients) {
                client.toAsync().disconnect().get(PATIENCE, TimeUnit.SECONDS);
            }
        }
    }
}
