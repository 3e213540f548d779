// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReplayTest extends RunningPipelines {

    private static final Duration INTERVAL = Duration.ofMillis(1);

    private final TestRoute route = TestRoute.arrivalRoute("a");
    private final List<Replay> replays = new ArrayList<>();

    @AfterEach
    void closeReplays() {
        replays.forEach(Replay::close);
    }

    @Test
    void shouldTakeMessagesInBesideThoseThatArrive() {
        var pipeline = start(settings(2, 10), route);
        var source = new Messages("a", 500);

        replay(pipeline, source);
        publish(pipeline, "a/live", 500);

        await().until(() -> source.taken.get() == 500);
        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").received()).isEqualTo(1_000);
        assertThat(pipeline.counters("a").stored()).isEqualTo(1_000);
        assertThat(payloadsOf("a/old")).isEqualTo(numbers(500));
        assertThat(database.stored)
                .filteredOn(row -> row.subtable().equals("a/old"))
                .extracting(row -> row.timestamp() / 1_000)
                .startsWith(0L, 1L, 2L)
                .endsWith(499L);
    }

    @Test
    void shouldMakeDeadLettersOfWhatHasNoRouteAnyMore() {
        var pipeline = start(settings(1, 10), route);
        var source = new Messages("gone", 3);

        replay(pipeline, source);

        await().until(() -> letters.size() == 3);
        awaitCompleted(pipeline, "gone");
        assertThat(letters).allMatch(letter -> letter.reason() == DeadLetterReason.NO_ROUTE);
        assertThat(pipeline.counters("gone").received()).isEqualTo(3);
        assertThat(pipeline.counters("gone").deadLettered()).isEqualTo(3);
    }

    /** It waits rather than drop something, and takes no more than half of the room that messages need that arrive. */
    @Test
    void shouldLeaveRoomForWhatArrives() {
        var gate = database.shutGate();
        var pipeline = start(small(), route);
        var source = new Messages("a", 500);

        replay(pipeline, source);
        await().until(() -> source.taken.get() >= 50);
        publish(pipeline, "a/live", 30);

        assertThat(pipeline.counters("a").dropped()).isZero();
        assertThat(source.taken).hasValueLessThan(100);
        gate.countDown();
        await().until(() -> source.taken.get() == 500);
        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").dropped()).isZero();
        assertThat(pipeline.counters("a").stored()).isEqualTo(530);
    }

    @Test
    @Timeout(60)
    void shouldStopAtOnceWhileItWaitsForRoom() {
        var gate = database.shutGate();
        var pipeline = start(small(), route);
        var source = new Messages("a", 500);
        var replay = replay(pipeline, source);
        await().until(() -> source.taken.get() >= 50);

        CompletableFuture.runAsync(replay::close).join();

        int taken = source.taken.get();
        assertThat(taken).isLessThan(500);
        gate.countDown();
        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").received()).isEqualTo(taken);
        assertThat(pipeline.counters("a").stored()).isEqualTo(taken);
        assertThat(source.taken).hasValue(taken);
    }

    @Test
    void shouldGoOnAfterADefectOfItsSource() {
        var pipeline = start(settings(1, 10), route);
        var looks = new AtomicInteger();

        replay(pipeline, sink -> {
            if (looks.incrementAndGet() < 3) {
                throw new IllegalStateException("scripted");
            }
        });

        await().untilAtomic(looks, value -> assertThat(value).isGreaterThan(5));
    }

    /** A message that fails again is a dead letter again, and that is the end of it. */
    @Test
    void shouldMakeADeadLetterOnceOfWhatFailsAgain() {
        var pipeline = start(settings(1, 10), route);
        var source = new Messages("a", 1);
        source.payload = "bad";

        replay(pipeline, source);

        await().until(() -> letters.size() == 1);
        awaitCompleted(pipeline, "a");
        int looks = source.looks.get();
        await().until(() -> source.looks.get() > looks + 3);
        assertThat(letters).hasSize(1);
        assertThat(letters.get(0).message().arrivalMicros()).isZero();
    }

    private Replay replay(Pipeline pipeline, ReplaySource source) {
        var replay = pipeline.replay(source, INTERVAL);
        replays.add(replay);
        replay.start();
        return replay;
    }

    private static DeliverySettings small() {
        return new DeliverySettings(
                lanes(1),
                batch(10),
                IntakeSettings.of(Durability.MEMORY).withQueue(new QueueSettings(100, 1_000_000)),
                QUICK,
                Duration.ofSeconds(30));
    }

    private List<Object> payloadsOf(String topic) {
        return database.stored.stream()
                .filter(row -> row.subtable().equals(topic))
                .<Object>map(row -> String.valueOf(row.column(0)))
                .toList();
    }

    /** Numbered messages of old, each handed over once. */
    private static final class Messages implements ReplaySource {

        private final String routeId;
        private final int count;
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger looks = new AtomicInteger();
        private volatile String payload = "";

        Messages(String routeId, int count) {
            this.routeId = routeId;
            this.count = count;
        }

        @Override
        public void handOver(Sink sink) {
            looks.incrementAndGet();
            while (taken.get() < count && sink.accept(routeId, next())) {
                taken.incrementAndGet();
            }
        }

        private InboundMessage next() {
            int number = taken.get();
            return message("a/old", payload.isEmpty() ? Integer.toString(number) : payload, number);
        }
    }
}
