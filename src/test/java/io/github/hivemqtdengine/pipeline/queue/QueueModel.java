// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.testkit.RandomValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue with a log beside the list that it has to equal; one thread does everything, in an order of chance. */
final class QueueModel {

    private final LoggedQueueContract test;
    private final RandomValues random;
    private final Overflow overflow;
    private final QueueSettings memory;
    private LaneQueue queue;
    private int offered;
    private List<Integer> waiting = new ArrayList<>();
    private final List<QueuedMessage> taken = new ArrayList<>();
    /** Completed or not, in the order of their polls. */
    private final List<QueuedMessage> uncommitted = new ArrayList<>();

    private final Map<Integer, PendingAck> acks = new HashMap<>();
    private final Set<Integer> refusedByLog = new HashSet<>();

    QueueModel(LoggedQueueContract test, RandomValues random) throws IOException {
        this.test = test;
        this.random = random;
        this.overflow = random.oneOf(Overflow.DROP_NEWEST, Overflow.WITHHOLD_ACK);
        this.memory = new QueueSettings(random.between(1, 20), random.oneOf(2_000L, 1L << 20));
        this.queue = open();
    }

    private LaneQueue open() throws IOException {
        return test.open(overflow, memory, LoggedQueueContract.SMALL_SEGMENTS);
    }

    void step() throws IOException {
        switch (random.below(20)) {
            case 0, 1, 2 -> test.logs.answer = random.oneOf(Status.NO_ROOM, Status.DISK_SHORT, Status.FAILED);
            case 3, 4, 5 -> test.logs.answer = Status.ACCEPTED;
            case 6, 7 -> commit();
            case 8 -> restart();
            default -> {
                boolean isOffering = random.anyBoolean();
                for (int i = random.between(1, 30); i > 0; i--) {
                    if (isOffering) {
                        offer();
                    } else {
                        poll();
                    }
                }
            }
        }
        assertThat(queue.depth()).isEqualTo(waiting.size());
    }

    private void offer() {
        var stage = random.below(3) == 0 ? null : random.oneOf(Stage.QUEUED, Stage.COMPLETED);
        int number = offered++;
        var ack = stage == null ? null : new PendingAck(stage);
        if (queue.append(test.queued(number, ack))) {
            waiting.add(number);
            if (ack != null) {
                acks.put(number, ack);
            }
            if (test.logs.answer != Status.ACCEPTED) {
                refusedByLog.add(number);
            }
        }
    }

    private void poll() {
        var message = queue.poll();
        if (message == null && !waiting.isEmpty()) { // all that wait are withheld
            assertThat(refusedByLog).containsAll(waiting);
            test.logs.answer = Status.ACCEPTED;
            queue.await(1, 1, 1);
            message = queue.poll();
        }
        assertThat(numberOf(message)).isEqualTo(waiting.isEmpty() ? null : waiting.remove(0));
        if (message != null) {
            taken.add(message);
            uncommitted.add(message);
        }
    }

    private static @Nullable Integer numberOf(@Nullable QueuedMessage message) {
        return message == null
                ? null
                : LaneQueueContract.numbers(List.of(message)).get(0);
    }

    private void commit() {
        boolean isDurable = random.anyBoolean();
        taken.forEach(QueuedMessage::complete);
        assertThat(LaneQueueContract.numbers(taken))
                .allMatch(
                        number -> !acks.containsKey(number) || acks.get(number).hasArrived());
        queue.commit(taken, isDurable);
        taken.clear();
        if (isDurable) {
            uncommitted.clear();
        }
    }

    private void restart() throws IOException {
        queue.end(test.outcomes);
        var gone = new HashSet<>(test.letters.stream()
                .map(letter -> LaneQueueContract.payload(letter.message().payload()))
                .toList());
        waiting.stream()
                .filter(number -> acks.containsKey(number) && acks.get(number).isRefused())
                .forEach(gone::add);
        assertThat(refusedByLog).containsAll(gone);
        var left = new ArrayList<>(LaneQueueContract.numbers(
                uncommitted.stream().filter(QueuedMessage::isLogged).toList()));
        left.addAll(waiting);
        left.removeAll(gone);
        waiting = left;
        taken.clear();
        uncommitted.clear();
        acks.clear();
        test.letters.clear();
        queue = open();
    }
}
