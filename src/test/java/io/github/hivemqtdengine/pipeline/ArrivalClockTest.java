package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ArrivalClockTest {

    @Test
    void shouldTellTheSystemsTime() {
        assertThat(new ArrivalClock(() -> 42).micros()).isEqualTo(42);
    }

    @Test
    void shouldStampEqualMomentsDifferently() {
        var clock = new ArrivalClock(() -> 42);

        assertThat(List.of(clock.micros(), clock.micros(), clock.micros())).containsExactly(42L, 43L, 44L);
    }

    @Test
    void shouldNotStepBackWithTheSystem() {
        Queue<Long> times = new ArrayDeque<>(List.of(100L, 50L, 101L, 200L));
        var clock = new ArrivalClock(times::remove);

        assertThat(List.of(clock.micros(), clock.micros(), clock.micros(), clock.micros()))
                .containsExactly(100L, 101L, 102L, 200L);
    }
}
