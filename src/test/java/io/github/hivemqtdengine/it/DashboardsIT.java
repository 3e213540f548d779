// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Grafana's dashboards of values and of the demo find what the configurations of the containers store. */
@Tag("full")
class DashboardsIT extends BrokerFixture {

    private static final Path DASHBOARDS = Path.of("docker/grafana/dashboards");

    private final TDengineServer server = TDengineServer.shared();

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @Test
    void shouldFindRowsForEachPanel() throws Exception {
        startBroker(Routes.of("docker/broker/config.xml"));
        publish("plant/1", "21.5");
        publish("plant/2", "on");
        database.awaitCount("numbers", 1);
        database.awaitCount("texts", 1);

        assertFindsRows("values");
    }

    @Test
    void shouldFindRowsOfTheDemo() throws Exception {
        startBroker(Routes.of("docker/demo/broker/config.xml").replace("<database-id>tdengine<", "<database-id>test<"));
        publish("plant/line1/press/press0", "{\"temperature\": 61.2, \"pressure\": 4.87, \"cycles\": 7}");
        publish("plant/line1/sensor/probe2", "22.5");
        publish("plant/line1/meter/feed4", "{\"readings\": [{\"t\": %d, \"v\": 230.4}]}".formatted(now()));
        database.awaitCount("numbers", 4);
        database.awaitCount("presses", 1);
        database.awaitCount("sensors", 1);
        database.awaitCount("meters", 1);

        assertFindsRows("plant");
    }

    private static long now() {
        return Instant.now().toEpochMilli();
    }

    private void publish(String topic, String payload) {
        var client = mqtt5("pump");
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .send();
        client.disconnect();
    }

    private void assertFindsRows(String dashboard) throws IOException {
        var file = DASHBOARDS.resolve(dashboard + ".json").toFile();
        assertThat(new ObjectMapper().readTree(file).findValuesAsText("sql"))
                .hasSizeGreaterThan(3)
                .allSatisfy(
                        sql -> assertThat(database.query(replaced(sql))).as(sql).isNotEmpty());
    }

    /** Replaces variables as Grafana's data source does. */
    private String replaced(String sql) {
        var now = Instant.now();
        return sql.replace("mqtt.", database.name() + ".")
                .replace("$from", "'" + now.minus(Duration.ofHours(1)) + "'")
                .replace("$to", "'" + now.plus(Duration.ofMinutes(1)) + "'")
                .replace("$path", "%")
                .replace("$interval", "60s");
    }
}
