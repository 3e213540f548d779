// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages arrive at milliseconds that the test says, and time passes only while the lane waits. */
class BatchCollectorTest {

    private static final long MILLI = 1_000_000;

    private final Traffic traffic = new Traffic();
    private final StopSignal stop = new StopSignal();
    private final BatchCollector collector = collector();

    @Test
    void shouldNotLetASingleMessageWaitLong() {
        traffic.arrive(1, 0);

        assertThat(nextBatch()).isEqualTo(1);
        assertThat(traffic.millis()).isEqualTo(10);
    }

    @Test
    void shouldNotLetSparseMessagesWaitLong() {
        for (int i = 0; i < 5; i++) {
            traffic.arrive(1, 200L * i);
        }

        for (int i = 0; i < 5; i++) {
            assertThat(nextBatch()).isEqualTo(1);
            assertThat(traffic.millis()).isEqualTo(200L * i + 10);
        }
    }

    @Test
    void shouldMakeABurstOneBatch() {
        for (int millis = 0; millis < 30; millis++) {
            traffic.arrive(30, millis);
        }

        assertThat(nextBatch()).isEqualTo(900);
        assertThat(traffic.millis()).isEqualTo(100);
        assertThat(traffic.wakes).as("waits until then").isEqualTo(2);
    }

    @Test
    void shouldNotWaitLongerThanConfigured() {
        for (int millis = 0; millis < 1_000; millis++) {
            traffic.arrive(1, millis);
        }

        assertThat(nextBatch()).isEqualTo(101);
        assertThat(traffic.millis()).isEqualTo(100);
        assertThat(nextBatch()).isEqualTo(101);
        assertThat(traffic.millis()).as("the next one waits in full, too").isEqualTo(201);
    }

    @Test
    void shouldWaitForAFifthDuringSlowTraffic() {
        for (int i = 0; i < 100; i++) {
            traffic.arrive(1, 5L * i);
        }

        assertThat(nextBatch()).isEqualTo(5);
        assertThat(traffic.millis()).isEqualTo(20);
        assertThat(nextBatch()).isEqualTo(5);
        assertThat(traffic.millis())
                .as("twenty milliseconds after the next message")
                .isEqualTo(45);
    }

    @Test
    void shouldWaitLongerOnceSlowTrafficBecomesABurst() {
        for (int i = 0; i < 10; i++) {
            traffic.arrive(1, 5L * i);
        }
        traffic.arrive(300, 50);

        assertThat(nextBatch()).isEqualTo(5);
        assertThat(nextBatch()).isEqualTo(5);
        assertThat(nextBatch()).isEqualTo(300);
        assertThat(traffic.millis()).as("nothing arrives during the wait").isEqualTo(70);
    }

    @Test
    void shouldNotWaitAgainOnceTheLaneStops() {
        traffic.arrive(1, 0);
        traffic.arrive(1, 5);
        traffic.afterWait = () -> stop.stopWithin(Duration.ofSeconds(1));

        assertThat(nextBatch()).isEqualTo(2);
        assertThat(traffic.millis()).isEqualTo(10);
    }

    @Test
    void shouldNotWaitForMoreThanABatchHolds() {
        traffic.arrive(2_500, 0);

        assertThat(nextBatch()).isEqualTo(1_000);
        assertThat(nextBatch()).isEqualTo(1_000);
        assertThat(traffic.millis()).isZero();
    }

    @Test
    void shouldFillABatchByTheBytesOfItsRows() {
        var queued = new QueuedMessage(traffic.account, message("a/x", "0", 0));
        var batch = new BatchCollector.Batch(1_000, 1 << 20);
        var mapped = new MappedMessage(queued, TestRoute.arrivalRoute("a"), List.of(), 500_000, null);

        batch.add(mapped);
        batch.add(mapped);
        assertThat(batch.isFull()).isFalse();
        assertThat(batch.roomBytes()).isEqualTo((1 << 20) - 1_000_000);
        batch.add(mapped);

        assertThat(batch.isFull()).isTrue();
        assertThat(batch.roomBytes()).isEqualTo(1);
    }

    @Test
    void shouldCountTheBytesOfRowsOnce() {
        var route = TestRoute.arrivalRoute("a");
        var row = new Row(route.tables().get(0).current(), "s", 0, 0, new Object[] {"x".repeat(1_000)});
        var mapped = new MappedMessage(
                new QueuedMessage(traffic.account, message("a/x", "0", 0)), route, List.of(row, row, row));

        assertThat(mapped.rowBytes()).isBetween(2_000L, 3_000L);
        assertThat(mapped.keyed(List.of(), Precision.MICROSECONDS).rowBytes()).isEqualTo(mapped.rowBytes());
    }

    private int nextBatch() {
        var batch = collector.newBatch();
        assertThat(collector.fill(batch, () -> {})).isTrue();
        return batch.messages().size();
    }

    private BatchCollector collector() {
        var routes = RouteTable.of(List.of(TestRoute.arrivalRoute("a")));
        var mapper = new MessageMapper(routes::route, lost -> {}, new Outcomes(letter -> true, EpochClock.SYSTEM));
        var settings = new BatchSettings(1_000, 100_000_000, Duration.ofMillis(100));
        return new BatchCollector(
                traffic,
                new WritePace(traffic, settings, () -> Duration.ofSeconds(20)),
                mapper,
                BatchCollector.linger(settings.linger(), settings.rows(), () -> traffic.nanos),
                stop,
                new Caution());
    }

    /** A queue into which messages come at the times that are planned. */
    private static final class Traffic implements LaneQueue {

        private static final long EPOCH_MICROS = 1_700_000_000_000_000L;

        private final RouteAccount account = new RouteAccount("a", PipelineMetrics.NONE);
        private final NavigableMap<Long, Integer> planned = new TreeMap<>();
        private final ArrayDeque<QueuedMessage> waiting = new ArrayDeque<>();
        private Runnable afterWait = () -> {};
        private long nanos;
        private int wakes;

        void arrive(int messages, long millis) {
            planned.put(millis * MILLI, messages);
        }

        long millis() {
            return nanos / MILLI;
        }

        @Override
        public boolean hasRoomToSpare() {
            return true;
        }

        @Override
        public boolean append(QueuedMessage message) {
            return waiting.add(message);
        }

        @Override
        public @Nullable QueuedMessage poll() {
            comeUntil(nanos);
            return waiting.poll();
        }

        @Override
        public int depth() {
            comeUntil(nanos);
            return waiting.size();
        }

        @Override
        public void await(int messages, long bytes, long wait) {
            wakes++;
            long end = nanos + wait;
            while (waiting.size() < messages && !planned.isEmpty() && planned.firstKey() <= end) {
                nanos = Math.max(nanos, planned.firstKey());
                comeUntil(nanos);
            }
            nanos = waiting.size() < messages ? end : nanos;
            afterWait.run();
        }

        private void comeUntil(long now) {
            while (!planned.isEmpty() && planned.firstKey() <= now) {
                var next = planned.pollFirstEntry();
                for (int i = 0; i < next.getValue(); i++) {
                    waiting.add(new QueuedMessage(account, message("a/x", "0", EPOCH_MICROS + next.getKey() / 1_000)));
                }
            }
        }

        @Override
        public void wakeUp() {}

        @Override
        public void end(Outcomes outcomes) {}
    }
}
