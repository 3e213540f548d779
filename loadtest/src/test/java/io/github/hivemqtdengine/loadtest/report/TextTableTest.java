// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void shouldLineUpTextLeftAndNumbersRight() {
        var table = new TextTable("Figures", "mode", "rate");
        table.add("bare broker", 12_345.67);
        table.add("extension", 0.987);

        assertThat(table).hasToString("""
                        Figures

                        | mode        | rate   |
                        | ----------- | ------ |
                        | bare broker | 12,346 |
                        | extension   |   0.99 |
                        """);
    }
}
