// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencySeriesTest {

    /** Two latencies in each second that belong to it; none in each seventh second. */
    private static LatencySeries series(int from, int seconds) {
        var series = new LatencySeries();
        for (int second = from; second < seconds; second++) {
            if (second % 7 > 0) {
                series.add(second, second % 500);
                series.add(second, second % 500 + 1_000L);
            }
        }
        return series;
    }

    private static void assertEachSlot(LatencySeries series, int seconds, int times) {
        int length = LatencySeries.lengthFor(seconds);
        var slots = series.histograms(length).toList();
        assertThat(slots).hasSize((seconds + length - 1) / length).hasSizeLessThanOrEqualTo(LatencySeries.MOST);
        for (int slot = 0; slot < slots.size(); slot++) {
            var expected = new LatencyHistogram();
            for (int second = slot * length; second < Math.min(seconds, (slot + 1) * length); second++) {
                if (second % 7 > 0) {
                    expected.add(second % 500, times);
                    expected.add(second % 500 + 1_000L, times);
                }
            }
            assertThat(slots.get(slot).count()).isEqualTo(expected.count());
            assertThat(slots.get(slot).averageMillis()).isEqualTo(expected.averageMillis());
            assertThat(slots.get(slot).maximumMillis()).isEqualTo(expected.maximumMillis());
            assertThat(slots.get(slot).percentileMillis(50)).isEqualTo(expected.percentileMillis(50));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 2_000, 2_001, 2_002, 4_000, 4_001, 8_005})
    void shouldHaveTwiceAsLongSlotsRatherThanMoreOfThem(int seconds) throws Exception {
        var series = series(0, seconds);
        assertEachSlot(series, seconds, 1);

        var bytes = new ByteArrayOutputStream();
        series.write(new DataOutputStream(bytes));
        var copy = LatencySeries.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertEachSlot(copy, seconds, 1);

        copy.add(series(0, seconds / 2));
        copy.add(series(seconds / 2, seconds));
        assertEachSlot(copy, seconds, 2);
    }

    @Test
    void shouldSumTheSecondsOfARange() {
        assertThat(series(0, 100).between(10, 19).count()).isEqualTo(2 * (10 - 1));
        assertThat(series(0, 100).between(0, -1).count()).isZero();
        assertThat(series(0, 3_000).between(11, 2_999).count())
                .isEqualTo(series(10, 3_000).between(0, 2_999).count());
    }

    @Test
    void shouldKnowTheLatencyOfTheLastSecondsHoweverLongTheRunIs() {
        for (int seconds : List.of(20, 2_500, 5_001)) {
            var series = new LatencySeries();
            for (int second = 0; second < seconds; second++) {
                series.add(second, 7);
            }
            assertThat(series.recent(seconds - 1).count()).isEqualTo(6);
            assertThat(series.recent(seconds + 2).count()).isEqualTo(3);
            assertThat(series.recent(seconds + 9).count()).isZero();
        }
    }
}
