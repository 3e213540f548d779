package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThroughputTest {

    private static final long START = 1_700_000_000_123_456L;
    private static final long SECOND = 1_000_000;

    @Test
    void shouldCountByWholeSecondsSinceTheStart() {
        var times = Samples.of(START, START + SECOND - 1, START + SECOND, START + 2 * SECOND + 5);

        assertThat(Throughput.of(START, times).perSecond()).containsExactly(2L, 1L, 1L);
    }

    @Test
    void shouldHalveTheAverageOfARunThatTouchesASecondSecond() {
        var times = new Samples(101);
        for (int i = 0; i <= 100; i++) {
            times.add(START + i * 10_000L);
        }

        var throughput = Throughput.of(START, times);

        assertThat(throughput.total()).isEqualTo(101);
        assertThat(throughput.maximum()).isEqualTo(100);
        assertThat(throughput.average()).isEqualTo(50.5);
    }

    @Test
    void shouldLeaveOutTheSecondsBeforeTheFirstMessageButNotThoseBetween() {
        var times = Samples.of(START + 3 * SECOND, START + 5 * SECOND);

        var throughput = Throughput.of(START, times);

        assertThat(throughput.perSecond()).containsExactly(1L, 0L, 1L);
        assertThat(throughput.average()).isEqualTo(2 / 3.0);
    }

    @Test
    void shouldBeNothingWithoutMessages() {
        var throughput = Throughput.of(START, new Samples(0));

        assertThat(throughput.perSecond()).isEmpty();
        assertThat(throughput.maximum()).isZero();
        assertThat(throughput.average()).isZero();
    }
}
