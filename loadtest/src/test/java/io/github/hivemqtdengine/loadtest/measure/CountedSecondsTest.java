// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CountedSecondsTest {

    @Test
    void shouldBeginWithTheFirstSecondThatHasAnEventAndEndWithTheLast() {
        assertThat(counted(0, 0, 0, 0, 5, 6, 0)).containsExactly(5L, 6L);
    }

    @Test
    void shouldCountAnEmptySecondBetweenOthers() {
        assertThat(counted(0, 0, 5, 0, 6)).containsExactly(5L, 0L, 6L);
    }

    @Test
    void shouldCutTheRampsFromTheFirstAndTheLastEventNotFromTheRun() {
        assertThat(counted(1, 2, 0, 0, 3, 4, 5, 6, 7, 0)).containsExactly(4L, 5L);
    }

    @Test
    void shouldNotCountEmptySecondsAtTheEdgesThatTheRampsLeave() {
        assertThat(counted(1, 1, 3, 0, 4, 0, 5)).containsExactly(4L);
    }

    @Test
    void shouldCountNothingWhereTheRampsMeetOrThereIsNothing() {
        assertThat(counted(1, 1, 3, 4)).isEmpty();
        assertThat(counted(0, 0)).isEmpty();
        assertThat(counted(5, 0, 3, 4)).isEmpty();
    }

    @Test
    void shouldTakeOnlyWholeSecondsOfARamp() {
        var counts = List.of(1L, 2L, 3L);
        var seconds = CountedSeconds.of(counts, Duration.ofMillis(1_999), Duration.ofMillis(999));
        assertThat(seconds.of(counts)).containsExactly(2L, 3L);
    }

    @Test
    void shouldTakeWhatThereIsOfAShorterList() {
        assertThat(new CountedSeconds(1, 3).of(List.of("a", "b"))).containsExactly("b");
        assertThat(new CountedSeconds(2, 3).of(List.of("a", "b"))).isEmpty();
    }

    private static List<Long> counted(int rampUp, int rampDown, long... counts) {
        var all = LongStream.of(counts).boxed().toList();
        return CountedSeconds.of(all, Duration.ofSeconds(rampUp), Duration.ofSeconds(rampDown))
                .of(all);
    }
}
