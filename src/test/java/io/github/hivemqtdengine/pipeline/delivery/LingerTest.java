package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LingerTest {

    private static final long MILLI = 1_000_000;

    private long now = 5;
    private final BatchCollector.Linger linger = new BatchCollector.Linger(Duration.ofMillis(100), () -> now);

    @Test
    void shouldBeATenthAfterAPause() {
        linger.begin(100_001);

        assertThat(linger.left()).isEqualTo(10 * MILLI);
        now += 4 * MILLI;
        assertThat(linger.left()).isEqualTo(6 * MILLI);
    }

    @Test
    void shouldBeWholeWhileTrafficGoesOn() {
        linger.begin(100_001);

        linger.begin(100_000);

        assertThat(linger.left()).isEqualTo(100 * MILLI);
    }

    @Test
    void shouldBeShortAgainAfterAnotherPause() {
        linger.begin(0);

        linger.begin(1_000_000);

        assertThat(linger.left()).isEqualTo(10 * MILLI);
    }

    @Test
    void shouldGrowOnceWithinABatch() {
        linger.begin(1_000_000);

        assertThat(linger.extend()).isTrue();
        assertThat(linger.left()).isEqualTo(100 * MILLI);
        assertThat(linger.extend()).isFalse();
    }

    @Test
    void shouldBeNoneWhereNoneIsConfigured() {
        var none = new BatchCollector.Linger(Duration.ZERO, () -> now);

        none.begin(1_000_000);
        assertThat(none.left()).isZero();
        none.begin(0);
        assertThat(none.left()).isZero();
        assertThat(none.extend()).isFalse();
    }
}
