// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every queue of a lane promises, whether its messages are in a log or not. Payloads are numbers from 0. */
abstract class LaneQueueContract {

    static final QueueSettings MUCH = new QueueSettings(1_000_000, 1L << 30);
    private static final long LONG_WAIT = Duration.ofMinutes(1).toNanos();

    /** From JDK 25 on the common pool of a machine with two cores has a single thread. */
    private static final Executor NEW_THREAD = task -> new Thread(task).start();

    final Accounts accounts = new Accounts(PipelineMetrics.NONE);
    final List<DeadLetter> letters = new CopyOnWriteArrayList<>();
    final Outcomes outcomes = new Outcomes(letters::add, EpochClock.SYSTEM);

    /** Returns a new queue with these bounds of its memory. */
    abstract LaneQueue queue(QueueSettings memory) throws IOException;

    /** Returns a new queue whose messages are in no log. */
    LaneQueue queueWithoutLog() throws IOException {
        return queue(MUCH);
    }

    @Test
    void shouldGiveBackInOrder() throws Exception {
        var queue = queue(MUCH);
        offer(queue, 0, 10);

        assertThat(queue.depth()).isEqualTo(10);
        assertThat(takeAll(queue)).isEqualTo(range(0, 10));
        assertThat(queue.depth()).isZero();
        assertThat(queue.poll()).isNull();
    }

    @Test
    void shouldTakeAMessageThatIsLargerThanItsBound() throws Exception {
        var queue = queue(new QueueSettings(1_000, 1_000));

        assertThat(queue.append(large(5_000))).isTrue();
        assertThat(queue.poll()).isNotNull();
    }

    @Test
    void shouldHaveRoomToSpareUntilItIsHalfFull() throws Exception {
        var queue = queue(new QueueSettings(10, 1L << 20));
        offer(queue, 0, 5);
        assertThat(queue.hasRoomToSpare()).isTrue();

        offer(queue, 5, 6);

        assertThat(queue.hasRoomToSpare()).isFalse();
        queue.poll();
        assertThat(queue.hasRoomToSpare()).isTrue();
    }

    @Test
    void shouldHaveRoomToSpareUntilHalfOfItsBytesAreUsed() throws Exception {
        var queue = queue(new QueueSettings(1_000, 10_000));
        queue.append(large(4_000));
        assertThat(queue.hasRoomToSpare()).isTrue();

        queue.append(large(4_000));

        assertThat(queue.hasRoomToSpare()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void shouldAcknowledgeWhatIsCompleted(Stage stage) throws Exception {
        var queue = queueWithoutLog();
        var ack = new PendingAck(stage);
        queue.append(queued(0, ack));
        if (stage != Stage.QUEUED) {
            assertThat(ack.hasArrived()).isFalse();
        }

        var taken = Objects.requireNonNull(queue.poll());
        taken.completeIntake(); // a queue in memory leaves that to its caller
        taken.complete();

        assertThat(ack.hasArrived()).isTrue();
    }

    @Test
    void shouldWakeUpAtTheWantedDepth() throws Exception {
        var queue = queue(MUCH);
        var woken = CompletableFuture.supplyAsync(() -> awaitAll(queue, 3), NEW_THREAD);

        offer(queue, 0, 3);

        assertThat(woken.get(30, TimeUnit.SECONDS)).isEqualTo(range(0, 3));
    }

    @Test
    void shouldWakeUpAtTheWantedBytes() throws Exception {
        var queue = queue(MUCH);
        var woken = CompletableFuture.runAsync(() -> queue.await(1_000, 2_000, LONG_WAIT), NEW_THREAD);

        queue.append(large(2_000));

        assertThat(woken).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shouldWakeUpBeforeItIsFull() throws Exception {
        var queue = queue(new QueueSettings(10, 1_000_000));
        var woken = CompletableFuture.runAsync(() -> queue.await(1_000, 1_000_000, LONG_WAIT), NEW_THREAD);

        offer(queue, 0, 5);

        assertThat(woken).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shouldWakeUpWhenItIsTold() throws Exception {
        var queue = queue(MUCH);
        var woken = CompletableFuture.runAsync(() -> queue.await(1_000, 1_000_000, LONG_WAIT), NEW_THREAD);

        while (!woken.isDone()) { // it may not wait yet
            queue.wakeUp();
            Thread.onSpinWait();
        }

        assertThat(woken).isCompleted();
    }

    @Test
    void shouldNotWaitForWhatIsThere() throws Exception {
        var queue = queue(MUCH);
        offer(queue, 0, 1);

        assertThat(awaitAll(queue, 1)).containsExactly(0);
    }

    @Test
    void shouldLoseNothingBetweenManyThreads() throws Exception {
        assertNothingIsLost(queue(MUCH), 10_000);
    }

    /** @param each messages of each of four threads */
    final void assertNothingIsLost(LaneQueue queue, int each) throws Exception {
        var taken = CompletableFuture.supplyAsync(() -> awaitAll(queue, 4 * each), NEW_THREAD);
        var offering = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> IntStream.range(thread * each, (thread + 1) * each)
                                .forEach(number -> queue.append(queued(number))),
                        NEW_THREAD))
                .toArray(CompletableFuture[]::new);

        CompletableFuture.allOf(offering).get(60, TimeUnit.SECONDS);

        var all = taken.get(60, TimeUnit.SECONDS);
        for (int thread = 0; thread < 4; thread++) {
            int first = thread * each;
            assertThat(all.stream().filter(number -> number / each == first / each))
                    .isEqualTo(range(first, first + each));
        }
    }

    @Test
    void shouldMakeDeadLettersOfWhatIsInNoLog() throws Exception {
        var queue = queueWithoutLog();
        var ack = new PendingAck(Stage.COMPLETED);
        queue.append(queued(0, ack));
        offer(queue, 1, 3);

        queue.end(outcomes);
        queue.end(outcomes);

        assertThat(letters)
                .extracting(letter -> payload(letter.message().payload()))
                .containsExactly(0, 1, 2);
        assertThat(letters).extracting(DeadLetter::reason).containsOnly(DeadLetterReason.STOPPED);
        assertThat(queue.depth()).isZero();
        assertThat(queue.poll()).isNull();
        assertThat(ack.hasArrived()).isTrue();
    }

    /** A slow thread may append while the pipeline closes. */
    @ParameterizedTest
    @EnumSource(Stage.class)
    void shouldMakeADeadLetterOfWhatComesAfterTheEnd(Stage stage) throws Exception {
        var queue = queueWithoutLog();
        queue.end(outcomes);
        var ack = new PendingAck(stage);
        var late = queued(0, ack);

        assertThat(queue.append(late)).isTrue();

        late.completeIntake(); // a queue in memory leaves that to its caller
        assertThat(letters).extracting(DeadLetter::reason).containsExactly(DeadLetterReason.STOPPED);
        assertThat(ack.hasArrived()).isTrue();
        assertThat(queue.depth()).isZero();
    }

    /** A lane that did not stop in time takes messages while the rest is given away. */
    @Test
    void shouldLeaveALaneWhatItHasTaken() throws Exception {
        var queue = queueWithoutLog();
        offer(queue, 0, 3);
        var ofLane = new ArrayList<QueuedMessage>();
        var inLane = new Outcomes(letter -> true, EpochClock.SYSTEM);
        var whileGiving = new Outcomes(
                letter -> {
                    letters.add(letter);
                    for (var taken = queue.poll(); taken != null; taken = queue.poll()) {
                        inLane.deadLetter(taken, DeadLetterReason.DEFECT, "scripted");
                        ofLane.add(taken);
                    }
                    return true;
                },
                EpochClock.SYSTEM);

        queue.end(whileGiving);

        assertThat(ofLane).allMatch(QueuedMessage::isUnsynced);
        assertThat(letters.size() + ofLane.size()).isEqualTo(3);
        assertThat(queue.depth()).isZero();
    }

    final QueuedMessage queued(int number) {
        return queued(number, null);
    }

    final QueuedMessage queued(int number, @Nullable PendingAck ack) {
        return queued("r", number, ack);
    }

    final QueuedMessage queued(String routeId, int number, @Nullable PendingAck ack) {
        var message = message("t", Integer.toString(number), 1_000_000L + number);
        return new QueuedMessage(accounts.of(routeId), message, ack);
    }

    /** A message of number 0 with this many bytes of payload. */
    final QueuedMessage large(int bytes) {
        return new QueuedMessage(accounts.of("r"), message("t", "0".repeat(bytes)));
    }

    /** Offers messages of these numbers, which the queue has to accept. */
    final List<QueuedMessage> offer(LaneQueue queue, int from, int to) {
        var messages = IntStream.range(from, to).mapToObj(this::queued).toList();
        assertThat(messages).allMatch(queue::append);
        return messages;
    }

    /** Offers messages of these numbers, which the queue has to accept, and returns their acknowledgements. */
    final List<PendingAck> offer(LaneQueue queue, int from, int to, Stage stage) {
        return IntStream.range(from, to)
                .mapToObj(number -> {
                    var ack = new PendingAck(stage);
                    assertThat(queue.append(queued(number, ack))).isTrue();
                    return ack;
                })
                .toList();
    }

    static List<Integer> takeAll(LaneQueue queue) {
        return numbers(take(queue, Integer.MAX_VALUE));
    }

    /** Takes this many messages, or all if there are fewer. */
    static List<QueuedMessage> take(LaneQueue queue, int count) {
        var taken = new ArrayList<QueuedMessage>();
        for (var message = queue.poll(); message != null; message = taken.size() < count ? queue.poll() : null) {
            taken.add(message);
        }
        return taken;
    }

    static List<Integer> numbers(List<QueuedMessage> messages) {
        return messages.stream()
                .map(message -> payload(message.message().payload()))
                .toList();
    }

    static int payload(byte[] payload) {
        return Integer.parseInt(new String(payload, StandardCharsets.UTF_8));
    }

    static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    private static List<Integer> awaitAll(LaneQueue queue, int count) {
        var taken = new ArrayList<Integer>();
        while (taken.size() < count) {
            queue.await(count - taken.size(), Long.MAX_VALUE, LONG_WAIT);
            taken.addAll(takeAll(queue));
        }
        return taken;
    }
}
