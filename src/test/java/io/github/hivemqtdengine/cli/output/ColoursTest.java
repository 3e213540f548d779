// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColoursTest {

    @Test
    void shouldColourWhatALineBeginsWith() {
        assertThat(List.of(
                        "ok    a",
                        "warn  b",
                        "fail  c",
                        "okay  7",
                        "conf/config.xml:7 <column>",
                        "Route meters: wants it",
                        "  goes to the dead letters (missing)",
                        ""))
                .map(Colours::of)
                .containsExactly(
                        "\u001b[32mok\u001b[0m    a",
                        "\u001b[33mwarn\u001b[0m  b",
                        "\u001b[31mfail\u001b[0m  c",
                        "okay  7",
                        "\u001b[31mconf/config.xml:7\u001b[0m <column>",
                        "\u001b[1mRoute meters\u001b[0m: wants it",
                        "\u001b[31m  goes to the dead letters\u001b[0m (missing)",
                        "");
    }
}
