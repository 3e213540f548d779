// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.pipeline.TestMessages.messageOfLine;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.LaneChoice.ByCost;
import io.github.hivemqtdengine.pipeline.LaneChoice.ByGroup;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.OpenGroups;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LaneByGroupTest {

    private final RouteAccount account = new RouteAccount("a", PipelineMetrics.NONE);
    private final Outcomes outcomes = new Outcomes(letter -> true, EpochClock.SYSTEM);
    private final SimulatedLane first = new SimulatedLane(new QueueSettings(10, 1_000_000), 1);
    private final SimulatedLane second = new SimulatedLane(new QueueSettings(10, 1_000_000), 1);
    private final OpenGroups groups = new OpenGroups("line");
    private final ByGroup choice = new ByGroup(groups, SimulatedLane.choice(List.of(first, second), 100, () -> 0));

    @Test
    void shouldKeepAGroupInItsLaneAsLongAsAMessageIsInFlightThere() {
        offer("one");
        first.measured(1_000_000_000);
        offer("one");
        completeOldest(first);
        offer("one");

        assertThat(first.messages()).isEqualTo(2);
        assertThat(second.messages()).isZero();
    }

    @Test
    void shouldPlaceAGroupAnewThatHasNothingInFlight() {
        offer("one");
        completeOldest(first);
        first.measured(1_000_000_000);

        offer("one");

        assertThat(second.messages()).isEqualTo(1);
    }

    @Test
    void shouldPlaceMessagesWithoutTheProperty() {
        assertThat(choice.enqueue(new QueuedMessage(account, message("a/x", "0"))))
                .isTrue();

        assertThat(waiting()).containsExactly(1, 0);
        assertThat(groups.size()).isZero();
    }

    @Test
    void shouldPlaceEachNewGroupWhereItIsStoredSoonest() {
        for (int i = 0; i < 12; i++) {
            offer("group " + i);
        }

        assertThat(waiting()).containsExactly(6, 6);
    }

    @Test
    void shouldMeasureALaneAgainWithOneNewGroupOfAHundred() {
        second.measured(1_000_000_000);

        for (int i = 0; i < 2 * ByCost.GROUPS_PER_MEASUREMENT - 1; i++) {
            offer("group " + i);
            first.poll();
        }
        assertThat(second.messages()).isZero();
        offer("the group to measure with");

        assertThat(second.messages()).isEqualTo(1);
    }

    @Test
    void shouldPlaceANewGroupInAnyLaneThatHasRoom() {
        second.measured(1_000_000_000);
        for (int i = 0; i < 20; i++) {
            offer("group " + i);
        }

        assertThat(waiting()).containsExactly(10, 10);
        assertThat(choice.enqueue(new QueuedMessage(account, messageOfLine("one more", "a/x", "0", 0))))
                .isFalse();
        assertThat(groups.size()).isEqualTo(20);
    }

    @Test
    void shouldRememberOnlyGroupsInFlight() {
        for (int i = 0; i < 20; i++) {
            offer("group " + i);
        }
        assertThat(groups.size()).isEqualTo(20);

        for (int i = 0; i < 10; i++) {
            completeOldest(first);
            completeOldest(second);
        }

        assertThat(groups.size()).isZero();
    }

    @Test
    void shouldDropRatherThanReorderAGroupWhoseLaneIsFull() {
        for (int i = 0; i < 10; i++) {
            offer("one");
        }

        assertThat(choice.enqueue(new QueuedMessage(account, messageOfLine("one", "a/x", "0", 0))))
                .isFalse();

        for (int i = 0; i < 10; i++) {
            completeOldest(first);
        }
        assertThat(groups.size()).isZero();
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void shouldForgetAGroupWhateverBecomesOfItsMessage(BiConsumer<Outcomes, QueuedMessage> outcome) {
        offer("one");
        assertThat(groups.size()).isEqualTo(1);

        outcome.accept(outcomes, Objects.requireNonNull(first.poll()));

        assertThat(groups.size()).isZero();
    }

    static List<BiConsumer<Outcomes, QueuedMessage>> outcomes() {
        return List.of(
                (outcomes, queued) -> outcomes.completeStored(
                        List.of(new MappedMessage(queued, TestRoute.arrivalRoute("a"), List.of())), 1),
                (outcomes, queued) -> outcomes.rejectUnmapped(
                        queued, new MappingException(DeadLetterReason.DECODE, "bad", OnError.DROP)),
                (outcomes, queued) -> outcomes.rejectUnmapped(
                        queued, new MappingException(DeadLetterReason.DECODE, "bad", OnError.DEAD_LETTER)),
                (outcomes, queued) -> outcomes.deadLetter(queued, DeadLetterReason.REJECTED, "refused"),
                Outcomes::rejectAfterStop);
    }

    /** Names are the clients' business, and as many as fit on the disk may be in flight. */
    @Test
    void shouldHaveNoMoreGroupsThanBuckets() {
        var big = new SimulatedLane(new QueueSettings(1_000_000, 1_000_000_000), 1);
        var spread = new ByGroup(groups, SimulatedLane.choice(List.of(big), 100, () -> 0));
        for (int i = 0; i < 200_000; i++) {
            assertThat(spread.enqueue(new QueuedMessage(account, messageOfLine("group " + i, "a/x", "0", 0))))
                    .isTrue();
            big.poll(); // it is in flight, and its name is nowhere else
        }

        assertThat(LiveObjects.count(OpenGroups.Group.class)).isLessThanOrEqualTo(LaneSettings.GROUP_BUCKETS);
        assertThat(groups.size())
                .isBetween(60_000, LaneSettings.GROUP_BUCKETS); // they are alive until here, and evenly spread
    }

    private void offer(String line) {
        assertThat(choice.enqueue(new QueuedMessage(account, messageOfLine(line, "a/x", "0", 0))))
                .isTrue();
    }

    private List<Integer> waiting() {
        return Stream.of(first, second).map(lane -> lane.messages()).toList();
    }

    private static void completeOldest(SimulatedLane lane) {
        Objects.requireNonNull(lane.poll()).complete();
    }
}
