package io.github.hivemqtdengine.pipeline.queue;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.time.EpochClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryQueueTest {

    /** From JDK 25 on the common pool of a machine with two cores has a single thread. */
    private static final Executor NEW_THREAD = task -> new Thread(task).start();

    private static final long LONG_WAIT = Duration.ofMinutes(1).toNanos();

    private final RouteAccount account = new RouteAccount("r", PipelineMetrics.NONE);

    @Test
    void shouldGiveBackInOrder() {
        var queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        for (int i = 0; i < 10; i++) {
            assertThat(queue.offer(queued("m" + i))).isTrue();
        }

        for (int i = 0; i < 10; i++) {
            assertThat(payloadOf(queue.poll())).isEqualTo("m" + i);
        }
        assertThat(queue.poll()).isNull();
    }

    @Test
    void shouldRefuseMoreMessagesThanItsBound() {
        var queue = new MemoryQueue(new QueueSettings(2, 1_000_000));

        assertThat(queue.offer(queued("a"))).isTrue();
        assertThat(queue.offer(queued("b"))).isTrue();
        assertThat(queue.offer(queued("c"))).isFalse();

        queue.poll();
        assertThat(queue.offer(queued("d"))).isTrue();
    }

    @Test
    void shouldRefuseMoreBytesThanItsBound() {
        var queue = new MemoryQueue(new QueueSettings(1_000, 1_000));

        assertThat(queue.offer(queued("x".repeat(500)))).isTrue();
        assertThat(queue.offer(queued("x".repeat(500)))).isTrue();
        assertThat(queue.offer(queued("x"))).isFalse();

        queue.poll();
        assertThat(queue.offer(queued("x".repeat(500)))).isTrue();
    }

    @Test
    void shouldTakeAMessageThatIsLargerThanItsBound() {
        var queue = new MemoryQueue(new QueueSettings(1_000, 1_000));

        assertThat(queue.offer(queued("x".repeat(5_000)))).isTrue();
        assertThat(queue.offer(queued("x"))).isFalse();
    }

    @Test
    void shouldWakeUpAtTheWantedDepth() throws Exception {
        var queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        var woken = CompletableFuture.supplyAsync(() -> takeAll(queue, 3));

        queue.offer(queued("a"));
        queue.offer(queued("b"));
        queue.offer(queued("c"));

        assertThat(woken.get(30, TimeUnit.SECONDS)).containsExactly("a", "b", "c");
    }

    @Test
    void shouldWakeUpAtTheWantedBytes() throws Exception {
        var queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        var woken = CompletableFuture.runAsync(() -> queue.await(1_000, 2_000, LONG_WAIT));

        queue.offer(queued("x".repeat(2_000)));

        assertThat(woken).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shouldWakeUpBeforeItIsFull() throws Exception {
        var queue = new MemoryQueue(new QueueSettings(10, 1_000_000));
        var woken = CompletableFuture.runAsync(() -> queue.await(1_000, 1_000_000, LONG_WAIT));

        for (int i = 0; i < 5; i++) {
            assertThat(queue.offer(queued("x"))).isTrue();
        }

        assertThat(woken).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shouldNotWaitForWhatIsThere() {
        var queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        queue.offer(queued("a"));

        assertThat(takeAll(queue, 1)).containsExactly("a");
    }

    @Test
    void shouldLoseNothingBetweenManyThreads() throws Exception {
        var queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        var taken = CompletableFuture.supplyAsync(() -> takeAll(queue, 40_000), NEW_THREAD);
        var producers = new ArrayList<CompletableFuture<Void>>();
        for (int producer = 0; producer < 4; producer++) {
            int number = producer;
            producers.add(CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < 10_000; i++) {
                            queue.offer(queued(number + ":" + i));
                        }
                    },
                    NEW_THREAD));
        }

        CompletableFuture.allOf(producers.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

        var all = taken.get(60, TimeUnit.SECONDS);
        assertThat(all).hasSize(40_000).doesNotHaveDuplicates();
        for (int producer = 0; producer < 4; producer++) {
            var prefix = producer + ":";
            assertThat(all.stream().filter(m -> m.startsWith(prefix)).toList())
                    .isEqualTo(
                            IntStream.range(0, 10_000).mapToObj(i -> prefix + i).toList());
        }
    }

    /** Squared, the number of these messages takes minutes. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGiveAwayWhatIsInNoLogInOnePass() {
        int half = 200_000;
        var queue = new MemoryQueue(new QueueSettings(2 * half, Long.MAX_VALUE));
        var same = message("t", "m");
        for (int i = 1; i <= half; i++) {
            var logged = new QueuedMessage(account, same);
            logged.setNumber(i);
            queue.offer(logged);
        }
        for (int i = 0; i < half; i++) {
            queue.offer(new QueuedMessage(account, same));
        }
        var letters = new AtomicInteger();
        var outcomes = new Outcomes(letter -> letters.incrementAndGet() > 0, EpochClock.SYSTEM);

        queue.giveUnlogged(outcomes);
        queue.giveUnlogged(outcomes);

        assertThat(letters).hasValue(half);
        assertThat(queue.depth()).isEqualTo(half);
        assertThat(Objects.requireNonNull(queue.poll()).number()).isEqualTo(1);
    }

    /** A lane that did not stop in time takes messages while the rest is given away. */
    @Test
    void shouldLeaveALaneWhatItHasTaken() {
        var queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        var ofLane = new ArrayList<QueuedMessage>();
        var given = new ArrayList<String>();
        var inLane = new Outcomes(letter -> true, EpochClock.SYSTEM);
        var outcomes = new Outcomes(
                letter -> {
                    given.add(new String(letter.message().payload(), StandardCharsets.UTF_8));
                    for (var taken = queue.poll(); taken != null; taken = queue.poll()) {
                        inLane.deadLetter(taken, DeadLetterReason.DEFECT, "scripted");
                        ofLane.add(taken);
                    }
                    return true;
                },
                EpochClock.SYSTEM);
        queue.offer(queued("a"));
        queue.offer(queued("b"));
        queue.offer(queued("c"));

        queue.giveUnlogged(outcomes);

        assertThat(ofLane).allMatch(QueuedMessage::isUnsynced);
        assertThat(given.size() + ofLane.size()).isEqualTo(3);
        assertThat(queue.depth()).isZero();
    }

    private List<String> takeAll(MemoryQueue queue, int count) {
        var taken = new ArrayList<String>();
        while (taken.size() < count) {
            queue.await(count - taken.size(), Long.MAX_VALUE, LONG_WAIT);
            for (var message = queue.poll(); message != null; message = queue.poll()) {
                taken.add(payloadOf(message));
            }
        }
        return taken;
    }

    private QueuedMessage queued(String payload) {
        return new QueuedMessage(account, message("t", payload));
    }

    private static String payloadOf(@Nullable QueuedMessage message) {
        return new String(Objects.requireNonNull(message).message().payload(), StandardCharsets.UTF_8);
    }
}
