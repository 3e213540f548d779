package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LaneTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<DeadLetter> letters = new CopyOnWriteArrayList<>();
    private final Outcomes outcomes = new Outcomes(letters::add, EpochClock.SYSTEM);
    private final StopSignal stop = new StopSignal();
    private final SlowQueue queue = new SlowQueue();

    @Test
    void shouldKeepWhatABrokerThreadAppendsBehindItsEnd() throws Exception {
        var account = new RouteAccount("a", PipelineMetrics.NONE);
        account.receive();
        var lane = lane();
        lane.start();
        var offering =
                CompletableFuture.supplyAsync(() -> lane.enqueue(new QueuedMessage(account, message("a/x", "0"))));
        stop.stopWithin(Duration.ZERO);
        lane.join(Duration.ofSeconds(30));

        queue.goOn.countDown();

        assertThat(offering.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetterReason.STOPPED);
        assertThat(account.inFlight()).isZero();
    }

    /** Out of memory, for example. */
    @Test
    void shouldKeepWhatItHasTakenWhenTakingFails() {
        var account = new RouteAccount("a", PipelineMetrics.NONE);
        queue.goOn.countDown();
        queue.failingPolls = Set.of(3);
        var lane = lane();
        for (var payload : List.of("0", "1", "2")) {
            account.receive();
            lane.enqueue(new QueuedMessage(account, message("a/x", payload)));
        }

        lane.start();

        await().until(() -> account.inFlight() == 0);
        assertThat(letters)
                .hasSize(2)
                .allSatisfy(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.DEFECT))
                .allSatisfy(letter -> assertThat(letter.detail()).contains("scripted"));
        assertThat(account.stored()).as("the lane goes on").isEqualTo(1);
        stop.stopWithin(Duration.ZERO);
    }

    /** Its write may take longer than a stop waits. */
    @Test
    void shouldSayThatALaneIsLeftBehindWhoseLastWriteHasNoAnswer() throws Exception {
        var database = new ScriptedDatabase();
        var gate = database.shutGate();
        var account = new RouteAccount("a", PipelineMetrics.NONE);
        account.receive();
        queue.goOn.countDown();
        var lane = lane(database);
        lane.enqueue(new QueuedMessage(account, message("a/x", "0")));
        lane.start();
        await().until(() -> database.waitingAtGate.get() > 0);
        stop.stopWithin(Duration.ZERO);

        lane.join(Duration.ZERO);

        assertThat(log.lines())
                .containsExactly(
                        "WARN Lane \"lane\" did not stop in time: its last write is still waiting for the database");
        gate.countDown();
        lane.join(Duration.ofMinutes(1));
        assertThat(account.inFlight()).isZero();
        assertThat(log.lines()).hasSize(1);
    }

    private Lane lane() {
        return lane(new ScriptedDatabase());
    }

    private Lane lane(ScriptedDatabase database) {
        return SimulatedLane.lane(queue, SimulatedLane.pace(queue), database, outcomes, stop);
    }

    /** A queue in which appending takes as long as the test likes. */
    private static final class SlowQueue implements LaneQueue {

        private final LaneQueue queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        private final CountDownLatch goOn = new CountDownLatch(1);
        private Set<Integer> failingPolls = Set.of();
        private int polls;

        @Override
        public boolean hasRoomToSpare() {
            return true;
        }

        @Override
        public boolean offer(QueuedMessage message) {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return queue.offer(message);
        }

        @Override
        public @Nullable QueuedMessage poll() {
            if (failingPolls.contains(++polls)) {
                throw new AssertionError("scripted");
            }
            return queue.poll();
        }

        @Override
        public int depth() {
            return queue.depth();
        }

        @Override
        public void await(int messages, long bytes, long nanos) {
            queue.await(messages, bytes, nanos);
        }

        @Override
        public void wakeUp() {
            queue.wakeUp();
        }

        @Override
        public void giveRest(Outcomes outcomes) {
            queue.giveRest(outcomes);
        }
    }
}
