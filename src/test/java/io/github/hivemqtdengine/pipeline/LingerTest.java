package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LingerTest {

    private static final long MILLI = 1_000_000;

    private long now = 5;
    private final Linger linger = new Linger(Duration.ofMillis(100), () -> now);

    @Test
    void shouldBeATenthAfterAPause() {
        linger.begin(100_001);

        assertThat(linger.left()).isEqualTo(10 * MILLI);
        now += 4 * MILLI;
        assertThat(linger.left()).isEqualTo(6 * MILLI);
    }

    @Test
    void shouldDoubleFromBatchToBatchWhileTrafficGoesOn() {
        linger.begin(100_001);

        for (int expected : new int[] {20, 40, 80, 100, 100}) {
            linger.begin(100_000);
            assertThat(linger.left()).isEqualTo(expected * MILLI);
        }
    }

    @Test
    void shouldBeShortAgainAfterAnotherPause() {
        for (int batch = 0; batch < 10; batch++) {
            linger.begin(0);
        }

        linger.begin(1_000_000);

        assertThat(linger.left()).isEqualTo(10 * MILLI);
    }

    @Test
    void shouldGrowWithinABatchUpToItsLimit() {
        linger.begin(1_000_000);

        for (int expected : new int[] {20, 40, 80, 100}) {
            assertThat(linger.extend()).isTrue();
            assertThat(linger.left()).isEqualTo(expected * MILLI);
        }
        assertThat(linger.extend()).isFalse();
    }

    @Test
    void shouldBeNoneWhereNoneIsConfigured() {
        var none = new Linger(Duration.ZERO, () -> now);

        none.begin(1_000_000);
        assertThat(none.left()).isZero();
        none.begin(0);
        assertThat(none.left()).isZero();
        assertThat(none.extend()).isFalse();
    }
}
