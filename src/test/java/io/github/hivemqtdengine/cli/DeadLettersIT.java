// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The script of the zip replays chosen dead letters of a running broker. */
@DisabledOnOs(OS.WINDOWS)
class DeadLettersIT extends BrokerTest {

    private static final int LETTERS = 20;

    private static final String ROUTES = route("meters", "meter/+") + route("pumps", "pump/+");

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private UnpackedExtension extension;

    @BeforeEach
    void unpack() throws Exception {
        extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
    }

    @Test
    void shouldStoreTheChosenLettersOfARunningBrokerOnce() throws Exception {
        startBroker(ROUTES);
        publish(mqtt5("device"));
        awaitFigure("meters", "dead-lettered", LETTERS);
        awaitFigure("pumps", "dead-lettered", LETTERS);
        assertThat(letters("list", "--json").out()).contains("\"count\":40", "\"unreadable\":0");
        Files.writeString(broker.configurationFile(), configuration(ROUTES.replace("/wrong", "/n"), ""));
        await().until(() -> log.text().contains("Configuration change applied: routes changed meters, pumps"));

        var replayed = letters("replay", "--route", "meters", "--until", "0s");

        assertThat(replayed.err()).isEmpty();
        assertThat(replayed.code()).isZero();
        await().untilAsserted(() ->
                assertThat(database.query("SELECT n FROM meters ORDER BY n")).isEqualTo(numbers()));
        assertThat(database.query("SELECT n FROM pumps")).isEmpty();
        await().until(() -> log.text().contains("finished: 20 messages"));
        assertThat(broker.extensionDataFolder().resolve("replay/taking")).isEmptyDirectory();
    }

    private static String route(String id, String filter) {
        return """
            <route>
              <id>%1$s</id>
              <database-id>test</database-id>
              <mqtt-topic-filters><mqtt-topic-filter>%2$s</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="%1$s" sub-table="%1$s_${mqtt-client-id}">
                <timestamp value="${arrival-time}"/>
                <tag    name="client" type="VARCHAR(64)" value="${mqtt-client-id}"/>
                <column name="n" type="BIGINT" value="${payload:/wrong}"/>
              </table>
            </route>
            """.formatted(id, filter);
    }

    private UnpackedExtension.Result letters(String command, String... options) throws Exception {
        var arguments = new ArrayList<>(List.of("dead-letters", command));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(
                "--data-folder", broker.extensionDataFolder().resolveSibling("").toString()));
        return extension.run(folder, arguments.toArray(String[]::new));
    }

    private static List<List<Object>> numbers() {
        var numbers = new ArrayList<List<Object>>();
        for (long n = 0; n < LETTERS; n++) {
            numbers.add(List.of(n));
        }
        return numbers;
    }

    private static void publish(Mqtt5BlockingClient client) {
        for (int n = 0; n < LETTERS; n++) {
            for (var topic : List.of("meter/1", "pump/1")) {
                client.publishWith()
                        .topic(topic)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(("{\"n\":" + n + "}").getBytes(StandardCharsets.UTF_8))
                        .send();
            }
        }
    }
}
