// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.scenario.Pace.OpenLoop;
import io.github.hivemqtdengine.loadtest.scenario.Pace.Step;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is received, lost, or under way, while the broker is silent. */
@ExtendWith(SharedHiveMq.class)
class DeliveryStatesTest {

    private final TestBroker broker;

    DeliveryStatesTest(TestBroker broker) {
        this.broker = broker;
    }

    private static Plans plans() {
        var pace = new OpenLoop(List.of(new Step(100, 100, Duration.ofSeconds(2))));
        return new Plans()
                .publishers(1, 0, Integer.MAX_VALUE)
                .subscribers(1, 0)
                .pace(pace)
                .window(1_000)
                .subscriberTimeout(Duration.ofMillis(500));
    }

    /** Runs a load on a broker that is silent from the beginning on. */
    private Deliveries run(Plans plans, Duration silence, String prefix) throws Exception {
        try (var relay = TcpRelay.to(broker.address())) {
            var pause = new RunListener() {
                @Override
                public void started(long epochMicros) {
                    relay.pause();
                    CompletableFuture.delayedExecutor(silence.toMillis(), TimeUnit.MILLISECONDS)
                            .execute(relay::resume);
                }
            };
            return new Loader(relay.address(), prefix, Recording.NOTHING)
                    .run(plans.plan(), pause)
                    .deliveries();
        }
    }

    @Test
    void shouldAwaitABrokerThatDoesNotAnswer() throws Exception {
        var deliveries = run(plans(), Duration.ofSeconds(4), "paused");

        assertThat(deliveries.received()).isEqualTo(200);
        assertThat(deliveries.lost()).isZero();
        assertThat(deliveries.underWay()).isZero();
    }

    @Test
    void shouldNotCallLostWhatABrokerMayStillDeliver() throws Exception {
        var deliveries = run(plans().execTime(Duration.ofSeconds(2)), Duration.ofMinutes(1), "silent");

        assertThat(deliveries.lost()).isZero();
        assertThat(deliveries.underWay()).isPositive().isEqualTo(deliveries.expected());
    }

    @Test
    void shouldAwaitWhatArrivesAfterTheTimeOfTheRun() throws Exception {
        var plan = new Plans()
                .publishers(1, 1, 60)
                .subscribers(1, 1)
                .delay(Duration.ofMillis(50))
                .execTime(Duration.ofSeconds(2))
                .plan();

        var deliveries = new Loader(broker.address(), "late", Recording.NOTHING)
                .run(plan, RunListener.NONE)
                .deliveries();

        assertThat(deliveries.received()).isPositive().isEqualTo(deliveries.expected());
        assertThat(deliveries.lost()).isZero();
    }
}
