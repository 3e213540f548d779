package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodedRecordsTest {

    private static DecodedRecords records(int read, Integer... leftOut) {
        var values = Collections.nCopies(read, new @Nullable Object[0]);
        return new DecodedRecords(values, new TreeSet<>(List.of(leftOut)));
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
}
