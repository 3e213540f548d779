// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.LaneChoice.ByCost;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lanes that a test runs in its own time, with 200,000 messages a second, of which each lane can take nearly half. */
class LaneByCostTest {

    private static final int LANES = 4;
    private static final int GROUP = 100;
    private static final long STEP = 100_000;
    private static final int MESSAGES_PER_STEP = 20;
    private static final int STEPS_PER_SECOND = 10_000;
    private static final long QUICK = 10_000;

    private final RouteAccount account = new RouteAccount("a", PipelineMetrics.NONE);
    private final List<SimulatedLane> lanes = IntStream.range(0, LANES)
            .mapToObj(i -> new SimulatedLane(QueueSettings.of(Durability.MEMORY), QUICK))
            .toList();
    private final ByCost choice = choice(GROUP);
    private long now;

    @Test
    void shouldGiveLanesOfEqualSpeedTheirShares() {
        run(2 * STEPS_PER_SECOND);

        assertThat(lanes).allSatisfy(lane -> assertThat(lane.storedMeanwhile()).isBetween(60_000L, 140_000L));
    }

    @Test
    void shouldNotLetASlowLaneHoldTheOthersBack() {
        lanes.get(0).becomeSlow(10);
        run(STEPS_PER_SECOND);
        lanes.forEach(SimulatedLane::storedMeanwhile);

        run(STEPS_PER_SECOND);

        assertThat(lanes.get(0).storedMeanwhile()).as("the slow lane's part").isBetween(2_000L, 15_000L);
        assertThat(storedByOthers()).as("the others' part").isBetween(180_000L, 200_000L);
        assertThat(lanes).allSatisfy(lane -> assertThat(lane.messages()).isLessThan(3_000));
    }

    @Test
    void shouldSoonStopChoosingALaneWhoseDatabaseIsAway() {
        run(STEPS_PER_SECOND);
        lanes.get(0).goAway();
        run(STEPS_PER_SECOND / 20);
        int waiting = lanes.get(0).messages();
        assertThat(waiting).as("waiting after 50 ms").isLessThan(3_000);
        lanes.forEach(SimulatedLane::storedMeanwhile);

        run(STEPS_PER_SECOND);

        assertThat(lanes.get(0).messages()).as("waiting a second later").isLessThanOrEqualTo(waiting + GROUP);
        assertThat(storedByOthers()).isGreaterThan(190_000);
    }

    @Test
    void shouldTakeALaneBackWhoseDatabaseIsBack() {
        run(STEPS_PER_SECOND);
        lanes.get(0).goAway();
        run(STEPS_PER_SECOND);
        lanes.get(0).comeBack();
        run(STEPS_PER_SECOND / 10);
        lanes.forEach(SimulatedLane::storedMeanwhile);

        run(STEPS_PER_SECOND);

        assertThat(lanes.get(0).storedMeanwhile()).isGreaterThan(30_000);
    }

    @Test
    void shouldGiveALaneItsShareBackThatWasSlowAndBecomesQuick() {
        lanes.get(0).becomeSlow(1_000);
        run(3 * STEPS_PER_SECOND);
        lanes.get(0).storedMeanwhile();
        run(STEPS_PER_SECOND);
        assertThat(lanes.get(0).storedMeanwhile()).isLessThan(2_000);

        lanes.get(0).becomeQuick();
        run(3 * STEPS_PER_SECOND);
        lanes.get(0).storedMeanwhile();
        run(STEPS_PER_SECOND);

        assertThat(lanes.get(0).storedMeanwhile()).isGreaterThan(30_000);
    }

    @Test
    void shouldMeasureEachLaneAgainWithOneGroupOfAHundredInTurn() {
        lanes.get(3).measured(Long.MAX_VALUE / 1_000);

        var chosen = new ArrayList<Integer>();
        for (int i = 0; i < 2 * LANES * ByCost.GROUPS_PER_MEASUREMENT * GROUP; i++) {
            chosen.add(choice.next());
        }

        assertThat(chosen)
                .filteredOn(lane -> lane == 3)
                .as("messages of two groups")
                .hasSize(2 * GROUP);
    }

    @Test
    void shouldKeepMessagesTogetherThatFollowEachOther() {
        var groupsOfSeven = choice(7);
        var chosen = new HashSet<Integer>();

        for (int group = 0; group < 50; group++) {
            var together = new HashSet<Integer>();
            for (int i = 0; i < 7; i++) {
                int lane = groupsOfSeven.next();
                lanes.get(lane).append(new QueuedMessage(account, message("a/x", "0")));
                together.add(lane);
            }
            assertThat(together).hasSize(1);
            chosen.addAll(together);
        }

        assertThat(chosen).as("lanes of all groups").hasSize(LANES);
    }

    @Test
    void shouldDropNothingWhileAnyLaneHasRoom() {
        var small = IntStream.range(0, LANES)
                .mapToObj(i -> new SimulatedLane(new QueueSettings(10, 1_000_000), QUICK))
                .toList();
        var crowded = SimulatedLane.choice(small, GROUP, () -> now);

        for (int i = 0; i < 10 * LANES; i++) {
            assertThat(crowded.enqueue(new QueuedMessage(account, message("a/x", "0"))))
                    .isTrue();
        }
        assertThat(crowded.enqueue(new QueuedMessage(account, message("a/x", "0"))))
                .isFalse();
    }

    private ByCost choice(int groupSize) {
        return SimulatedLane.choice(lanes, groupSize, () -> now);
    }

    private void run(int steps) {
        var message = message("a/x", "0");
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < MESSAGES_PER_STEP; i++) {
                assertThat(choice.enqueue(new QueuedMessage(account, message))).isTrue();
            }
            now += STEP;
            lanes.forEach(lane -> lane.run(now));
        }
    }

    private long storedByOthers() {
        return lanes.stream().skip(1).mapToLong(SimulatedLane::storedMeanwhile).sum();
    }
}
