// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.measure.Lateness;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.scenario.Pace.OpenLoop;
import io.github.hivemqtdengine.loadtest.scenario.Pace.Step;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedHiveMq.class)
class OpenLoopTest {

    private final TestBroker broker;

    OpenLoopTest(TestBroker broker) {
        this.broker = broker;
    }

    private static Plans paced(double rate, int seconds, int publishers) {
        return new Plans()
                .publishers(publishers, 1, Integer.MAX_VALUE)
                .subscribers(1, 1)
                .pace(new OpenLoop(List.of(new Step(rate, rate, Duration.ofSeconds(seconds)))));
    }

    @Test
    void shouldSendByTheIntendedTime() throws Exception {
        var plan = paced(500, 2, 100).plan();

        var result = new Loader(broker.address(), "open", Recording.NOTHING).run(plan, RunListener.NONE);

        assertThat(result.failures()).isEmpty();
        assertThat(result.sentPerSecond().counts()).containsExactly(500L, 500L);
        assertThat(result.deliveries().received()).isEqualTo(1_000);
        assertThat(result.sent()).allSatisfy(log -> assertThat(log.size()).isEqualTo(10));
    }

    @Test
    void shouldTellItsCountsBeforeItsEnd() throws Exception {
        var counts = new CompletableFuture<LoadCounts>();
        var listener = new RunListener() {

            private LoadProbe probe = LoadCounts::none;

            @Override
            public void running(LoadProbe ofTheLoad) {
                probe = ofTheLoad;
            }

            @Override
            public void sendingIsOver(long epochMicros) {
                try {
                    counts.complete(probe.counts());
                } catch (InterruptedException e) {
                    counts.completeExceptionally(e);
                }
            }
        };

        var result = new Loader(broker.address(), "live", Recording.NOTHING)
                .run(paced(200, 1, 2).plan(), listener);

        assertThat(result.sentCount()).isEqualTo(200);
        assertThat(counts.join().sent()).isEqualTo(200);
        assertThat(counts.join().acknowledged()).isEqualTo(200);
        assertThat(counts.join().received()).isBetween(1L, 200L);
        assertThat(counts.join().recent().count()).isEqualTo(counts.join().received());
    }

    @Test
    void shouldShowAStallInTheLatency() throws Exception {
        try (var relay = TcpRelay.to(broker.address())) {
            var plan = paced(200, 3, 2).window(1_000).plan();
            var stall = new RunListener() {
                @Override
                public void started(long epochMicros) {
                    relay.pause();
                    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(relay::resume);
                }
            };

            var result = new Loader(relay.address(), "stall", Recording.NOTHING).run(plan, stall);

            // at least a third of the messages was due during the stall
            assertThat(result.deliveries().received()).isEqualTo(600);
            assertThat(result.deliveries().latency().percentileMillis(99)).isGreaterThan(800);
            assertThat(result.deliveries().latency().percentileMillis(90)).isGreaterThan(400);
            assertThat(result.acknowledgements().percentileMillis(99)).isGreaterThan(800);
        }
    }

    @Test
    void shouldTellThatItSentLate() throws Exception {
        var late = lateness(new Busy(true), "send-late");

        double sends = late.sends().percentileMillis(99);
        assertThat(sends).isGreaterThan(500);
        assertThat(late.reads().percentileMillis(99)).isLessThan(sends / 2); // by another loop
        assertThat(late.busiestLoop()).isGreaterThan(0.05);
    }

    @Test
    void shouldTellThatItReadLate() throws Exception {
        var late = lateness(new Busy(false), "read-late");

        double reads = late.reads().percentileMillis(99);
        assertThat(reads).isGreaterThan(500);
        assertThat(late.reads().maximumMillis()).isGreaterThan(900);
        assertThat(late.sends().percentileMillis(99)).isLessThan(reads / 2);
    }

    private Lateness lateness(Recording recording, String prefix) throws Exception {
        var result = new Loader(broker.address(), prefix, recording)
                .run(paced(200, 3, 2).window(1_000).plan(), RunListener.NONE);

        assertThat(result.deliveries().received()).isEqualTo(600);
        return result.lateness();
    }

    @Test
    void shouldNotCallTheTimeLateThatTheBrokerTakes() throws Exception {
        try (var relay = TcpRelay.to(broker.address())) {
            var stall = new RunListener() {
                @Override
                public void started(long epochMicros) {
                    relay.pause();
                    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(relay::resume);
                }
            };

            var result = new Loader(relay.address(), "full", Recording.NOTHING)
                    .run(paced(200, 3, 2).window(5).plan(), stall);

            double latency = result.deliveries().latency().percentileMillis(99);
            assertThat(latency).isGreaterThan(500);
            assertThat(result.lateness().sends().percentileMillis(99)).isLessThan(latency / 2);
            assertThat(result.lateness().reads().percentileMillis(99)).isLessThan(latency / 2);
        }
    }

    @Test
    void shouldEndAtItsTime() throws Exception {
        var plan = paced(100, 3_600, 2).execTime(Duration.ofSeconds(1)).plan();

        var result = new Loader(broker.address(), "end", Recording.NOTHING).run(plan, RunListener.NONE);

        assertThat(result.sentCount()).isPositive();
        assertThat(result.endMicros() - result.startMicros()).isGreaterThanOrEqualTo(1_000_000);
    }

    @Test
    void shouldEndWhenItIsInterrupted() {
        var plan = paced(100, 3_600, 2).execTime(Duration.ofHours(1)).plan();
        var caller = Thread.currentThread();
        var interrupt = new RunListener() {
            @Override
            public void started(long epochMicros) {
                caller.interrupt();
            }
        };

        assertThatThrownBy(() -> new Loader(broker.address(), "int", Recording.NOTHING).run(plan, interrupt))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("loader"))
                .allSatisfy(OpenLoopTest::assertThatItEnds);
    }

    /** Takes a second of CPU after 100 messages, on the loop of the publishers or of the subscribers. */
    private static final class Busy implements Recording {

        private final boolean publishers;
        private final AtomicInteger messages = new AtomicInteger();

        Busy(boolean publishers) {
            this.publishers = publishers;
        }

        @Override
        public void sent(long epochMicros, String clientId) {
            spin(publishers);
        }

        @Override
        public void received(long epochMicros, String clientId, long latencyMicros) {
            spin(!publishers);
        }

        private void spin(boolean isHere) {
            if (isHere && messages.incrementAndGet() == 100) {
                var threads = ManagementFactory.getThreadMXBean();
                long end = threads.getCurrentThreadCpuTime() + TimeUnit.SECONDS.toNanos(1);
                while (threads.getCurrentThreadCpuTime() < end) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** A thread stays alive for a moment after its last statement. */
    private static void assertThatItEnds(Thread thread) throws InterruptedException {
        thread.join(Duration.ofMinutes(1).toMillis());
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
}
