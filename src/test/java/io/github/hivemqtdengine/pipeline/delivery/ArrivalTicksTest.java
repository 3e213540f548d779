// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivalTicksTest {

    private static final long A = 1;
    private static final long B = 2;

    private final AllocatedTimestamps.ArrivalTicks ticks = new AllocatedTimestamps.ArrivalTicks(10, Long.MIN_VALUE);

    @Test
    void shouldGiveATimeOnlyOnce() {
        assertThat(ticks.allocate(A, 5)).isEqualTo(5);
        assertThat(ticks.allocate(A, 5)).isEqualTo(6);
        assertThat(ticks.allocate(A, 5)).isEqualTo(7);
        assertThat(ticks.allocate(A, 20)).isEqualTo(20);
    }

    @Test
    void shouldTellSubtablesApart() {
        assertThat(ticks.allocate(A, 5)).isEqualTo(5);
        assertThat(ticks.allocate(B, 5)).isEqualTo(5);
    }

    /** Rows of a subtable with 1,500 messages a second, in milliseconds, replaced each other once it had forgotten. */
    @Test
    void shouldNeverForgetASubtableThatRunsAheadOfTheClock() {
        for (int i = 0; i < 1_000; i++) {
            ticks.allocate(A, 5);
        }
        for (int i = 0; i < 1_000; i++) {
            ticks.allocate(B + i, 6);
        }

        assertThat(ticks.allocate(A, 7)).isEqualTo(1_005);
    }

    @Test
    void shouldKeepTheTimeOfWhatAnotherLaneBringsLate() {
        for (int tick = 0; tick < 5; tick++) {
            ticks.allocate(A, tick * 10L);
        }

        assertThat(ticks.allocate(A, 13)).isEqualTo(13);
        assertThat(ticks.allocate(A, 20)).isEqualTo(21);
        assertThat(ticks.allocate(A, 100)).isEqualTo(100);
    }

    @Test
    void shouldRatherMoveWhatComesVeryLateThanGiveATimeTwice() {
        for (int tick = 0; tick < 100; tick++) {
            ticks.allocate(A, tick * 10L);
        }

        assertThat(ticks.allocate(A, 20)).isEqualTo(991);
    }

    @Test
    void shouldGiveNoTimeTwiceWhateverComes() {
        var random = new Random(1);
        var taken = new HashSet<String>();
        for (int i = 0; i < 20_000; i++) {
            long subtable = 1L + random.nextInt(30);
            long wanted = Math.max(0L, i / 10L - (random.nextInt(10) == 0 ? random.nextInt(500) : 0));

            assertThat(taken.add(subtable + ":" + ticks.allocate(subtable, wanted)))
                    .isTrue();
        }
    }

    @Test
    void shouldHoldAFewRunsAndGiveNoTimeTwiceWhateverClientsSend() {
        int capacity = 50_000;
        var bounded = new AllocatedTimestamps.ArrivalTicks(capacity, Long.MIN_VALUE);
        int subtables = 500_000;
        for (int subtable = 1; subtable <= subtables; subtable++) {
            assertThat(bounded.allocate(subtable, 5)).isGreaterThanOrEqualTo(5);
            assertThat(bounded.size()).isLessThanOrEqualTo(AllocatedTimestamps.ArrivalTicks.MAX_AHEAD + 2 * capacity);
        }

        assertThat(bounded.allocate(1, 5)).isGreaterThan(5);
        assertThat(bounded.allocate(subtables, 5)).isGreaterThan(5);
    }
}
