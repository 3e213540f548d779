package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.Gauge;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A test that publishes to a real broker with the packaged extension in it and looks into a real database, once per
 * {@link DatabaseKind}:
 *
 * <pre>{@code
 * class GreetingIT extends BrokerTest {
 *     @Test
 *     void shouldStoreAGreeting() throws Exception {
 *         startBroker(ROUTES);
 *         mqtt5("alice").publishWith().topic("greetings").payload(HELLO).send();
 *
 *         database.awaitCount("greetings", 1);
 *     }
 * }
 * }</pre>
 *
 * <p>After every test the account of each route must be even.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(DatabaseKind.class)
public abstract class BrokerTest {

    private static final String METRICS = "com.hivemq.extensions.tdengine.route.";

    @TempDir
    protected Path folder;

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    protected DatabaseKind kind;

    @AutoClose
    protected TimeSeriesDatabase database;

    @AutoClose
    protected EmbeddedBroker broker;

    @AutoClose
    private final MqttClients clients = new MqttClients();

    @BeforeEach
    final void prepare() {
        database = kind.fresh();
        broker = new EmbeddedBroker(folder.resolve("broker"), Path.of(System.getProperty("extension.zip")));
    }

    /**
     * Starts the broker with these {@code <route>} elements, whose {@code <database-id>} is {@code test}.
     *
     * @param routes the content of {@code <routes>}
     */
    protected final void startBroker(String routes) throws IOException {
        startBroker(routes, "");
    }

    /**
     * Starts the broker with these {@code <route>} elements and a {@code <delivery>} element.
     *
     * @param delivery the whole element, or nothing
     */
    protected final void startBroker(String routes, String delivery) throws IOException {
    }
}
