// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricFilter;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real broker with the packaged extension in it, MQTT clients, and a real database of the test's own.
 *
 * <p>After every test each message must have an outcome; the fixture checks this for every route.
 */
public abstract class BrokerFixture {

    /** The id of the database that {@link #startBroker(String)} configures. */
    protected static final String DATABASE_ID = "test";

    private static final String ROUTE_METRICS = "com.hivemq.extensions.tdengine.route.";

    @TempDir
    protected Path folder;

    protected TimeSeriesDatabase database;
    protected EmbeddedBroker broker;
    private MqttClients clients;

    @BeforeEach
    final void prepare() {
        database = freshDatabase();
        broker = new EmbeddedBroker(folder.resolve("broker"), Path.of(System.getProperty("extension.zip")));
        clients = new MqttClients(broker);
    }

    @AfterEach
    @SuppressWarnings("try") // closed in this order, and only those that there are when a test was skipped
    final void checkTheAccountAndClose() {
        try (var emptied = database;
                var stopped = broker;
                var disconnected = clients) {
            if (stopped != null && stopped.isRunning()) {
                awaitEvenAccounts();
            }
        }
    }

    /** The database that {@link #database} will be; skips the test where it can't be. */
    protected abstract TimeSeriesDatabase freshDatabase();

    /**
     * Starts the broker with these {@code <route>} elements, whose {@code <database-id>} is {@value #DATABASE_ID}.
     *
     * @param routes the content of {@code <routes>}
     */
    protected final void startBroker(String routes) throws IOException {
        startBroker(routes, "");
    }

    /**
     * Starts the broker with these {@code <route>} elements and this {@code <delivery>} element.
     *
     * @param routes the content of {@code <routes>}
     * @param delivery the whole element, or nothing
     */
    protected final void startBroker(String routes, String delivery) throws IOException {
        Files.writeString(broker.configurationFile(), configuration(routes, delivery));
        broker.start(0);
    }

    /** A whole configuration file for this test's database. */
    protected final String configuration(String routes, String delivery) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <hivemq-tdengine-extension>
                  <databases>
                    <database>
                      <id>%s</id>
                      <jdbc-url>%s</jdbc-url>
                      <username>%s</username>
                      <password>%s</password>
                      <name>%s</name>
                    </database>
                  </databases>
                  <routes>
                %s
                  </routes>
                %s
                </hivemq-tdengine-extension>
                """.formatted(
                        DATABASE_ID,
                        database.jdbcUrl(),
                        database.username(),
                        database.password(),
                        database.name(),
                        routes,
                        delivery);
    }

    /** A connected MQTT 3.1.1 client; see its {@code toAsync()} for a non-blocking one. */
    protected final Mqtt3BlockingClient mqtt3(String clientId) {
        return clients.mqtt3(clientId);
    }

    /** A connected MQTT 5 client; see its {@code toAsync()} for a non-blocking one. */
    protected final Mqtt5BlockingClient mqtt5(String clientId) {
        return clients.mqtt5(clientId);
    }

    /** A client that knows the broker's address, to be set up further and connected by the test. */
    protected final MqttClientBuilder mqttClient(String clientId) {
        return clients.connectable(clientId);
    }

    /** A metric of a route, for example {@code stored} or {@code dead-lettered}. */
    protected final long figure(String routeId, String name) {
        return (Long)
                broker.metrics().gauge(ROUTE_METRICS + routeId + "." + name).getValue();
    }

    /** Waits until a metric of a route has a value. */
    protected final void awaitFigure(String routeId, String name, long expected) {
        await(routeId + " " + name + " being " + expected)
                .until(() -> figure(routeId, name), value -> value == expected);
    }

    /** Waits until no message of a route is in flight; then its account has to be even. */
    protected final void awaitEvenAccount(String routeId) {
        awaitFigure(routeId, "in-flight", 0);
        assertThat(figure(routeId, "difference")).isZero();
    }

    /** The lines of the dead-letter file; none where there is no file. */
    protected final List<String> deadLetters() throws IOException {
        return Files.exists(deadLetterFile()) ? Files.readAllLines(deadLetterFile()) : List.of();
    }

    /** The dead-letter file, whether it is there or not. */
    protected final Path deadLetterFile() {
        return broker.extensionDataFolder().resolve("dead-letters.jsonl");
    }

    private void awaitEvenAccounts() {
        awaitZero(".in-flight");
        awaitZero(".difference");
    }

    private void awaitZero(String figure) {
        var gauges = broker.metrics().getGauges(MetricFilter.endsWith(figure));
        gauges.forEach((name, gauge) -> await(name).until(gauge::getValue, value -> (Long) value == 0L));
    }
}
