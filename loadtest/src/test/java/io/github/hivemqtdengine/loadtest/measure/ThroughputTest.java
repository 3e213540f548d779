// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputTest {

    @Test
    void shouldHalveTheAverageOfARunThatTouchesASecondSecond() {
        var throughput = new Throughput(List.of(100L, 1L));

        assertThat(throughput.total()).isEqualTo(101);
        assertThat(throughput.maximum()).isEqualTo(100);
        assertThat(throughput.average()).isEqualTo(50.5);
    }

    @Test
    void shouldCountASecondInWhichNothingHappened() {
        assertThat(new Throughput(List.of(1L, 0L, 1L)).average()).isEqualTo(2 / 3.0);
    }

    @Test
    void shouldBeNothingWithoutMessages() {
        var throughput = new Throughput(List.of());

        assertThat(throughput.total()).isZero();
        assertThat(throughput.maximum()).isZero();
        assertThat(throughput.average()).isZero();
    }
}
