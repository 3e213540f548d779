// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * While a database is away, no more waits in memory than the configuration allows; all the rest is on disk. {@code
 * -Doutage.minutes=10} makes it a long one, {@code -Doutage.rate} tells the messages of a second.
 */
class OutageMemoryTest {

    private static final Duration OUTAGE = Integer.getInteger("outage.minutes") == null
            ? Duration.ofSeconds(1)
            : Duration.ofMinutes(Integer.getInteger("outage.minutes"));
    private static final int MESSAGES_PER_SECOND = Integer.getInteger("outage.rate", 20_000);
    private static final int TICKS_PER_SECOND = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int LOOKS = 8;
    private static final int LANES = 4;
    /** Many times as much as the queues may hold. */
    private static final int UNACKNOWLEDGED = 20_000;

    private static final int TOPICS = 40;
    private static final BatchSettings BATCH = new BatchSettings(500, 64 * 1_024, Duration.ofMillis(5));
    private static final SpoolSettings ON_DISK = new SpoolSettings(1L << 36, 0, 16 << 20);

    @TempDir
    Path folder;

    private final Route route = TestRoute.arrivalRoute("a");
    private final AbsentDatabase database = new AbsentDatabase();
    private final AtomicLong published = new AtomicLong();
    private long maxInMemory;

    /** The first is bounded by the number of messages, the second by their bytes. */
    @ParameterizedTest
    @CsvSource({"1000, 1000000000, 20", "1000000, 500000, 1000"})
    void shouldKeepNoMoreInMemoryThanItMay(int messages, long bytes, int payloadBytes) throws Exception {
        var queue = new QueueSettings(messages, bytes);
        long before = LiveObjects.count(InboundMessage.class);
        try (var spool = Spool.open(folder.resolve("spool"), "layout", ON_DISK);
                var pipeline = pipeline(queue, spool)) {
            pipeline.start();
            var counters = pipeline.counters("a");

            publishThroughOutage(pipeline, payloadBytes, before);

            long waited = counters.inFlight();
            long onDisk = bytesIn(folder);
            assertThat(maxInMemory).isPositive().isLessThanOrEqualTo(allowed(queue, payloadBytes));
            assertThat(waited).isEqualTo(published.get()).isGreaterThan(5 * maxInMemory);
            database.isAway = false;
            await().atMost(PATIENCE).until(() -> counters.inFlight() == 0);
            assertThat(counters.stored()).isEqualTo(published.get());
            assertThat(counters.difference()).isZero();
            report(waited, payloadBytes, onDisk);
        }
        assertThat(database.outOfOrder).hasValue(0);
        assertThat(Spool.mayHoldMessages(folder)).isFalse();
    }

    /** No client waits for an overdue acknowledgement any more, so its message need not stay in memory. */
    @Test
    void shouldKeepNoMoreInMemoryWhereAcknowledgementsWaitForTheDatabase() throws Exception {
        var queue = new QueueSettings(1_000, 1_000_000_000);
        long messagesBefore = LiveObjects.count(InboundMessage.class);
        long pendingAcksBefore = LiveObjects.count(PendingAck.class);
        try (var spool = Spool.open(folder.resolve("spool"), "layout", ON_DISK);
                var watch = new AckTimeouts(() -> 0, Long.MAX_VALUE);
                var pipeline = pipeline(queue, spool)) {
            pipeline.start();
            var counters = pipeline.counters("a");
            var overdue = new LongAdder();

            for (int i = 0; i < UNACKNOWLEDGED; i++) {
                var message = message(i, 20);
                var pendingAck = new PendingAck(PendingAck.Stage.COMPLETED);
                pipeline.accept(List.of(route), message, pendingAck);
                watch.await(pendingAck, Duration.ofMillis(10), end -> {
                    assertThat(message.payload()).isNotEmpty(); // as QoS 2 needs it when it is delivered again
                    overdue.increment();
                });
            }

            await().atMost(PATIENCE).until(() -> overdue.sum() == UNACKNOWLEDGED);
            assertThat(watch.waits()).isZero();
            assertThat(counters.inFlight()).isEqualTo(UNACKNOWLEDGED);
            assertThat(LiveObjects.count(InboundMessage.class) - messagesBefore)
                    .isLessThanOrEqualTo(allowed(queue, 20));
            assertThat(LiveObjects.count(PendingAck.class) - pendingAcksBefore).isLessThanOrEqualTo(allowed(queue, 20));
            database.isAway = false;
            await().atMost(PATIENCE).until(() -> counters.stored() == UNACKNOWLEDGED);
        }
    }

    private Pipeline pipeline(QueueSettings queue, Spool spool) {
        var settings = new DeliverySettings(
                RunningPipelines.lanes(LANES),
                BATCH,
                IntakeSettings.of(Durability.SPOOL).withQueue(queue),
                RunningPipelines.QUICK,
                Duration.ofSeconds(30));
        return new Pipeline(
                RouteTable.of(List.of(route)),
                List.of(database),
                settings,
                letter -> true,
                PipelineMetrics.NONE,
                spool);
    }

    private void publishThroughOutage(Pipeline pipeline, int payloadBytes, long before) throws Exception {
        var clock = Executors.newSingleThreadScheduledExecutor();
        var publishing = clock.scheduleAtFixedRate(
                () -> publish(pipeline, payloadBytes), 0, 1_000 / TICKS_PER_SECOND, TimeUnit.MILLISECONDS);
        for (int look = 0; look < LOOKS; look++) {
            maxInMemory = Math.max(maxInMemory, LiveObjects.count(InboundMessage.class) - before);
            assertThat(publishing.isDone()).as("publishing has failed").isFalse();
            long goal = published.get() + MESSAGES_PER_SECOND * OUTAGE.toSeconds() / LOOKS;
            await().atMost(PATIENCE).until(() -> published.get() >= goal);
        }
        clock.shutdown();
        assertThat(clock.awaitTermination(PATIENCE.toMinutes(), TimeUnit.MINUTES))
                .isTrue();
    }

    /** One tick's messages: each topic's are numbered. */
    private void publish(Pipeline pipeline, int payloadBytes) {
        for (int i = 0; i < MESSAGES_PER_SECOND / TICKS_PER_SECOND; i++) {
            pipeline.accept(List.of(route), message(published.get(), payloadBytes));
            published.incrementAndGet();
        }
    }

    private static InboundMessage message(long number, int payloadBytes) {
        var payload = "%-" + payloadBytes + "d";
        return TestMessages.message("a/" + number % TOPICS, payload.formatted(number / TOPICS), 1_000_000 + number);
    }

    /** In each lane what its queue and a batch may hold, and one message more of both, and one with the publisher. */
    private static long allowed(QueueSettings queue, int payloadBytes) {
        long weight = message(0, payloadBytes).weight();
        long inQueue = Math.min(queue.messages(), queue.bytes() / weight + 1);
        long inBatch = Math.min(BATCH.rows(), BATCH.bytes() / payloadBytes + 1);
        return LANES * (inQueue + inBatch + 2) + 1;
    }

    private static long bytesIn(Path tree) throws Exception {
        try (var files = Files.walk(tree)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private void report(long waited, int payloadBytes, long onDisk) {
        System.out.printf(
                "outage of %d s: %,d messages waited, at most %,d of them (%,d KiB) in memory, %,d MiB on disk%n",
                OUTAGE.toSeconds(),
                waited,
                maxInMemory,
                maxInMemory * message(0, payloadBytes).weight() / 1_024,
                onDisk >> 20);
    }

    /** Takes nothing until it is there, and then looks at the order. */
    private static final class AbsentDatabase implements Database {

        final AtomicLong outOfOrder = new AtomicLong();
        volatile boolean isAway = true;
        private final Map<String, Long> lastByTopic = new ConcurrentHashMap<>();

        @Override
        public String id() {
            return "db";
        }

        @Override
        public Duration longestWrite() {
            return Duration.ofSeconds(1);
        }

        @Override
        public BatchWriter openWriter() {
            return new BatchWriter() {
                @Override
                public Precision open() {
                    return Precision.MICROSECONDS;
                }

                @Override
                public Optional<String> objection(TableHandle table) {
                    return Optional.empty();
                }

                @Override
                public boolean probe(List<Row> rows) {
                    return false;
                }

                @Override
                public void write(List<Row> rows) throws WriteException {
                    if (isAway) {
                        throw new WriteException(FailureKind.TRANSIENT, "away", new IllegalStateException("scripted"));
                    }
                    rows.forEach(AbsentDatabase.this::store);
                }

                @Override
                public void close() {}
            };
        }

        private void store(Row row) {
            long number = Long.parseLong(
                    Objects.requireNonNull(row.column(0)).toString().strip());
            if (number != lastByTopic.getOrDefault(row.subtable(), -1L) + 1) {
                outOfOrder.incrementAndGet();
            }
            lastByTopic.put(row.subtable(), number);
        }

        @Override
        public void close() {}
    }
}
