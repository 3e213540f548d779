// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The script of the zip shows the status of a running broker. */
@DisabledOnOs(OS.WINDOWS)
class StatusIT extends BrokerTest {

    static final String ROUTE = """
            <route>
              <id>meters</id>
              <mqtt-topic-filters><mqtt-topic-filter>meter/+</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="meters" sub-table="m_${mqtt-client-id}">
                <timestamp/>
                <tag    name="client" type="VARCHAR(64)" value="${mqtt-client-id}"/>
                <column name="n" type="BIGINT" value="${payload:/n}"/>
              </table>
            </route>
            """;

    @AutoClose
    private TcpRelay link;

    private UnpackedExtension extension;

    @BeforeEach
    void unpack() throws Exception {
        link = new TcpRelay(database.jdbcUrl());
        extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
    }

    @Test
    void shouldPublishTheStatusAsARetainedMessage() throws Exception {
        var configuration = configuration(
                        ROUTE.replace("<payload", "<silence>10 s</silence><payload"),
                        "<delivery><status topic=\"plant/status\"/></delivery>")
                .replace(database.jdbcUrl(), link.jdbcUrl());
        Files.writeString(broker.configurationFile(), configuration);
        broker.start(0);
        var device = mqtt5("device");
        Runnable message = () -> publish(device, "{\"n\":1}");

        awaitState("ok", message);
        link.cut();
        awaitState("fail", message);
        link.mend();
        awaitState("ok", message);
        assertThat(awaitState("warn", () -> {})).contains("route \\\"meters\\\"", "no message since");
        awaitState("ok", message);
    }

    /** One of two machines falls silent, and the broker is restarted before it publishes again. */
    @Test
    void shouldNameTheMachineThatIsSilentAlsoAfterARestart() throws Exception {
        var route = ROUTE.replace("meter/+", "meter/{meter}")
                .replace("<payload", "<silence>10 s</silence><silence-key>meter</silence-key><payload");
        startBroker(route, "<delivery><acknowledge>on-commit</acknowledge><status topic=\"plant/status\"/></delivery>");
        publish(mqtt5("a"), "meter/a", "{\"n\":1}");
        var device = mqtt5("b");
        Runnable message = () -> publish(device, "meter/b", "{\"n\":1}");

        assertThat(awaitState("warn", message))
                .contains("route \\\"meters\\\": \\\"a\\\"")
                .doesNotContain("\\\"b\\\"");
        var before = Instant.now();
        broker.stop();
        broker.start(0);
        var again = mqtt5("b");
        awaitState("ok", () -> publish(again, "meter/b", "{\"n\":1}"));
        assertThat(awaitState("warn", () -> publish(again, "meter/b", "{\"n\":1}")))
                .contains("route \\\"meters\\\": \\\"a\\\"")
                .satisfies(published -> assertThat(time(published)).isAfter(before));
        var back = mqtt5("a");
        awaitState("ok", () -> {
            publish(back, "meter/a", "{\"n\":1}");
            publish(again, "meter/b", "{\"n\":1}");
        });
    }

    private static Instant time(String message) {
        return Instant.parse(message.replaceAll(".*\"time\":\"([^\"]+)\".*", "$1"));
    }

    /** Awaits a state in the retained message, and returns that. */
    private String awaitState(String state, Runnable meanwhile) {
        var reader = mqtt5("reader");
        try {
            return await().until(
                            () -> {
                                meanwhile.run();
                                return retained(reader);
                            },
                            message -> message.startsWith("{\"state\":\"" + state));
        } finally {
            reader.disconnect();
        }
    }

    private static String retained(Mqtt5BlockingClient reader) throws InterruptedException {
        try (var publishes = reader.publishes(MqttGlobalPublishFilter.ALL)) {
            reader.subscribeWith().topicFilter("plant/status").send();
            var message = publishes.receive(1, TimeUnit.SECONDS);
            return message.map(publish -> new String(publish.getPayloadAsBytes(), StandardCharsets.UTF_8))
                    .orElse("");
        }
    }

    @Test
    void shouldShowRowsAnOutageARejectedChangeAndAStop() throws Exception {
        Files.writeString(broker.configurationFile(), behindLink(ROUTE));
        broker.start(0);
        var client = mqtt5("device");

        publish(client, "{\"n\":1}");
        publish(client, "{\"n\":2}");
        publish(client, "{\"n\":\"x\"}");
        awaitFigure("meters", "stored", 2);
        awaitFigure("meters", "dead-lettered", 1);
        await().untilAsserted(() -> assertThat(status().out())
                .contains("warn  route \"meters\": 1 dead letters since the start (type_mismatch 1)")
                .containsPattern("ok {4}extension: version \\d+\\.\\d+\\.\\d+ on .*, process \\d+, runs since")
                .contains("ok    database \"" + DATABASE_ID + "\": accepts rows: 127.0.0.1:")
                .containsPattern("\nmeters +3 +2 +[\\d.]+ +1 +0 +0 +[\\d.]+ +[\\d.]+\n")
                .containsPattern("warn {2}Route \"meters\": a message with topic \"meter/1\" cannot be stored"));
        assertThat(status().code()).isZero();

        link.cut();
        publish(client, "{\"n\":3}");
        await().untilAsserted(() -> assertThat(status()).satisfies(status -> {
            assertThat(status.code()).isEqualTo(1);
            assertThat(status.out())
                    .contains("fail  database \"" + DATABASE_ID + "\": accepts no rows: 127.0.0.1:")
                    .contains("hivemq-tdengine doctor --database " + DATABASE_ID);
        }));
        assertThat(status("--running").code()).isZero();

        link.mend();
        await().untilAsserted(() -> assertThat(status().code()).isZero());

        Files.writeString(broker.configurationFile(), behindLink(ROUTE.replace("BIGINT", "BIGGINT")));
        await().untilAsserted(() -> assertThat(status().out())
                .contains("warn  configuration: ", "is not active (hivemq-tdengine validate ", "BIGGINT"));

        broker.stop();
        assertThat(status("--running").out()).startsWith("fail  extension: stopped at ");
        assertThat(status("--running").code()).isEqualTo(1);
    }

    private String behindLink(String routes) {
        return configuration(routes, "").replace(database.jdbcUrl(), link.jdbcUrl());
    }

    private UnpackedExtension.Result status(String... options) throws Exception {
        var arguments = new ArrayList<>(List.of("status", "--data-folder"));
        arguments.add(broker.extensionDataFolder().resolveSibling("").toString());
        arguments.addAll(List.of(options));
        return extension.run(folder, arguments.toArray(String[]::new));
    }

    private static void publish(Mqtt5BlockingClient client, String payload) {
        publish(client, "meter/1", payload);
    }

    private static void publish(Mqtt5BlockingClient client, String topic, String payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload.getBytes(StandardCharsets.UTF_8))
                .send();
    }
}
