// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void shouldTakeTheMiddleOfAnOddNumber() {
        assertThat(Spread.of(List.of(9.0, 1.0, 3.0))).isEqualTo(new Spread(3, 1, 9, 2, 6));
    }

    @Test
    void shouldTakeTheMeanOfTheTwoInTheMiddleOfAnEvenNumber() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 8.0))).isEqualTo(new Spread(3, 1, 8, 1.75, 5));
    }

    @Test
    void shouldBeOneValueOfOneRound() {
        assertThat(Spread.of(List.of(5.0))).isEqualTo(new Spread(5, 5, 5, 5, 5));
    }

    @Test
    void shouldNotExistWithoutValues() {
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
