// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.RefusingLogs;
import io.github.hivemqtdengine.pipeline.SpooledPipelines;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions for acknowledging a message. */
class PendingAckTest extends SpooledPipelines {

    private static final SpoolSettings SMALL_SPOOL = new SpoolSettings(64 * 1_024, 0, 4_096);

    private final Route route = TestRoute.arrivalRoute("a");

    /** With little room in memory most messages are read from the disk again. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 5})
    void shouldArriveOnCommitWhenTheDatabaseHasTheMessage(int inMemory) throws Exception {
        var gate = database.shutGate();
        var pipeline = start("layout", settings(Acknowledge.ON_COMMIT, Overflow.DROP_NEWEST, inMemory), route);

        var acks = publish(pipeline, 200, Stage.COMPLETED);

        assertThat(acks).noneMatch(PendingAck::hasArrived);
        gate.countDown();
        awaitCompleted(pipeline, "a");
        await().untilAsserted(() -> assertThat(acks).allMatch(PendingAck::hasArrived));
    }

    @Test
    void shouldArriveOnCommitWhenTheMessageIsADeadLetterOrDropped() throws Exception {
        var pipeline = start("layout", settings(Acknowledge.ON_COMMIT, Overflow.DROP_NEWEST, 100), route);

        var bad = publish(pipeline, "bad", Stage.COMPLETED);
        var dropped = publish(pipeline, "drop", Stage.COMPLETED);

        await().untilAsserted(() -> assertThat(List.of(bad, dropped)).allMatch(PendingAck::hasArrived));
        assertThat(letters).hasSize(1);
        assertThat(pipeline.counters("a").get(DropReason.MAPPING)).isEqualTo(1);
    }

    @Test
    void shouldArriveThoughTheDeadLettersHaveReachedTheirLimit() throws Exception {
        var settings = settings(Acknowledge.ON_COMMIT, Overflow.DROP_NEWEST, 100);
        var pipeline = pipeline(settings, letter -> false, spool(SMALL_SEGMENTS), route);
        pipeline.start();

        var pendingAck = publish(pipeline, "bad", Stage.COMPLETED);

        await().until(pendingAck::hasArrived);
        assertThat(pipeline.counters("a").get(DropReason.DEAD_LETTERS_FULL)).isEqualTo(1);
    }

    /** One sync is for all letters of a batch. */
    @Test
    void shouldArriveWhenTheDeadLetterIsOnTheDisk() throws Exception {
        var syncs = new CountedSyncs();
        var settings = settings(Acknowledge.ON_COMMIT, Overflow.DROP_NEWEST, 1_000);
        var pipeline = pipeline(settings, syncs, spool(SMALL_SEGMENTS), route);
        for (int i = 0; i < 200; i++) {
            syncs.acks.add(publish(pipeline, "bad", Stage.COMPLETED)); // before it runs, so in batches of 50
        }

        pipeline.start();

        await().untilAsserted(() -> assertThat(syncs.acks).allMatch(PendingAck::hasArrived));
        assertThat(letters).hasSize(200);
        assertThat(syncs.arrivedBefore).containsExactly(0L, 50L, 100L, 150L);
    }

    @Test
    void shouldBeRefusedWhereNobodyKnowsWhetherTheDeadLetterIsOnTheDisk() throws Exception {
        var syncs = new CountedSyncs();
        syncs.isFailing = true;
        var settings = settings(Acknowledge.ON_COMMIT, Overflow.DROP_NEWEST, 1_000);
        var pipeline = pipeline(settings, syncs, spool(SMALL_SEGMENTS), route);
        pipeline.start();

        var pendingAck = publish(pipeline, "bad", Stage.COMPLETED);

        await().until(pendingAck::isRefused);
    }

    /** An acknowledgement of {@code on-receive} was sent when the record of the message was on the disk. */
    @Test
    void shouldStayInTheSpoolUntilTheDeadLetterIsOnTheDisk() throws Exception {
        var syncs = new CountedSyncs();
        syncs.isFailing = true;
        var settings = settings(Acknowledge.ON_RECEIVE, Overflow.DROP_NEWEST, 1_000);
        var logs = new RefusingLogs(spool(SMALL_SEGMENTS));
        var pipeline = pipeline(settings, syncs, logs, route);
        pipeline.start();
        publish(pipeline, "bad", Stage.ON_DISK);
        awaitSyncs(syncs, 1);
        publish(pipeline, "1", Stage.ON_DISK);
        awaitSyncs(syncs, 2);
        awaitCompleted(pipeline, "a");
        assertThat(logs.committed).hasValue(0);

        syncs.isFailing = false;
        publish(pipeline, "2", Stage.ON_DISK);

        await().until(() -> logs.committed.get() == 3);
        awaitCompleted(pipeline, "a");
        assertThat(database.stored).hasSize(2);
        assertThat(letters).hasSize(1);
    }

    @Test
    void shouldBeInTheSpoolOfTheNextProcessIfNoSyncSucceeds() throws Exception {
        var syncs = new CountedSyncs();
        syncs.isFailing = true;
        var settings = settings(Acknowledge.ON_RECEIVE, Overflow.DROP_NEWEST, 1_000);
        var first = pipeline(settings, syncs, spool(SMALL_SEGMENTS), route);
        first.start();
        publish(first, "bad", Stage.ON_DISK);
        awaitSyncs(syncs, 1);
        end(first);

        var next = pipeline(settings, letters::add, spool(SMALL_SEGMENTS), route);
        next.start();

        awaitCompleted(next, "a");
        assertThat(letters).hasSize(2);
    }

    private static void awaitSyncs(CountedSyncs syncs, int atLeast) {
        await().until(() -> syncs.arrivedBefore.size() >= atLeast);
    }

    /** Keeps letters, and notes at each sync how many pending acknowledgements have arrived. */
    private final class CountedSyncs implements DeadLetters {

        final List<PendingAck> acks = new ArrayList<>();
        final List<Long> arrivedBefore = new CopyOnWriteArrayList<>();
        volatile boolean isFailing;

        @Override
        public boolean keep(DeadLetter letter) {
            return letters.add(letter);
        }

        @Override
        public boolean sync() {
            arrivedBefore.add(acks.stream().filter(PendingAck::hasArrived).count());
            return !isFailing;
        }
    }

    @Test
    void shouldArriveWhenAllRoutesHaveTheMessage() throws Exception {
        var gate = database.shutGate();
        var pipeline = pipeline(
                settings(Acknowledge.ON_COMMIT, Overflow.DROP_NEWEST, 100), letters::add, spool(SMALL_SEGMENTS), route);
        pipeline.start();
        var pendingAck = new PendingAck(Stage.COMPLETED);

        pipeline.accept(List.of(route, route), message("a/x", "1", 1_000_000), pendingAck);

        assertThat(pendingAck.hasArrived()).isFalse();
        gate.countDown();
        await().until(pendingAck::hasArrived);
        assertThat(database.stored).hasSize(2);
    }

    @Test
    void shouldDropWhatNeedsNoAcknowledgementWhereThereIsNoRoom() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var pipeline = start(SMALL_SPOOL, settings(Acknowledge.ON_RECEIVE, Overflow.WITHHOLD_ACK, 10));
        publish(pipeline, "a/x", 2_000);
        long dropped = pipeline.counters("a").get(DropReason.OVERFLOW);

        var waiting = publish(pipeline, 10, Stage.QUEUED);
        var refused = publish(pipeline, "one too many", Stage.QUEUED);

        assertThat(dropped).isBetween(500L, 1_900L);
        assertThat(waiting).noneMatch(PendingAck::hasArrived);
        assertThat(refused.outcome().toCompletableFuture()).isCompletedWithValue(false);
        assertThat(pipeline.counters("a").get(DropReason.OVERFLOW)).isEqualTo(dropped + 1);
        assertThat(pipeline.counters("a").difference()).isZero();
    }

    @Test
    void shouldArriveThoughTheMessageWasDroppedWhereThatIsThePolicy() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var pipeline = start(SMALL_SPOOL, settings(Acknowledge.ON_COMMIT, Overflow.DROP_NEWEST, 10));
        publish(pipeline, "a/x", 2_000);

        assertThat(publish(pipeline, "dropped", Stage.COMPLETED).hasArrived()).isTrue();
    }

    private Pipeline start(SpoolSettings spool, DeliverySettings settings) throws Exception {
        var pipeline = pipeline(settings, letters::add, spool(spool), route);
        pipeline.start();
        return pipeline;
    }

    private MessageLogs spool(SpoolSettings settings) throws Exception {
        return open(folder.resolve("spool"), "layout", settings);
    }

    private static List<PendingAck> publish(Pipeline pipeline, int count, Stage stage) {
        var acks = new ArrayList<PendingAck>();
        for (int i = 0; i < count; i++) {
            acks.add(publish(pipeline, Integer.toString(i), stage));
        }
        return acks;
    }

    private static DeliverySettings settings(Acknowledge acknowledge, Overflow overflow, int inMemory) {
        return new DeliverySettings(
                lanes(1),
                batch(50),
                new IntakeSettings(Durability.SPOOL, acknowledge, overflow, new QueueSettings(inMemory, 1_000_000)),
                QUICK,
                Duration.ofMillis(50));
    }
}
