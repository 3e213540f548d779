package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The broker's process is killed under load again and again: {@code -Dkill.rounds=50} for many times. Whatever it had
 * acknowledged is in the database afterwards, once.
 */
class KilledBrokerIT extends BrokerTest {

    private static final int ROUNDS = Integer.getInteger("kill.rounds", 3);
    private static final int CLIENTS = 4;
    private static final int BURST = 50;

    /** The time is that of arrival: a message that is stored twice, with two keys, would be two rows. */
    private static final String ROUTE = """
            <route>
              <id>load</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>load/{client}</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="numbers" sub-table="numbers_${mqtt-topic:client}">
                <timestamp/>
                <tag    name="client" type="VARCHAR(16)" value="${mqtt-topic:client}"/>
                <column name="n"      type="BIGINT"      value="${payload:/n}"/>
              </table>
            </route>
            """;

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private long number;

    @ParameterizedTest
    @EnumSource(
            value = MqttQos.class,
            names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void shouldStoreOnceWhatItAcknowledged(MqttQos qos) throws Exception {
        // a small memory, so that much of what waits is read from the disk again
        var configuration = configuration(ROUTE, "<delivery><queue messages=\"500\"/></delivery>");
        for (int round = 1; round <= ROUNDS; round++) {
            long before = acknowledged.size();
            try (var process = BrokerProcess.start(folder, configuration)) {
                var clients = connect(process);
                publish(clients, qos);
                await("acknowledgements").until(() -> acknowledged.size() > before);
                long end = System.nanoTime() + ThreadLocalRandom.current().nextLong(50, 1_500) * 1_000_000;
                while (System.nanoTime() < end) {
                    publish(clients, qos);
                }
            }
            assertThat(acknowledged.size()).as("acknowledged in round " + round).isGreaterThan((int) before);
        }

        try (var process = BrokerProcess.start(folder, configuration)) {
            await("the rows")
                    .atMost(TimeSeriesDatabase.PATIENCE)
                    .until(() -> new HashSet<>(stored()).containsAll(acknowledged));
            assertThat(process.output()).doesNotContain("ERROR");
        }
        assertThat(stored()).doesNotHaveDuplicates();
        assertInOrder();
    }

    private static List<Mqtt5AsyncClient> connect(BrokerProcess process) throws Exception {
        var clients = new ArrayList<Mqtt5AsyncClient>();
        for (int i = 0; i < CLIENTS; i++) {
            var client = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier("client-" + i)
                    .serverHost(EmbeddedBroker.HOST)
                    .serverPort(process.mqttPort())
                    .buildAsync();
            client.connect().join();
            clients.add(client);
        }
        return clients;
    }

    /** A few messages of each client; those before must not be too far away from their acknowledgement. */
    private void publish(List<Mqtt5AsyncClient> clients, MqttQos qos) throws InterruptedException {
        for (int i = 0; i < BURST; i++, number++) {
            for (int client = 0; client < CLIENTS; client++) {
                var key = client + "/" + number;
                var sent = clients.get(client)
                        .publishWith()
                        .topic("load/" + client)
                        .qos(qos)
                        .payload(("{\"n\":" + number + "}").getBytes(StandardCharsets.UTF_8))
                        .send()
                        .thenAccept(result -> {
                            if (result.getError().isEmpty()) {
                                acknowledged.add(key);
                            }
                        });
                assertThat(sent).isNotNull();
            }
        }
        Thread.sleep(20);
    }

    private List<String> stored() throws Exception {
        return database.query("SELECT client, n FROM numbers ORDER BY ts").stream()
                .map(row -> row.get(0) + "/" + row.get(1))
                .collect(Collectors.toList());
    }

    private void assertInOrder() throws Exception {
        var last = new long[CLIENTS];
        var seen = new HashSet<Integer>();
        for (var row : database.query("SELECT client, n FROM numbers ORDER BY ts")) {
            int client = Integer.parseInt(String.valueOf(row.get(0)));
            long n = ((Number) Objects.requireNonNull(row.get(1))).longValue();
            assertThat(n).isGreaterThanOrEqualTo(seen.add(client) ? 0 : last[client] + 1);
            last[client] = n;
        }
    }
}
