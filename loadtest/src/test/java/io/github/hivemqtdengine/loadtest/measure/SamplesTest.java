// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void shouldTakeMoreThanExpected() {
        var samples = new Samples(1);
        for (int i = 0; i < 100; i++) {
            samples.add(i);
        }

        assertThat(samples.size()).isEqualTo(100);
        assertThat(samples.stream().sum()).isEqualTo(4_950);
    }

    @Test
    void shouldMergeInOrder() {
        var merged = Samples.merge(List.of(Samples.of(3, 1), new Samples(5), Samples.of(2)));

        assertThat(merged.stream()).containsExactly(3L, 1L, 2L);
    }
}
