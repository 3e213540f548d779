// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.PayloadRecords.DecodedRecords;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodedRecordsTest {

    private static DecodedRecords records(int read, Integer... leftOut) {
        var values = Collections.nCopies(read, new @Nullable Object[0]);
        return new DecodedRecords(values, List.of(leftOut));
    }

    @ParameterizedTest
    @CsvSource({"'', '1 2 3'", "0, '2 3 4'", "1, '1 3 4'", "'0 1 3', '3 5 6'", "3, '1 2 3'"})
    void shouldCountThoseThatWereLeftOut(String leftOut, String numbers) {
        var left = leftOut.isEmpty()
                ? new Integer[0]
                : List.of(leftOut.split(" ")).stream().map(Integer::valueOf).toArray(Integer[]::new);
        var records = records(3, left);

        assertThat(IntStream.range(0, 3).map(records::number).boxed().map(String::valueOf))
                .containsExactly(numbers.split(" "));
    }

    @Test
    void shouldKnowAnOnlyRecord() {
        assertThat(records(1).isOne()).isTrue();
        assertThat(records(1, 0).isOne()).isFalse();
        assertThat(records(2).isOne()).isFalse();
    }

    @SeededTest
    void shouldCountAsOneWhoCountsOneByOne(RandomValues random) {
        int all = random.between(1, 60);
        var left =
                IntStream.range(0, all).filter(i -> random.anyBoolean()).boxed().toArray(Integer[]::new);
        var read = IntStream.range(0, all)
                .filter(i -> !List.of(left).contains(i))
                .map(i -> i + 1)
                .toArray();
        var records = records(read.length, left);

        assertThat(IntStream.range(0, read.length).map(records::number)).containsExactly(box(read));
    }

    /** Every other line of a message is broken, and each of the others has to be named. */
    @Test
    @Timeout(30)
    void shouldCountThoseOfALongMessage() {
        var left = IntStream.range(0, 100_000).map(i -> 2 * i).boxed().toArray(Integer[]::new);
        var records = records(100_000, left);

        for (int i = 0; i < 100_000; i++) {
            assertThat(records.number(i)).isEqualTo(2 * i + 2);
        }
    }

    private static Integer[] box(int[] numbers) {
        return IntStream.of(numbers).boxed().toArray(Integer[]::new);
    }
}
