package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {

    @Test
    void shouldBeTheValueInTheMiddle() {
        assertThat(Median.of(List.of(9, 1, 2), Integer::doubleValue)).isEqualTo(2);
    }

    @Test
    void shouldBeTheMeanOfTheTwoInTheMiddle() {
        assertThat(Median.of(List.of(100, 1, 4, 2), Integer::doubleValue)).isEqualTo(3);
    }

    @Test
    void shouldBeTheOnlyValue() {
        assertThat(Median.of(List.of("four"), String::length)).isEqualTo(4);
    }
}
