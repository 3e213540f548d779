// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongLogTest {

    @Test
    void shouldKeepEachNumberInEachOrderOfReading() {
        int size = 10 * LongLog.CHUNK + 7;
        var logs = IntStream.range(0, 3).mapToObj(i -> new LongLog()).toList();
        for (int i = 0; i < size; i++) {
            for (int log = 0; log < logs.size(); log++) {
                logs.get(log).add(value(log, i));
                assertThat(logs.get(log).get(Math.max(0, i - 2))).isEqualTo(value(log, Math.max(0, i - 2)));
            }
        }

        for (int i = 0; i < size; i++) {
            int apart = (int) (i * 7_919L % size);
            assertThat(logs.get(i % 3).get(i)).isEqualTo(value(i % 3, i));
            assertThat(logs.get(1).get(apart)).isEqualTo(value(1, apart));
        }
        assertThat(logs).allSatisfy(log -> assertThat(log.size()).isEqualTo(size));
        assertThatThrownBy(() -> logs.get(0).get(size)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static long value(int log, int index) {
        return Long.MAX_VALUE / 3 * log - index;
    }
}
