// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivalTicksTest {

    private final AllocatedTimestamps.ArrivalTicks ticks = new AllocatedTimestamps.ArrivalTicks(10, Long.MIN_VALUE);

    @Test
    void shouldGiveATimeOnlyOnce() {
        assertThat(ticks.allocate("t", "a", 5)).isEqualTo(5);
        assertThat(ticks.allocate("t", "a", 5)).isEqualTo(6);
        assertThat(ticks.allocate("t", "a", 5)).isEqualTo(7);
        assertThat(ticks.allocate("t", "a", 20)).isEqualTo(20);
    }

    @Test
    void shouldTellSubtablesApart() {
        assertThat(ticks.allocate("t", "a", 5)).isEqualTo(5);
        assertThat(ticks.allocate("t", "b", 5)).isEqualTo(5);
        assertThat(ticks.allocate("u", "a", 5)).isEqualTo(5);
    }

    /** Rows of a subtable with 1,500 messages a second, in milliseconds, replaced each other once it had forgotten. */
    @Test
    void shouldNeverForgetASubtableThatRunsAheadOfTheClock() {
        for (int i = 0; i < 1_000; i++) {
            ticks.allocate("t", "busy", 5);
        }
        for (int i = 0; i < 1_000; i++) {
            ticks.allocate("t", "other" + i, 6);
        }

        assertThat(ticks.allocate("t", "busy", 7)).isEqualTo(1_005);
    }

    @Test
    void shouldKeepTheTimeOfWhatAnotherLaneBringsLate() {
        for (int tick = 0; tick < 5; tick++) {
            ticks.allocate("t", "a", tick * 10L);
        }

        assertThat(ticks.allocate("t", "a", 13)).isEqualTo(13);
        assertThat(ticks.allocate("t", "a", 20)).isEqualTo(21);
        assertThat(ticks.allocate("t", "a", 100)).isEqualTo(100);
    }

    @Test
    void shouldRatherMoveWhatComesVeryLateThanGiveATimeTwice() {
        for (int tick = 0; tick < 100; tick++) {
            ticks.allocate("t", "a", tick * 10L);
        }

        assertThat(ticks.allocate("t", "a", 20)).isEqualTo(991);
    }

    @Test
    void shouldGiveNoTimeTwiceWhateverComes() {
        var random = new Random(1);
        var taken = new HashSet<String>();
        for (int i = 0; i < 20_000; i++) {
            var subtable = "s" + random.nextInt(30);
            long wanted = Math.max(0L, i / 10L - (random.nextInt(10) == 0 ? random.nextInt(500) : 0));

            assertThat(taken.add(subtable + ":" + ticks.allocate("t", subtable, wanted)))
                    .isTrue();
        }
    }

    @Test
    void shouldHoldItsBytesAndGiveNoTimeTwiceWhateverClientsSend() {
        var bounded = new AllocatedTimestamps.ArrivalTicks(50_000, Long.MIN_VALUE);
        int subtables = 200_000;
        for (int i = 0; i < subtables; i++) {
            assertThat(bounded.allocate("t", "s".repeat(185) + i, 5)).isGreaterThanOrEqualTo(5);
        }

        assertThat(bounded.bytes())
                .isBetween(AllocatedTimestamps.ArrivalTicks.MAX_BYTES / 8, AllocatedTimestamps.ArrivalTicks.MAX_BYTES);
        assertThat(bounded.allocate("t", "s".repeat(185) + 0, 5)).isGreaterThan(5);
        assertThat(bounded.allocate("t", "s".repeat(185) + (subtables - 1), 5)).isGreaterThan(5);
    }
}
