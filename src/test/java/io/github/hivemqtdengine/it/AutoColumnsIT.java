// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Fields of messages become columns of tables, in any order of arrival. */
class AutoColumnsIT extends BrokerTest {

    private static final String ROUTE = """
            <route>
              <id>things</id>
              <mqtt-topic-filters><mqtt-topic-filter>thing/{id}</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="things" sub-table="t_${mqtt-topic:id}" columns="auto">
                <auto-columns limit="4"/>
                <timestamp value="${payload:/time}" unit="s"/>
                <tag name="id" type="VARCHAR(16)" value="${mqtt-topic:id}"/>
              </table>
            </route>
            """;

    private int second = 1_767_322_800;

    private void startEvolvingBroker() throws IOException {
        Files.writeString(
                broker.configurationFile(),
                configuration(ROUTE, "").replace("</name>", "</name><schema>evolve</schema>"));
        broker.start(0);
    }

    /** Publishes objects, each a second later than the one before. */
    private void publish(String... fields) throws Exception {
        var client = mqtt5("gateway");
        for (var some : fields) {
            client.publishWith()
                    .topic("thing/7")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8("{\"time\":" + second++ + "," + some + "}"))
                    .send();
        }
        client.disconnect();
    }

    private List<List<@Nullable Object>> things(String columns) throws Exception {
        return database.query("SELECT " + columns + " FROM things ORDER BY ts");
    }

    @Test
    void shouldMakeColumnsOfFieldsAsTheyCome() throws Exception {
        startEvolvingBroker();

        publish(
                "\"temp\":21,\"list\":[1]",
                "\"temp\":21.5,\"env\":{\"Hum-%\":40}",
                "\"text\":\"x\"",
                "\"text\":\"" + "y".repeat(100) + "\"",
                "\"temp\":\"error\"",
                "\"valve\":\"on\",\"more\":1");

        database.awaitCount("things", 5);
        assertThat(things("temp, env_hum__, text, valve"))
                .containsExactly(
                        Arrays.asList(21.0, null, null, null),
                        Arrays.asList(21.5, 40.0, null, null),
                        Arrays.asList(null, null, "x", null),
                        Arrays.asList(null, null, "y".repeat(100), null),
                        Arrays.asList(null, null, null, "on"));
        awaitFigure("things", "dead-lettered", 1);
        assertThat(deadLetters()).singleElement().asString().contains("of type DOUBLE");
        assertThat(figure("things", "mapping.fields-left-out")).isEqualTo(1);
    }

    @Test
    void shouldKeepTheTypesOfTheDatabaseAfterARestart() throws Exception {
        startEvolvingBroker();
        publish("\"temp\":21", "\"text\":\"" + "y".repeat(100) + "\"");
        database.awaitCount("things", 2);

        broker.stop();
        broker.start(0);
        publish("\"temp\":\"error\"", "\"temp\":22,\"text\":5", "\"text\":\"" + "z".repeat(300) + "\"", "\"on\":true");

        database.awaitCount("things", 5);
        assertThat(things("temp, text"))
                .containsExactly(
                        Arrays.asList(21.0, null),
                        Arrays.asList(null, "y".repeat(100)),
                        Arrays.asList(22.0, "5"),
                        Arrays.asList(null, "z".repeat(300)),
                        Arrays.asList(null, null));
        awaitFigure("things", "dead-lettered", 1);
    }

    @Test
    void shouldKeepIdsOf64BitsAndTheFieldsBesideNumbersThatDoNotFit() throws Exception {
        startEvolvingBroker();

        publish(
                "\"uid\":9007199254740993,\"v\":1,\"u\":18446744073709551615",
                "\"uid\":18446744073709551615,\"v\":2,\"w\":1e400",
                "\"uid\":9007199254740995,\"v\":9007199254740993,\"u\":1");

        database.awaitCount("things", 3);
        assertThat(things("uid, v"))
                .containsExactly(
                        Arrays.asList(9007199254740993L, 1.0),
                        Arrays.asList(null, 2.0),
                        Arrays.asList(9007199254740995L, null));
        assertThat(things("u"))
                .extracting(row -> String.valueOf(row.get(0)))
                .containsExactly("18446744073709551615", "null", "1");
        awaitFigure("things", "stored", 3);
        assertThat(figure("things", "dead-lettered")).isZero();
        assertThat(figure("things", "mapping.values-nulled")).isEqualTo(3);
    }

    @Test
    void shouldNameTheLimitInTheDeadLetter() throws Exception {
        startEvolvingBroker();

        publish("\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6", "\"t\":1");

        awaitFigure("things", "dead-lettered", 1);
        assertThat(deadLetters()).singleElement().asString().contains("as the limit of <auto-columns>, 4, allows");
        assertThat(figure("things", "mapping.fields-left-out")).isEqualTo(2);
    }
}
