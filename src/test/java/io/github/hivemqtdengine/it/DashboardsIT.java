package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Grafana's dashboard of messages finds what the configuration of the containers stores. */
@Tag("full")
class DashboardsIT extends BrokerFixture {

    private static final Path DASHBOARD = Path.of("docker/grafana/dashboards/messages.json");
    private static final Path CONFIGURATION = Path.of("docker/broker/config.xml");

    private final TDengineServer server = TDengineServer.shared();

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @Test
    void shouldFindRowsForEachPanel() throws Exception {
        var configuration = Files.readString(CONFIGURATION);
        startBroker(configuration.substring(configuration.indexOf("<route>"), configuration.indexOf("</routes>")));
        var client = mqtt5("pump");
        for (var topic : List.of("plant/1", "plant/2")) {
            client.publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8("21.5"))
                    .send();
        }
        client.disconnect();
        database.awaitCount("messages", 2);

        var queries = new ObjectMapper().readTree(DASHBOARD.toFile()).findValuesAsText("sql");

        assertThat(queries)
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
                .replace("$interval", "60s");
    }
}
