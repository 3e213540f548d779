package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyTest {

    @Test
    void shouldWeighEveryMessageTheSame() {
        var latency = Latency.ofMicros(Samples.of(1_000, 1_000, 1_000, 9_000));

        assertThat(latency).isEqualTo(new Latency(3.0, 1.0, 9.0, 9.0));
    }

    @Test
    void shouldTakePercentilesByNearestRank() {
        var latency = Latency.ofMicros(
                Samples.of(LongStream.rangeClosed(1, 200).map(i -> 201 - i).toArray()));

        assertThat(latency.median()).isEqualTo(0.100);
        assertThat(latency.p99()).isEqualTo(0.198);
        assertThat(latency.maximum()).isEqualTo(0.200);
    }

    @Test
    void shouldTakeEveryPercentileOfOneMessageFromThatMessage() {
        assertThat(Latency.ofMicros(Samples.of(1_500))).isEqualTo(new Latency(1.5, 1.5, 1.5, 1.5));
    }

    @Test
    void shouldBeNothingWithoutMessages() {
        assertThat(Latency.ofMicros(new Samples(10))).isEqualTo(new Latency(0, 0, 0, 0));
    }
}
