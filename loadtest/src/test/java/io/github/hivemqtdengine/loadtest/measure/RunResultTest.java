package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunResultTest {

    private static final long START = 5_000_000;

    @Test
    void shouldNotRoundItsRatesToWholeSeconds() {
        var sent = Samples.of(START + 1, START + 2, START + 3);
        var received = Samples.of(START + 500_000, START + 1_500_000, START + 400_000);
        var run = new RunResult(START, sent, START + 250_000, received, Samples.of(1, 1, 1));

        assertThat(run.deliveriesPerSecond()).isEqualTo(2);
        assertThat(run.publishedPerSecond()).isEqualTo(12);
    }

    @Test
    void shouldDeliverNothingWithoutSubscribers() {
        var run = new RunResult(START, Samples.of(START), START + 10, new Samples(0), new Samples(0));

        assertThat(run.deliveriesPerSecond()).isZero();
        assertThat(run.received().total()).isZero();
        assertThat(run.published().total()).isEqualTo(1);
    }
}
