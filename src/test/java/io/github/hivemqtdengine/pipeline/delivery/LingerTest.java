// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LingerTest {

    private static final long MILLI = 1_000_000;

    private long now = 5;
    private final BatchCollector.Linger linger = new BatchCollector.Linger(Duration.ofMillis(100), 50, () -> now);

    @Test
    void shouldBeATenthAfterAPause() {
        linger.begin(100_001, 0);

        assertThat(linger.left()).isEqualTo(10 * MILLI);
        now += 4 * MILLI;
        assertThat(linger.left()).isEqualTo(6 * MILLI);
    }

    @Test
    void shouldBeAFifthDuringTraffic() {
        linger.begin(100_001, 0);

        linger.begin(100_000, 0);

        assertThat(linger.left()).isEqualTo(20 * MILLI);
    }

    @Test
    void shouldBeShortAgainAfterAnotherPause() {
        linger.begin(0, 0);

        linger.begin(1_000_000, 0);

        assertThat(linger.left()).isEqualTo(10 * MILLI);
    }

    @Test
    void shouldBeWholeDuringABurst() {
        linger.begin(1_000_000, 0);

        assertThat(linger.extend(50)).isTrue();
        assertThat(linger.left()).isEqualTo(100 * MILLI);
        assertThat(linger.extend(50)).isFalse();
    }

    @Test
    void shouldGrowToAFifthIfFewMessagesCome() {
        linger.begin(1_000_000, 0);

        assertThat(linger.extend(1)).isTrue();
        assertThat(linger.left()).isEqualTo(20 * MILLI);
        assertThat(linger.extend(49)).isFalse();
        assertThat(linger.extend(50)).isTrue();
        assertThat(linger.left()).isEqualTo(100 * MILLI);
    }

    @Test
    void shouldBeLongerDuringSlowTrafficWhileWritesTakeLong() {
        linger.begin(0, 5 * MILLI);
        assertThat(linger.left()).isEqualTo(40 * MILLI);

        linger.begin(0, 50 * MILLI);
        assertThat(linger.left()).as("not longer than configured").isEqualTo(100 * MILLI);
    }

    @Test
    void shouldGrowToEightWritesAfterAPause() {
        linger.begin(1_000_000, 5 * MILLI);
        assertThat(linger.left()).isEqualTo(10 * MILLI);

        assertThat(linger.extend(1)).isTrue();
        assertThat(linger.left()).isEqualTo(40 * MILLI);
    }

    @Test
    void shouldNotGrowIfNothingComes() {
        linger.begin(1_000_000, 0);

        assertThat(linger.extend(0)).isFalse();
        assertThat(linger.left()).isEqualTo(10 * MILLI);
    }

    @Test
    void shouldBeNoneWhereNoneIsConfigured() {
        var none = new BatchCollector.Linger(Duration.ZERO, 50, () -> now);

        none.begin(1_000_000, 0);
        assertThat(none.left()).isZero();
        none.begin(0, 0);
        assertThat(none.left()).isZero();
        assertThat(none.extend(50)).isFalse();
    }
}
