// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void shouldAlignItsColumns() {
        var table = new TextTable(
                List.of(List.of("press", "cycles"), List.of("press0", "7"), List.of("a", "1042"), List.of("b", "")));

        assertThat(table).hasToString("press   cycles\npress0  7\na       1042\nb");
        assertThat(table.isEmpty()).isFalse();
    }
}
