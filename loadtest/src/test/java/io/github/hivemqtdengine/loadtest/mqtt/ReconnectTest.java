// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients whose connections are cut during the load: three publishers and two subscribers. */
@ExtendWith(SharedHiveMq.class)
class ReconnectTest {

    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final int MESSAGES = 1_500;
    /** Wait for deliveries that are lost. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final TestBroker broker;
    private final String prefix = "reconnect" + RUNS.incrementAndGet();

    ReconnectTest(TestBroker broker) {
        this.broker = broker;
    }

    private static Plans plans(int qos) {
        return plans(qos, 1);
    }

    private static Plans plans(int qos, int seconds) {
        double perSecond = (double) MESSAGES / seconds;
        var step = new Pace.Step(perSecond, perSecond, Duration.ofSeconds(seconds));
        return new Plans()
                .publishers(3, qos, MESSAGES / 3)
                .pace(new Pace.OpenLoop(List.of(step)))
                .subscribers(2, qos)
                .subscriberTimeout(Duration.ofSeconds(10))
                .reconnect();
    }

    /** Runs a load, and resets all connections when a third of its messages is sent. */
    private LoadResult runAndCut(LoadPlan plan, Runnable whileCut) throws Exception {
        try (var relay = TcpRelay.to(broker.address())) {
            return new Loader(relay.address(), prefix, new AtCut(relay, whileCut)).run(plan, RunListener.NONE);
        }
    }

    /** Cuts the connections from the thread of the clients, before it writes a message. */
    private static final class AtCut implements Recording {

        private final TcpRelay relay;
        private final Runnable whileCut;
        private int sent;

        AtCut(TcpRelay relay, Runnable whileCut) {
            this.relay = relay;
            this.whileCut = whileCut;
        }

        @Override
        public void sent(long epochMicros, String clientId) {
            sent++;
            if (sent == MESSAGES / 3) {
                relay.cut();
                whileCut.run();
                relay.mend();
            }
        }

        @Override
        public void received(long epochMicros, String clientId, long latencyMicros) {}
    }

    private static void assertAllAreBack(LoadResult result) {
        assertAllAreBack(result, 5);
    }

    private static void assertAllAreBack(LoadResult result, int clients) {
        assertThat(result.failures()).isEmpty();
        assertThat(result.connections().lost()).isEqualTo(clients);
        assertThat(result.connections().reconnects()).isEqualTo(clients);
        assertThat(result.connections().awaySeconds()).isBetween(0.05, 60.0);
        assertThat(result.sentCount()).isEqualTo(MESSAGES);
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "3, 2", "5, 1", "5, 2"})
    void shouldResendWhatIsUnacknowledged(int version, int qos) throws Exception {
        var result = runAndCut(plans(qos).version(version).plan(), () -> {});

        assertAllAreBack(result);
        assertThat(result.acknowledgedCount()).isEqualTo(MESSAGES);
        assertThat(result.deliveries().expected()).isEqualTo(2 * MESSAGES);
        assertThat(result.deliveries().lost()).isZero();
        assertThat(result.deliveries().received())
                .isEqualTo(2 * MESSAGES + result.deliveries().duplicated());
        if (qos == 2) {
            assertThat(result.deliveries().duplicated()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"3", "5"})
    void shouldPublishAndSubscribeAgainWhenTheBrokerHasLostTheSession(int version) throws Exception {
        var plan = plans(1, 3).version(version).subscriberTimeout(SHORT).plan();
        var result = runAndCut(plan, () -> {
            loseSession("-p0");
            loseSession("-s0");
        });

        assertAllAreBack(result);
        assertThat(result.acknowledgedCount()).isEqualTo(MESSAGES);
        // without a new subscription, one of two subscribers would have no message of the last two seconds
        assertThat(result.deliveries().lost()).isLessThan(2 * MESSAGES / 3);
    }

    @Test
    void shouldCountDeliveriesThatAreRepeatedWhenNoneIsMissing() throws Exception {
        try (var relay = TcpRelay.to(broker.address());
                var repeating = new Repeating(broker)) {
            var loader = new Loader(relay.address(), prefix, new AtCut(relay, () -> {}));

            var result = loader.run(plans(2).plan(), repeating);

            assertAllAreBack(result);
            assertThat(result.deliveries().lost()).isZero();
            assertThat(result.deliveries().duplicated()).isEqualTo(2);
        }
    }

    /** Publishes the first message of a load again, 300 ms after the last one. */
    private static final class Repeating implements RunListener, AutoCloseable {

        private final Mqtt5BlockingClient client;
        private final Mqtt5BlockingClient.Mqtt5Publishes messages;

        Repeating(TestBroker broker) {
            client = MqttClient.builder()
                    .useMqttVersion5()
                    .serverAddress(broker.address())
                    .buildBlocking();
            client.connect();
            messages = client.publishes(MqttGlobalPublishFilter.SUBSCRIBED);
            client.subscribeWith().topicFilter("test/+/+").send();
        }

        @Override
        public void sendingIsOver(long epochMicros) {
            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(this::repeat);
        }

        private void repeat() {
            try {
                client.publish(messages.receive());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            messages.close();
            client.disconnect();
        }
    }

    @Test
    void shouldBringACrowdBack() throws Exception {
        var hold = Duration.ofSeconds(4); // idle clients try again after a second
        var result = runAndCut(plans(1).crowd(20, hold, 0, Duration.ZERO).plan(), () -> {});

        assertAllAreBack(result, 25);
    }

    private void loseSession(String client) {
        var other = MqttClient.builder()
                .useMqttVersion5()
                .identifier(prefix + client)
                .serverAddress(broker.address())
                .buildBlocking();
        var answer =
                other.connectWith().cleanStart(true).sessionExpiryInterval(0).send();
        assertThat(answer.isSessionPresent()).isFalse();
        other.disconnect();
    }

    @Test
    void shouldCountWhatIsLostAtQosZero() throws Exception {
        var result = runAndCut(plans(0).subscriberTimeout(SHORT).plan(), () -> {});

        assertAllAreBack(result);
        assertThat(result.deliveries().expected()).isEqualTo(2 * MESSAGES);
        assertThat(result.deliveries().received() + result.deliveries().lost()).isEqualTo(2 * MESSAGES);
        assertThat(result.deliveries().duplicated()).isZero();
    }

    @Test
    void shouldLeaveNoSession() throws Exception {
        runAndCut(plans(1).version(3).plan(), () -> {});

        for (var client : List.of("-p0", "-s0")) {
            var other = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier(prefix + client)
                    .serverAddress(broker.address())
                    .buildBlocking();
            var answer = other.connectWith().cleanStart(false).send();
            other.disconnect();
            assertThat(answer.isSessionPresent()).as(client).isFalse();
        }
    }

    @Test
    void shouldCountClientsThatAreNotBackAtTheEnd() throws Exception {
        try (var relay = TcpRelay.to(broker.address())) {
            var plan = plans(1).crowd(3, Duration.ZERO, 0, Duration.ZERO)
                    .execTime(Duration.ofSeconds(2))
                    .plan();

            var result = new Loader(relay.address(), prefix, Recording.NOTHING).run(plan, new RunListener() {
                @Override
                public void started(long epochMicros) {
                    relay.cut();
                }
            });

            assertThat(result.failures())
                    .containsExactly(
                            "5 clients were not connected again when the run was over",
                            "3 idle clients were not connected again when the run was over");
            assertThat(result.connections().lost()).isEqualTo(8);
            assertThat(result.connections().reconnects()).isZero();
            assertThat(result.connections().awaySeconds()).isGreaterThan(1);
        }
    }

    @Test
    void shouldNotWaitForABrokerThatIsNotThereAtTheStart() {
        var nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

        assertThatThrownBy(() -> new Loader(nowhere, prefix, Recording.NOTHING).run(plans(1).plan(), RunListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not connect");
    }

    @Test
    void shouldSayWhichConnectionsAreLostWithoutReconnecting() throws Exception {
        var plan = new Plans()
                .publishers(1, 1, 1_000)
                .subscribers(0, 1)
                .pace(new Pace.OpenLoop(List.of(new Pace.Step(1_000, 1_000, Duration.ofSeconds(1)))))
                .plan();

        var result = runAndCut(plan, () -> {});

        assertThat(result.connections().lost()).isOne();
        assertThat(result.connections().reconnects()).isZero();
        assertThat(result.failures()).isNotEmpty().first().asString().contains(prefix + "-p0");
        assertThat(result.acknowledgedCount()).isLessThan(1_000);
    }
}
