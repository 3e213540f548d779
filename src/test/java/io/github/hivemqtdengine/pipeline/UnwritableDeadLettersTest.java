// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.delivery.Caution;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.MessageMapper;
import io.github.hivemqtdengine.pipeline.delivery.NotedLog;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that become dead letters while the disk refuses to write them. */
class UnwritableDeadLettersTest extends SpooledPipelines {

    private final Route route = TestRoute.arrivalRoute("a");
    private final FullDisk disk = new FullDisk();

    @Test
    void shouldWaitInTheSpoolUntilTheDiskTakesIt() throws Exception {
        var pipeline = pipeline(spooled(1, 1_000), disk, open(folder.resolve("spool"), "layout"), route);
        pipeline.start();
        var bad = publish(pipeline, "bad", Stage.COMPLETED);
        var good = publish(pipeline, "good", Stage.COMPLETED);
        await().until(() -> disk.tries.get() > 1);
        assertThat(bad.outcome().toCompletableFuture()).isNotDone();
        assertThat(pipeline.counters("a").inFlight()).isEqualTo(2);

        disk.isFull = false;

        await().until(() -> bad.hasArrived() && good.hasArrived());
        assertThat(letters).hasSize(1);
        assertThat(payloadsOf("a/x")).containsExactly("good");
        assertThat(pipeline.counters("a").dropped()).isZero();
    }

    @Test
    void shouldLeaveItToTheNextProcessIfTheDiskStaysFull() throws Exception {
        var first = pipeline(spooled(1, 1_000), disk, open(folder.resolve("spool"), "layout"), route);
        first.start();
        var pendingAck = publish(first, "bad", Stage.COMPLETED);
        await().until(() -> disk.tries.get() > 0);
        end(first);
        assertThat(pendingAck.hasArrived()).isFalse();
        assertThat(first.counters("a").dropped()).isZero();

        var next = start("layout", spooled(1, 1_000), route);

        awaitCompleted(next, "a");
        assertThat(letters).hasSize(1);
    }

    @Test
    void shouldWaitForTheDiskUntilTheTimeToDrainIsOver() throws Exception {
        var settings = new DeliverySettings(
                lanes(1),
                batch(50),
                IntakeSettings.DEFAULT.withQueue(new QueueSettings(1_000, 1_000_000)),
                QUICK,
                Duration.ofHours(1));
        var pipeline = pipeline(settings, disk, open(folder.resolve("spool"), "layout"), route);
        pipeline.start();
        publish(pipeline, "bad", Stage.QUEUED);
        await().until(() -> disk.tries.get() > 0);
        var closing = CompletableFuture.runAsync(pipeline::close);
        int tries = disk.tries.get();
        await().until(() -> disk.tries.get() > tries + 2);

        disk.isFull = false;

        closing.join();
        assertThat(letters).hasSize(1);
        assertThat(pipeline.counters("a").deadLettered()).isEqualTo(1);
    }

    @Test
    void shouldBeDroppedWhereItIsReplayedIntoMemory() throws Exception {
        var pipeline = start(settings(1, 10), disk, route);

        assertThat(replay(pipeline).accept("a", message("a/x", "bad", 1))).isTrue();

        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").get(DropReason.DEAD_LETTERS_FULL)).isEqualTo(1);
    }

    /** The message is lost, so it must not be acknowledged if the acknowledgement was to wait for it. */
    @ParameterizedTest
    @EnumSource(names = {"ON_DISK", "COMPLETED"})
    void shouldBeRefusedWhereItIsInMemoryOnly(Stage stage) {
        var pipeline = start(settings(1, 10), disk, route);

        var pendingAck = publish(pipeline, "bad", stage);

        await().until(pendingAck::isRefused);
        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").get(DropReason.DEAD_LETTERS_FULL)).isEqualTo(1);
    }

    @Test
    void shouldBeRefusedWhereItIsNotAccepted() {
        var pipeline = start(settings(1, 10), disk, route);
        var pendingAck = new PendingAck(Stage.QUEUED);

        var tooLarge = RejectedMessage.of(message("a/x", "1", 1), DeadLetterReason.TOO_LARGE, "larger than allowed");

        pipeline.reject(List.of(route), tooLarge, pendingAck);

        assertThat(pendingAck.isRefused()).isTrue();
    }

    @Test
    void shouldBeRefusedWhereItsRouteHasGone() {
        var pipeline = start(settings(1, 10), disk, route);
        var matched = pipeline.match("a/x");
        pipeline.change(RouteTable.of(List.of(TestRoute.arrivalRoute("b"))), List.of(database));
        var pendingAck = new PendingAck(Stage.QUEUED);

        pipeline.accept(matched, message("a/x", "1", 1), pendingAck);

        assertThat(pendingAck.isRefused()).isTrue();
        assertThat(pipeline.counters("a").get(DropReason.DEAD_LETTERS_FULL)).isEqualTo(1);
    }

    /** The start does not wait for the disk: the lane does. */
    @Test
    void shouldNotForgetAtTheStartWhatHasNoRouteAnyMore() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var first = start("a", spooled(1, 10), route);
        publish(first, "a/x", 30);
        end(first);
        var next = pipeline(spooled(1, 10), disk, open(folder.resolve("spool"), "b"), TestRoute.arrivalRoute("b"));
        next.start();
        await().until(() -> disk.tries.get() > 0);
        assertThat(next.counters("a").inFlight()).isEqualTo(30);
        end(next);
        assertThat(next.counters("a").dropped()).isZero();

        awaitCompleted(start("b", spooled(1, 10), TestRoute.arrivalRoute("b")), "a");

        assertThat(letters).hasSize(30);
    }

    /** A kill while it waits must not count as a crash that the message has caused. */
    @Test
    void shouldNotBeNotedAsBeingMappedWhileItWaits() {
        var noted = new NotedLog();
        var caution = new Caution(noted, 1, new Semaphore(1));
        caution.begin();
        var inFlight = new ArrayList<Boolean>();
        var mapper = new MessageMapper(
                RouteTable.of(List.of(route))::route,
                lost -> {},
                new Outcomes(letter -> inFlight.add(noted.isInFlight()), EpochClock.SYSTEM));
        var bad = new QueuedMessage(new RouteAccount("a", PipelineMetrics.NONE), message("a/x", "bad", 1));

        mapper.map(bad, caution);

        assertThat(inFlight).containsExactly(false);
    }

    /** Refuses dead letters until the test makes room. */
    private final class FullDisk implements DeadLetters {

        final AtomicInteger tries = new AtomicInteger();
        volatile boolean isFull = true;

        @Override
        public boolean keep(DeadLetter letter) throws IOException {
            tries.incrementAndGet();
            if (isFull) {
                throw new IOException("No space left on device");
            }
            return letters.add(letter);
        }
    }
}
