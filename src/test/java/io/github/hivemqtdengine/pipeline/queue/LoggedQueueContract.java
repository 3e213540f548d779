// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.pipeline.TestMessages.messageOfLine;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.RefusingLogs;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LogWindow.Shared;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a queue promises whose messages are in a log: what its memory has no room for is read from the disk, and another
 * process finds what is not committed.
 */
abstract class LoggedQueueContract extends LaneQueueContract {

    static final QueueSettings TEN = new QueueSettings(10, 1L << 20);
    static final SpoolSettings SMALL_SEGMENTS = new SpoolSettings(1L << 30, 0, 8_192);

    @TempDir
    Path folder;

    final List<Lost> losses = new ArrayList<>();
    final OpenGroups groups = new OpenGroups("line");
    final SpoolBypass bypass = new SpoolBypass(System::nanoTime, () -> true);
    /** Of the queue that was opened last, as the fields below it. */
    @SuppressWarnings("NullAway.Init") // open sets it
    RefusingLogs logs;

    long latestArrival;

    @SuppressWarnings("NullAway.Init") // open sets it
    private Spool spool;

    private @Nullable LaneQueue open;

    /** Returns a queue of the lane of this index on this log; nothing is recovered yet. */
    abstract LaneQueue create(int lane, MessageLog log, IntakeSettings settings, Shared shared, GroupSync groupSync);

    @Override
    final LaneQueue queue(QueueSettings memory) throws IOException {
        return open(Overflow.DROP_NEWEST, memory, SMALL_SEGMENTS);
    }

    @Override
    final LaneQueue queueWithoutLog() throws IOException {
        var queue = queue(MUCH);
        logs.answer = Status.DISK_SHORT;
        return queue;
    }

    /** Opens a queue as the next process does. */
    final LaneQueue open(Overflow overflow, QueueSettings memory, SpoolSettings settings) throws IOException {
        close();
        spool = Spool.open(folder, "layout", settings);
        logs = new RefusingLogs(spool);
        var log = logs.log("db", 1);
        var intake = new IntakeSettings(Durability.SPOOL, Acknowledge.ON_RECEIVE, overflow, memory);
        var shared = new Shared(accounts, groups, new OverflowLog("db"), bypass, losses::add);
        var queue = create(0, log, intake, shared, new GroupSync("sync", log));
        latestArrival = queue.recover();
        spool.reassign(message -> {}); // makes the new layout valid
        open = queue;
        return queue;
    }

    @AfterEach
    void close() {
        if (open != null) {
            open.close();
            spool.close();
        }
    }

    @Test
    void shouldReadFromDiskWhatMemoryHasNoRoomFor() throws Exception {
        var queue = queue(TEN);
        var offered = offer(queue, 0, 1_000);
        assertThat(queue.depth()).isEqualTo(1_000);
        assertThat(queue.hasRoomToSpare()).isFalse();

        var taken = take(queue, 1_000);

        assertThat(numbers(taken)).isEqualTo(range(0, 1_000));
        assertThat(taken).extracting(QueuedMessage::number).isSorted().doesNotContain(0L);
        assertThat(Set.copyOf(taken))
                .as("were in memory")
                .satisfies(all ->
                        assertThat(offered.stream().filter(all::contains)).hasSizeBetween(1, 10));
        assertThat(queue.poll()).isNull();
    }

    @Test
    void shouldHoldNoMoreBytesThanItsBound() throws Exception {
        var queue = queue(new QueueSettings(1_000, 10_000));
        var offered = IntStream.range(0, 100).mapToObj(i -> large(1_000)).toList();
        assertThat(offered).allMatch(queue::append);

        var taken = Set.copyOf(take(queue, 100));

        assertThat(taken).hasSize(100);
        assertThat(offered.stream().filter(taken::contains)).hasSizeBetween(1, 9);
    }

    @Test
    void shouldGoOnInMemoryBehindWhatWasRead() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 100);
        takeAll(queue);

        var later = offer(queue, 100, 105);

        assertThat(queue.hasRoomToSpare()).isTrue();
        assertThat(take(queue, 100)).isEqualTo(later);
    }

    /** The lane reads while others append. */
    @Test
    void shouldLoseNothingBetweenManyThreadsAndTheDisk() throws Exception {
        assertNothingIsLost(queue(TEN), 5_000);
    }

    @Test
    void shouldReadAgainWhatCouldNotBeRead() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 100);
        logs.isUnreadable = true;
        var inMemory = takeAll(queue);
        assertThat(queue.depth()).isEqualTo(100 - inMemory.size());

        logs.isUnreadable = false;

        assertThat(takeAll(queue)).isEqualTo(range(inMemory.size(), 100));
    }

    @Test
    void shouldAcknowledgeAtOnceWhatIsQueued() throws Exception {
        var queue = queue(TEN);

        assertThat(offer(queue, 0, 100, Stage.QUEUED)).allMatch(PendingAck::hasArrived);
    }

    @Test
    void shouldAcknowledgeWhatIsOnTheDisk() throws Exception {
        var queue = queue(TEN);

        var acks = offer(queue, 0, 100, Stage.ON_DISK);

        await().untilAsserted(() -> assertThat(acks).allMatch(PendingAck::hasArrived));
        assertThat(logs.syncs).hasPositiveValue();
    }

    @Test
    void shouldRefuseWhatMayNotBeOnTheDisk() throws Exception {
        var queue = queue(TEN);
        logs.isUnsyncable = true;
        var acks = offer(queue, 0, 100, Stage.ON_DISK);

        await().untilAsserted(() -> assertThat(acks).allMatch(PendingAck::isRefused));
        assertThatThrownBy(queue::sync).isInstanceOf(UncheckedIOException.class);
        assertThat(takeAll(queue)).isEqualTo(range(0, 100));
    }

    @Test
    void shouldAcknowledgeWhatIsCompletedAfterTheDiskHadIt() throws Exception {
        var queue = queue(TEN);
        var acks = offer(queue, 0, 100, Stage.COMPLETED);
        var taken = take(queue, 100);
        assertThat(acks).noneMatch(PendingAck::hasArrived);

        taken.subList(0, 60).forEach(QueuedMessage::complete);

        assertThat(acks.subList(0, 60)).allMatch(PendingAck::hasArrived);
        assertThat(acks.subList(60, 100)).noneMatch(PendingAck::hasArrived);
    }

    @Test
    void shouldLeaveTheNextProcessWhatIsNotCommitted() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 100);
        var taken = take(queue, 60);
        taken.forEach(QueuedMessage::complete);
        queue.commit(taken.subList(0, 20), true);
        queue.commit(taken.subList(20, 60), false);
        queue.end(outcomes);
        assertThat(letters).isEmpty();

        var next = queue(TEN);
        offer(next, 100, 110);

        assertThat(next.depth()).isEqualTo(90);
        assertThat(accounts.of("r").received()).isEqualTo(80);
        assertThat(latestArrival).isEqualTo(1_000_099);
        assertThat(takeAll(next)).isEqualTo(range(20, 110));
    }

    @Test
    void shouldCommitLaterWhatWasNotDurable() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 100);
        var taken = take(queue, 50);
        taken.forEach(QueuedMessage::complete);
        queue.commit(taken, false);
        queue.commit(List.of(), true);

        assertThat(takeAll(queue(TEN))).isEqualTo(range(50, 100));
    }

    @Test
    void shouldCommitNothingBehindAMessageThatIsNotCompleted() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 100);
        var taken = take(queue, 50);
        for (int number : range(0, 50)) {
            if (number != 30) {
                taken.get(number).complete();
            }
        }
        queue.commit(taken, true);

        assertThat(takeAll(queue(TEN))).isEqualTo(range(30, 100));
    }

    /** Its arrival is that of another time. */
    @Test
    void shouldNotTakeTheArrivalOfAReplayedMessageForTheLatest() throws Exception {
        var queue = queue(MUCH);
        offer(queue, 0, 1);
        queue.append(new QueuedMessage(
                accounts.of("r"), message("t", "1", 9_000_000L).asReplayed()));

        queue(MUCH);

        assertThat(latestArrival).isEqualTo(1_000_000);
    }

    @Test
    void shouldKeepGroupsInItsLaneUntilTheirMessagesAreCompleted() throws Exception {
        var queue = queue(TEN);
        for (int i = 0; i < 20; i++) {
            queue.append(new QueuedMessage(accounts.of("r"), messageOfLine("one", "t", Integer.toString(i), i)));
        }
        var next = queue(TEN);
        assertThat(groups.size()).isEqualTo(1);

        var taken = take(next, 20);
        taken.subList(0, 19).forEach(QueuedMessage::complete);
        assertThat(groups.size()).isEqualTo(1);
        taken.get(19).complete();

        assertThat(groups.size()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_ROOM", "DISK_SHORT", "FAILED"})
    void shouldKeepInMemoryWhatTheLogRefusesWhileTheLaneKeepsUp(Status refusal) throws Exception {
        var queue = queue(MUCH);
        offer(queue, 0, 10);
        logs.answer = refusal;
        var queuedAcks = offer(queue, 10, 20, Stage.QUEUED);
        var diskAcks = offer(queue, 20, 30, Stage.ON_DISK);
        logs.answer = Status.ACCEPTED;
        offer(queue, 30, 40);
        assertThat(queuedAcks).allMatch(PendingAck::hasArrived);
        assertThat(diskAcks).noneMatch(PendingAck::hasArrived);
        assertThat(bypass.messages()).isEqualTo(20);
        assertThat(bypass.isActive()).isTrue();

        var taken = take(queue, 40);
        taken.forEach(QueuedMessage::complete);
        queue.commit(taken, true);

        assertThat(numbers(taken)).isEqualTo(range(0, 40));
        assertThat(taken.subList(10, 30)).noneMatch(QueuedMessage::isLogged);
        assertThat(diskAcks).allMatch(PendingAck::hasArrived);
        assertThat(queue(MUCH).depth()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_ROOM", "DISK_SHORT", "FAILED"})
    void shouldRefuseWhatNeitherTheLogNorMemoryTakes(Status refusal) throws Exception {
        var queue = queue(TEN);
        logs.answer = refusal;
        offer(queue, 0, 10);
        var refused = queued(10);

        assertThat(queue.append(refused)).isFalse();

        assertThat(refused.hasMissedDisk()).isEqualTo(refusal != Status.NO_ROOM);
        assertThat(bypass.messages()).isEqualTo(10);
        assertThat(takeAll(queue)).isEqualTo(range(0, 10));
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_ROOM", "DISK_SHORT", "FAILED"})
    void shouldKeepNothingInMemoryThatIsNewerThanTheDisk(Status refusal) throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 100);
        take(queue, 50);
        logs.answer = refusal;

        assertThat(queue.append(queued(100))).isFalse();

        assertThat(takeAll(queue)).isEqualTo(range(50, 100));
        assertThat(bypass.messages()).isZero();
    }

    /** A replay deletes it as soon as it is accepted. */
    @Test
    void shouldTakeWhatItsSourceKeepsIntoTheLogOnly() throws Exception {
        var queue = queueWithoutLog();

        assertThat(queue.append(queued(0).markKeptElsewhere())).isFalse();

        assertThat(queue.depth()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Overflow.class)
    void shouldRefuseWhatIsTooLargeForTheLog(Overflow overflow) throws Exception {
        var queue = open(overflow, MUCH, new SpoolSettings(10_000, 0, 4_096));
        var ack = new PendingAck(Stage.QUEUED);
        var large = new QueuedMessage(accounts.of("r"), message("t", "0".repeat(20_000)), ack);

        assertThat(queue.append(large)).isFalse();

        assertThat(large.hasMissedDisk()).isFalse();
        assertThat(ack.hasArrived() || ack.isRefused()).as("left to the caller").isFalse();
        assertThat(bypass.messages()).isZero();
        offer(queue, 1, 2);
        assertThat(takeAll(queue)).containsExactly(1);
    }

    @Test
    void shouldHaveRoomAgainWhereMessagesAreCommitted() throws Exception {
        var queue = open(Overflow.DROP_NEWEST, TEN, new SpoolSettings(64 * 1_024, 0, 4_096));
        int accepted = 0;
        while (queue.append(queued(accepted))) {
            accepted++;
        }
        assertThat(accepted).isGreaterThan(100);

        var taken = take(queue, accepted);
        taken.forEach(QueuedMessage::complete);
        queue.commit(taken, true);

        offer(queue, accepted, accepted + 100);
        assertThat(takeAll(queue)).isEqualTo(range(accepted, accepted + 100));
    }

    @Test
    void shouldDropTheOldestThatAreOnlyOnDisk() throws Exception {
        var queue = open(Overflow.DROP_OLDEST, TEN, new SpoolSettings(64 * 1_024, 0, 4_096));

        var acks = offer(queue, 0, 5_000, Stage.COMPLETED);

        int dropped = Math.toIntExact(accounts.of("r").get(DropReason.OVERFLOW));
        assertThat(dropped).isBetween(3_000, 4_900);
        assertThat(queue.depth()).isEqualTo(5_000 - dropped);
        assertThat(acks.stream().filter(PendingAck::hasArrived)).hasSize(dropped);
        var taken = takeAll(queue);
        assertThat(taken).hasSize(5_000 - dropped).isSorted().doesNotHaveDuplicates();
        assertThat(taken).startsWith(range(0, 10).toArray(Integer[]::new));
        assertThat(taken).endsWith(range(4_900, 5_000).toArray(Integer[]::new));
        assertThat(taken).noneMatch(number -> acks.get(number).hasArrived());
        assertThat(losses).isEmpty();
    }

    /** Other lanes have filled the spool. */
    @Test
    void shouldDropNothingThatIsInMemory() throws Exception {
        var queue = open(Overflow.DROP_OLDEST, TEN, SMALL_SEGMENTS);
        offer(queue, 0, 10);
        logs.answer = Status.NO_ROOM;

        assertThat(queue.append(queued(10))).isFalse();

        assertThat(takeAll(queue)).isEqualTo(range(0, 10));
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_ROOM", "DISK_SHORT", "FAILED"})
    void shouldWithholdAcknowledgementsUntilThereIsRoom(Status refusal) throws Exception {
        var queue = open(Overflow.WITHHOLD_ACK, TEN, SMALL_SEGMENTS);
        offer(queue, 0, 10);
        logs.answer = refusal;
        assertThat(queue.append(queued(10))).as("without an acknowledgement").isFalse();
        var withheld = offer(queue, 10, 20, Stage.QUEUED);
        assertThat(queue.append(queued(20, new PendingAck(Stage.QUEUED))))
                .as("as many as fit into memory")
                .isFalse();
        assertThat(withheld).noneMatch(PendingAck::hasArrived);
        assertThat(queue.depth()).isEqualTo(20);
        assertThat(queue.hasRoomToSpare()).isFalse();

        logs.answer = Status.ACCEPTED;
        offer(queue, 20, 21);

        assertThat(withheld).allMatch(PendingAck::hasArrived);
        assertThat(takeAll(queue)).isEqualTo(range(0, 21));
    }

    /** Small messages would overtake large ones. */
    @Test
    void shouldWithholdWhatFollowsWhatIsWithheld() throws Exception {
        var queue = open(Overflow.WITHHOLD_ACK, TEN, new SpoolSettings(20_000, 0, 4_096));
        var first = new QueuedMessage(accounts.of("r"), message("t", "0".repeat(15_000)));
        assertThat(queue.append(first)).isTrue();
        offer(queue, 1, 10);
        var large = new QueuedMessage(accounts.of("r"), message("t", "0".repeat(15_000)), new PendingAck(Stage.QUEUED));
        assertThat(queue.append(large)).isTrue();

        var small = offer(queue, 11, 12, Stage.QUEUED);

        assertThat(small).noneMatch(PendingAck::hasArrived);
        var taken = take(queue, 10);
        taken.forEach(QueuedMessage::complete);
        queue.commit(taken, true);
        assertThat(small).allMatch(PendingAck::hasArrived);
        assertThat(takeAll(queue)).containsExactly(0, 11);
    }

    @Test
    void shouldSpoolWhatIsWithheldWhileTheLaneWaits() throws Exception {
        var queue = open(Overflow.WITHHOLD_ACK, TEN, SMALL_SEGMENTS);
        offer(queue, 0, 10);
        logs.answer = Status.NO_ROOM;
        var withheld = offer(queue, 10, 12, Stage.QUEUED);
        assertThat(takeAll(queue)).isEqualTo(range(0, 10));
        logs.answer = Status.ACCEPTED;

        queue.await(1, 1, 1);

        assertThat(withheld).allMatch(PendingAck::hasArrived);
        assertThat(takeAll(queue)).isEqualTo(range(10, 12));
    }

    @Test
    void shouldWithholdNoMoreBytesThanItsBound() throws Exception {
        var queue = open(Overflow.WITHHOLD_ACK, new QueueSettings(1_000, 10_000), SMALL_SEGMENTS);
        offer(queue, 0, 100); // the memory is full
        logs.answer = Status.NO_ROOM;

        int withheld = 0;
        while (queue.append(
                new QueuedMessage(accounts.of("r"), message("t", "0".repeat(1_000)), new PendingAck(Stage.QUEUED)))) {
            withheld++;
        }

        assertThat(withheld).isEqualTo(9);
    }

    @Test
    void shouldRefuseWhatIsWithheldAndNeverFits() throws Exception {
        var queue = open(Overflow.WITHHOLD_ACK, TEN, SMALL_SEGMENTS);
        offer(queue, 0, 10);
        logs.answer = Status.NO_ROOM;
        var withheld = offer(queue, 10, 12, Stage.QUEUED);
        logs.answer = Status.TOO_LARGE;

        queue.await(1, 1, 1);

        assertThat(withheld).allMatch(PendingAck::isRefused);
        assertThat(accounts.of("r").get(DropReason.OVERFLOW)).isEqualTo(2);
        assertThat(takeAll(queue)).isEqualTo(range(0, 10));
    }

    @Test
    void shouldRefuseAtTheStopWhatIsWithheld() throws Exception {
        var queue = open(Overflow.WITHHOLD_ACK, TEN, SMALL_SEGMENTS);
        offer(queue, 0, 10);
        logs.answer = Status.NO_ROOM;
        var withheld = offer(queue, 10, 12, Stage.QUEUED);

        queue.end(outcomes);

        assertThat(withheld).allMatch(PendingAck::isRefused);
        assertThat(accounts.of("r").get(DropReason.STOPPED)).isEqualTo(2);
        assertThat(letters).isEmpty();
        assertThat(queue.depth()).isEqualTo(10);
    }

    @Test
    void shouldLeaveTheNextProcessWhatComesBehindTheSeal() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 5);
        queue.seal();
        var acks = offer(queue, 5, 100, Stage.QUEUED);
        assertThat(acks).allMatch(PendingAck::hasArrived);

        assertThat(takeAll(queue)).as("the memory drains").isEqualTo(range(0, 5));

        queue.end(outcomes);
        assertThat(takeAll(queue(TEN))).isEqualTo(range(0, 100));
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldLoseNothingThatComesBehindTheSealWhileItReadsFromDisk() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 100);
        queue.seal();
        offer(queue, 100, 200);

        var taken = take(queue, 150);
        taken.forEach(QueuedMessage::complete);
        queue.commit(taken, true);

        assertThat(numbers(taken)).isEqualTo(range(0, taken.size()));
        assertThat(takeAll(queue(TEN))).isEqualTo(range(taken.size(), 200));
    }

    @Test
    void shouldTakeNothingIntoMemoryOnlyBehindTheSeal() throws Exception {
        var queue = queueWithoutLog();
        queue.seal();

        assertThat(queue.append(queued(0))).isFalse();
    }

    @Test
    void shouldGiveAwayAtTheStopWhatIsInNoLog() throws Exception {
        var queue = queue(MUCH);
        offer(queue, 0, 10);
        logs.answer = Status.DISK_SHORT;
        offer(queue, 10, 20);
        logs.answer = Status.ACCEPTED;
        offer(queue, 20, 30);

        queue.end(outcomes);

        assertThat(letters)
                .extracting(letter -> payload(letter.message().payload()))
                .isEqualTo(range(10, 20));
        assertThat(accounts.of("r").deadLettered()).isEqualTo(10);
        assertThat(queue.depth()).isEqualTo(20);
        var left = new ArrayList<>(range(0, 10));
        left.addAll(range(20, 30));
        assertThat(takeAll(queue(MUCH))).isEqualTo(left);
    }

    @Test
    void shouldTakeOnlyIntoTheLogWhatComesAfterTheEnd() throws Exception {
        var queue = open(Overflow.WITHHOLD_ACK, TEN, SMALL_SEGMENTS);
        queue.end(outcomes);
        assertThat(offer(queue, 0, 20, Stage.QUEUED)).allMatch(PendingAck::hasArrived);
        logs.answer = Status.NO_ROOM;
        assertThat(queue.append(queued(20).markKeptElsewhere())).isFalse();
        assertThat(offer(queue, 21, 22, Stage.QUEUED)).allMatch(PendingAck::hasArrived);

        assertThat(letters)
                .extracting(letter -> payload(letter.message().payload()))
                .containsExactly(21);
        assertThat(queue.depth()).isZero();
        assertThat(takeAll(queue(TEN))).isEqualTo(range(0, 20));
    }

    /** Squared, the number of these messages takes minutes. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGiveAwayWhatIsInNoLogInOnePass() throws Exception {
        int half = 100_000;
        var queue = open(Overflow.DROP_NEWEST, MUCH, SpoolSettings.DEFAULT);
        offer(queue, 0, half);
        logs.answer = Status.FAILED;
        offer(queue, half, 2 * half);
        var given = new AtomicInteger();
        var counting = new Outcomes(letter -> given.incrementAndGet() > 0, EpochClock.SYSTEM);

        queue.end(counting);
        queue.end(counting);

        assertThat(given).hasValue(half);
        assertThat(queue.depth()).isEqualTo(half);
    }

    @Test
    void shouldCountAndRefuseWhatIsDamagedOnDisk() throws Exception {
        var queue = queue(TEN);
        var acks = offer(queue, 0, 1_000, Stage.COMPLETED);
        var segments = segments();
        var damaged = segments.subList(3, segments.size() - 1);
        for (var segment : damaged) {
            flipByteInTheMiddle(segment);
        }

        var taken = takeAll(queue);

        assertThat(damaged).hasSizeGreaterThan(3);
        assertThat(taken).hasSize(1_000 - damaged.size()).isSorted().doesNotHaveDuplicates();
        assertThat(accounts.of("r").get(DropReason.DAMAGED)).isEqualTo(damaged.size());
        assertThat(range(0, 1_000).stream().filter(number -> acks.get(number).isRefused()))
                .hasSize(damaged.size())
                .doesNotContainAnyElementsOf(taken);
        assertThat(losses).hasSize(damaged.size());
        assertThat(queue.depth()).isZero();
        var later = offer(queue, 1_000, 1_005);
        assertThat(take(queue, 100)).as("from memory").isEqualTo(later);
    }

    @Test
    void shouldKnowTheRoutesOfWhatIsDroppedOrDamaged() throws Exception {
        var queue = open(Overflow.DROP_OLDEST, TEN, new SpoolSettings(64 * 1_024, 0, 4_096));
        for (int number : range(0, 3_000)) {
            assertThat(queue.append(queued(number % 3 == 0 ? "one third" : "r", number, null)))
                    .isTrue();
        }
        var segments = segments();
        flipByteInTheMiddle(segments.get(segments.size() - 2));

        var taken = takeAll(queue);

        var third = accounts.of("one third");
        assertThat(third.get(DropReason.OVERFLOW)).isBetween(500L, 990L);
        assertThat(third.get(DropReason.OVERFLOW) + third.get(DropReason.DAMAGED))
                .isEqualTo(
                        1_000 - taken.stream().filter(number -> number % 3 == 0).count());
        assertThat(third.get(DropReason.DAMAGED) + accounts.of("r").get(DropReason.DAMAGED))
                .isEqualTo(1);
        assertThat(queue.depth()).isZero();
    }

    @Test
    void shouldPassOverWhatIsDamagedBetweenTwoProcesses() throws Exception {
        var queue = queue(TEN);
        offer(queue, 0, 1_000);
        close();
        flipByteInTheMiddle(segments().get(2));

        var next = queue(TEN);

        assertThat(next.depth()).isEqualTo(999);
        assertThat(takeAll(next)).hasSize(999).isSorted();
        assertThat(losses).hasSize(1);
    }

    /** Whatever the log answers, messages come in order, none comes twice, and none is lost that was accepted. */
    @SeededTest(tries = 20)
    void shouldEqualAList(RandomValues random) throws Exception {
        var model = new QueueModel(this, random);
        for (int step = 0; step < 200; step++) {
            model.step();
        }
    }

    private List<Path> segments() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .toList();
        }
    }

    private static void flipByteInTheMiddle(Path file) throws IOException {
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }
}
