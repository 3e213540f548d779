// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.Pace.OpenLoop;
import io.github.hivemqtdengine.loadtest.scenario.Pace.Step;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateCurveTest {

    private static long[] perSecond(List<Step> steps, int seconds) {
        var curve = new RateCurve(steps);
        var counts = new long[seconds];
        LongStream.iterate(0, message -> message + 1)
                .map(curve::micros)
                .takeWhile(micros -> micros != Schedule.NEVER)
                .forEach(micros -> counts[(int) (micros / 1_000_000)]++);
        return counts;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 7, 100, 333, 2_000, 99_999})
    void shouldHaveExactlyTheRateInEverySecond(double rate) {
        var counts = perSecond(List.of(new Step(rate, rate, Duration.ofSeconds(3))), 3);

        assertThat(counts).containsOnly((long) rate);
    }

    @Test
    void shouldRampEvenly() {
        var counts = perSecond(List.of(new Step(0, 100, Duration.ofSeconds(10))), 10);

        assertThat(counts).containsExactly(5, 15, 25, 35, 45, 55, 65, 75, 85, 95);
    }

    @Test
    void shouldPauseAndBurst() {
        var steps = List.of(
                new Step(10, 10, Duration.ofSeconds(1)),
                new Step(0, 0, Duration.ofSeconds(2)),
                new Step(50, 50, Duration.ofSeconds(1)),
                new Step(10, 10, Duration.ofSeconds(1)));

        assertThat(perSecond(steps, 5)).containsExactly(10, 0, 0, 50, 10);
    }

    @Test
    void shouldSplitTheRateOverPublishers() {
        var pace = new OpenLoop(List.of(new Step(1_000, 1_000, Duration.ofSeconds(1))));

        var due = IntStream.range(0, 4)
                .mapToObj(publisher -> Schedule.of(pace, publisher, 4, 5_000_000))
                .flatMapToLong(schedule -> LongStream.range(0, 251).map(i -> schedule.dueMicros((int) i, 0)))
                .filter(micros -> micros != Schedule.NEVER)
                .sorted()
                .toArray();

        assertThat(due)
                .containsExactly(LongStream.range(0, 1_000)
                        .map(i -> 5_000_000 + i * 1_000)
                        .toArray());
    }
}
