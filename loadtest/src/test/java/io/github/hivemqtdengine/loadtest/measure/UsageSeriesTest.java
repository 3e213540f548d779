// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UsageSeriesTest {

    private final UsageSeries series = new UsageSeries();

    @Test
    void shouldKeepEverySampleOfAShortRound() {
        IntStream.rangeClosed(1, UsageSeries.MOST).forEach(second -> add(second, 1.0, 100.0));

        assertThat(series.samples()).hasSize(UsageSeries.MOST);
        assertThat(series.samples().get(41)).isEqualTo(sample(42, 1.0, 100.0));
    }

    @Test
    void shouldJoinNeighboursOfALongRound() {
        IntStream.rangeClosed(1, 100_000).forEach(second -> add(second, second % 2 == 0 ? 3.0 : 1.0, (double) second));

        assertThat(series.samples()).hasSizeBetween(UsageSeries.MOST / 2, UsageSeries.MOST + 1);
        assertThat(series.samples().get(0)).isEqualTo(sample(64, 2.0, 64.0));
        assertThat(series.samples().get(1)).isEqualTo(sample(128, 2.0, 128.0));
        assertThat(series.samples().get(series.samples().size() - 1).second()).isEqualTo(100_000);
    }

    @Test
    void shouldLeaveOutWhatIsUnknownOfOneNeighbour() {
        IntStream.rangeClosed(1, UsageSeries.MOST + 1)
                .forEach(second -> add(second, second == 1 ? null : 2.0, second <= 4 ? null : 5.0));

        assertThat(series.samples().get(0)).isEqualTo(sample(2, 2.0, null));
        assertThat(series.samples().get(1)).isEqualTo(sample(4, 2.0, null));
        assertThat(series.samples().get(2)).isEqualTo(sample(6, 2.0, 5.0));
    }

    private void add(int second, @Nullable Double cores, @Nullable Double megabytes) {
        series.add(sample(second, cores, megabytes));
    }

    private static UsageSample sample(int second, @Nullable Double cores, @Nullable Double megabytes) {
        return new UsageSample(second, cores, null, null, megabytes, null, null);
    }
}
