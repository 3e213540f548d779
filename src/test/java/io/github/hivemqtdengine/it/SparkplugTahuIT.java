// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.Ports;
import io.github.hivemqtdengine.testkit.TahuProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Eclipse Tahu's own client for edge nodes, and the short route of Sparkplug. */
@Tag("full")
class SparkplugTahuIT extends BrokerTest {

    private static final String SHORT = """
            <route>
              <id>plant</id>
              <mqtt-topic-filters><mqtt-topic-filter>spBv1.0/%s/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="sparkplug" rebirth="when-needed"/>
            </route>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<String> topics = new CopyOnWriteArrayList<>();

    /** The first BIRTHs are published before the route has the topics of the node. */
    @Test
    void shouldStoreWhatTahuPublishesAfterItHasAnsweredARebirthRequest() throws Exception {
        startBroker(SHORT.formatted("elsewhere"));
        watch();
        try (var node = TahuProcess.start(folder, broker.mqttPort(), 4, at(0))) {
            await("BIRTHs").until(() -> topics.contains("spBv1.0/G/DBIRTH/E/press"));
            redirect("G");
            node.publishVolts(12.5f);
            awaitFigure("plant", "dead-lettered", 1);
            awaitStored(2, 2);
            assertThat(deadLetters()).singleElement().asString().contains("\"reason\":\"unknown_alias\"");
            node.publishTemp(61);
            replayDeadLetters();
            awaitStored(4, 2);
        }
        try (var node = TahuProcess.start(folder, broker.mqttPort(), 5, at(60))) {
            node.publishVolts(13);
            awaitStored(7, 4);
        }

        awaitStored(7, 5);
        assertThat(topics.stream().filter(topic -> topic.contains("/NCMD/"))).hasSize(1);
        awaitRows(Map.of("spb_float", 7, "spb_unsigned", 2, "spb_boolean", 2, "spb_text", 2));
        awaitRows(Map.of("spb_property", 2, "spb_state", 6));
        assertThat(database.rows("SELECT ts, val, quality, device, metric, type FROM spb_float ORDER BY ts"))
                .containsExactly(
                        at(3) + " 12.5 192  volts Float",
                        at(4) + " 0.0 192  volts Float",
                        at(5) + " 0.0 192 press temp Double",
                        at(6) + " 61.0 192 press temp Double",
                        at(61) + " 0.0 192  volts Float",
                        at(62) + " 0.0 192 press temp Double",
                        at(63) + " 13.0 192  volts Float");
        assertThat(database.rows("SELECT ts, val, device, metric, type FROM spb_unsigned ORDER BY ts"))
                .startsWith(at(5) + " 9223372036854775808 press Parts UInt64");
        assertThat(database.rows("SELECT ts, val, device, metric, type FROM spb_boolean ORDER BY ts"))
                .startsWith(at(5) + " 1 press Running Boolean");
        assertThat(database.rows("SELECT ts, val, grp, node, device, metric, type FROM spb_text ORDER BY ts"))
                .startsWith(at(4) + " \u6f22-1 G E  Serial String");
        assertThat(database.rows(
                        "SELECT ts, unit, low, high, description, device, metric, type FROM spb_property ORDER BY ts"))
                .containsExactly(
                        at(4) + " V 0.0 24.5 supply  volts Float", at(5) + " \u00B0C -5.0 90.0 oil press temp Double");
        assertThat(database.rows("SELECT online, cause, bd_seq, client, device FROM spb_state ORDER BY ts, device"))
                .containsExactly(
                        "1 NBIRTH 4 tahu ",
                        "1 DBIRTH 4 tahu press",
                        "1 NBIRTH 5 tahu ",
                        "1 DBIRTH 5 tahu press",
                        "0 NDEATH 5 tahu ",
                        "0 NDEATH 5 tahu press");
        assertThat(figure("plant", "mapping.sequence-gaps")).isZero();
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldStoreTheSessionsBeforeAndAfterARestartOfTheBroker() throws Exception {
        int port = Ports.free();
        Files.writeString(broker.configurationFile(), configuration(SHORT.formatted("G"), ""));
        broker.start(port);
        try (var node = TahuProcess.start(folder, port, 4, at(0))) {
            node.publishTemp(61);
            awaitStored(3, 2);
            broker.stop();
            broker.start(port);
            awaitStored(2, 2);
            node.publishTemp(62);
            awaitStored(3, 2);
        }

        awaitStored(3, 3);
        awaitRows(Map.of("spb_float", 6));
        assertThat(database.rows("SELECT val FROM spb_float WHERE metric = 'temp' ORDER BY ts"))
                .containsExactly("0.0", "61.0", "0.0", "62.0");
        await("the end of the session")
                .until(
                        () -> database.rows("SELECT online, cause, device FROM spb_state WHERE bd_seq > 4"
                                + " ORDER BY ts, device"),
                        List.of("1 NBIRTH ", "1 DBIRTH press", "0 NDEATH ", "0 NDEATH press")::equals);
        assertThat(deadLetters()).isEmpty();
    }

    /** Collects the topics of all messages of the group, and of requests to it. */
    private void watch() {
        var watcher = mqtt5("watcher");
        watcher.toAsync()
                .publishes(
                        MqttGlobalPublishFilter.ALL,
                        publish -> topics.add(publish.getTopic().toString()));
        watcher.subscribeWith().topicFilter("spBv1.0/G/#").send();
    }

    /** Gives the short route the topics of another group. */
    private void redirect(String group) throws IOException {
        Files.writeString(broker.configurationFile(), configuration(SHORT.formatted(group), ""));
        await("the change").until(() -> log.text().contains("Configuration change applied"));
    }

    private void awaitStored(long messages, long states) {
        awaitFigure("plant", "stored", messages);
        awaitFigure("plant-state", "stored", states);
    }

    /** QuestDB shows rows some time after it has accepted them. */
    private void awaitRows(Map<String, Integer> counts) {
        counts.forEach(database::awaitCount);
    }

    private void replayDeadLetters() throws IOException {
        var replay = Files.createDirectories(broker.extensionDataFolder().resolve("replay"));
        Files.move(deadLetterFile(), replay.resolve("dead-letters.jsonl"));
    }

    /** Time of the message that Tahu publishes after this many others, the last will included. */
    private static Instant at(int messages) {
        return Instant.parse("2026-01-02T03:00:00Z").plusSeconds(messages);
    }
}
