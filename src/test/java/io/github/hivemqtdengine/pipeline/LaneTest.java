// SPDX-License-Identifier: Apache-2.0
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
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector;
import io.github.hivemqtdengine.pipeline.delivery.BatchDelivery;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.Caution;
import io.github.hivemqtdengine.pipeline.delivery.DatabaseHealth;
import io.github.hivemqtdengine.pipeline.delivery.LaneWriter;
import io.github.hivemqtdengine.pipeline.delivery.MessageMapper;
import io.github.hivemqtdengine.pipeline.delivery.RetryState;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.pipeline.delivery.WriteLimit;
import io.github.hivemqtdengine.pipeline.delivery.WritePace;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LaneTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<DeadLetter> letters = new CopyOnWriteArrayList<>();
    private final Outcomes outcomes = new Outcomes(letters::add, EpochClock.SYSTEM);
    private final StopSignal stop = new StopSignal();
    private final LaneQueue queue = (LaneQueue)
            Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {LaneQueue.class}, new FailingQueue());
    private Set<Integer> failingPolls = Set.of();

    /** Out of memory, for example. */
    @Test
    void shouldKeepWhatItHasTakenWhenTakingFails() {
        var account = new RouteAccount("a", PipelineMetrics.NONE);
        failingPolls = Set.of(3);
        var lane = lane();
        for (var payload : List.of("0", "1", "2")) {
            account.receive();
            lane.queue().append(new QueuedMessage(account, message("a/x", payload)));
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
        var lane = lane(database);
        lane.queue().append(new QueuedMessage(account, message("a/x", "0")));
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
        var routes = RouteTable.of(List.of(TestRoute.arrivalRoute("a")));
        var pace = new WritePace(queue, BatchSettings.DEFAULT, database::longestWrite);
        var mapper = new MessageMapper(routes::route, lost -> {}, outcomes);
        var collector = new BatchCollector(queue, pace, mapper, Duration.ZERO, stop, new Caution());
        var limit = new WriteLimit("db", 1, stop);
        var writer = new LaneWriter(() -> database, limit, pace, new Caution(), System::nanoTime);
        var retries =
                new RetryState("db", RunningPipelines.QUICK, new DatabaseHealth("db"), stop, PipelineMetrics.NONE);
        var delivery = new BatchDelivery(writer, new TimestampAllocator(Set::of), retries, outcomes);
        return new Lane("lane", queue, pace, collector, delivery, outcomes, new Caution());
    }

    /** A queue from which the test lets polls fail. */
    private final class FailingQueue implements InvocationHandler {

        private final LaneQueue queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        private int polls;

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("poll") && failingPolls.contains(++polls)) {
                throw new AssertionError("scripted");
            }
            return method.invoke(queue, arguments);
        }
    }
}
