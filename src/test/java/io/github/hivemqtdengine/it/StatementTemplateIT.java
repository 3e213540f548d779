// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Routes with SQL of their own. */
class StatementTemplateIT extends BrokerTest {

    private static final String QUICK = """
            <delivery>
              <retry first-delay="50 ms" max-delay="500 ms" probe-delay="500 ms"/>
            </delivery>
            """;

    private static final String ROUTE = """
            <route>
              <id>own</id>
              <mqtt-topic-filters><mqtt-topic-filter>press/{press}</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <statement-template>
                INSERT INTO presses (ts, press, qos, number, note)
                VALUES (${arrival-time}, ${mqtt-topic:press}, ${mqtt-qos}, ${payload:/n}, ${payload:/note});
              </statement-template>
              <on-error missing="null"/>
            </route>
            """;

    private void createTable() throws Exception {
        var columns = "presses (ts TIMESTAMP, press VARCHAR%s, qos INT, number DOUBLE, note VARCHAR%s)";
        if (kind == DatabaseKind.TDENGINE) {
            TDengineServer.shared().execute("CREATE DATABASE `" + database.name() + "` PRECISION 'us'");
            database.execute("CREATE TABLE " + columns.formatted("(64)", "(1000)"));
        } else {
            database.execute("CREATE TABLE " + columns.formatted("", "")
                    + " TIMESTAMP(ts) PARTITION BY DAY WAL DEDUP UPSERT KEYS(ts, press)");
        }
    }

    private static void publish(Mqtt5BlockingClient client, String topic, String payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .send();
    }

    @Test
    void shouldStoreValuesAndRefuseOnlyWhatTheDatabaseRefuses() throws Exception {
        createTable();
        startBroker(ROUTE + Routes.METERS, QUICK);
        var client = mqtt5("c");

        publish(client, "press/1", "{\"n\": 1, \"note\": \"'); DROP TABLE presses; --\"}");
        publish(client, "press/2", "{\"n\": \"no number\", \"note\": \"bad\"}");
        publish(client, "site/a/meter/1", "{\"t\": 1767322800000, \"v\": 230.1}");
        publish(client, "press/3", "{\"n\": 2.5}");
        publish(client, "press/4", "no JSON");
        publish(client, "press/5", "{\"n\": 3, \"note\": {\"deep\": [1, \"\\\\\"]}}");

        awaitFigure("own", "stored", 3);
        awaitFigure("own", "dead-lettered", 2);
        database.awaitCount("meters", 1);
        database.awaitCount("presses", 3);
        assertThat(database.query("SELECT press, qos, number, note FROM presses ORDER BY ts"))
                .containsExactly(
                        List.of("1", 1L, 1.0, "'); DROP TABLE presses; --"),
                        Arrays.asList("3", 1L, 2.5, null),
                        List.of("5", 1L, 3.0, "{\"deep\": [1, \"\\\\\"]}"));
        assertThat(deadLetters())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("press/2", "no number"),
                        line -> assertThat(line).contains("press/4"));
    }

    @Test
    void shouldLoseNothingWhenTheDatabaseGoesAwayAndComesBack() throws Exception {
        createTable();
        startBroker(ROUTE, QUICK);
        var client = mqtt5("c");
        for (int i = 0; i < 100; i++) {
            publish(client, "press/" + i, "{\"n\": " + i + "}");
        }
        awaitFigure("own", "stored", 100);

        kind.stop();
        try {
            for (int i = 100; i < 200; i++) {
                publish(client, "press/" + i, "{\"n\": " + i + "}");
            }
        } finally {
            kind.start();
        }

        awaitFigure("own", "stored", 200);
        database.awaitCount("presses", 200);
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldKeepAsDeadLettersWhatHasNoTable() throws Exception {
        startBroker(ROUTE + Routes.METERS, QUICK);
        var client = mqtt5("c");

        publish(client, "press/1", "{\"n\": 1}");
        publish(client, "site/a/meter/1", "{\"t\": 1767322800000, \"v\": 230.1}");
        publish(client, "press/2", "{\"n\": 2}");

        awaitFigure("own", "dead-lettered", 2);
        awaitFigure("meters", "stored", 1);
        assertThat(figure("own", "retried")).isZero();
    }
}
