// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.CapturedLog;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ArrivalClockTest {

    private static final long YEAR = 365L * 24 * 3_600 * 1_000_000;
    private static final long NOW = 56 * YEAR;
    private static final long MINUTE = 60_000_000;

    private final AtomicLong system = new AtomicLong(NOW);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

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

    @Test
    void shouldFollowTheSystemThatStepsBackByMoreThanTheTolerance() {
        system.set(NOW + 10 * YEAR);
        var clock = new ArrivalClock(system::get);
        clock.micros();
        system.set(NOW);
        assertThat(clock.aheadMillis()).isEqualTo(10 * YEAR / 1_000);

        assertThat(List.of(clock.micros(), clock.micros())).containsExactly(NOW, NOW + 1);
        assertThat(clock.aheadMillis()).isZero();
        assertThat(clock.stepsBack()).isEqualTo(1);
        assertThat(log.lines()).singleElement().asString().startsWith("WARN System clock stepped back by PT87600H");
    }

    @Test
    void shouldGoOnBehindAnEarlierProcess() {
        assertThat(ArrivalClock.after(NOW + MINUTE, system::get).micros()).isEqualTo(NOW + MINUTE + 1);
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldForgiveAnEarlierProcessWhoseClockWasAhead() {
        var clock = ArrivalClock.after(NOW + 10 * YEAR, system::get);

        assertThat(clock.micros()).isEqualTo(NOW);
        assertThat(log.lines()).singleElement().asString().startsWith("WARN").contains("PT87600H", "2035-12-");
    }
}
