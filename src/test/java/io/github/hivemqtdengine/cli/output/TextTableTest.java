// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void shouldAlignNumbersToTheRightAndTextsToTheLeft() {
        assertThat(TextTable.lines(
                        List.of("route", "n", "unit"),
                        List.of(List.of("a", "1,000", "V"), List.of("long", "-2.5E-7", ""), List.of("b", "", "kW"))))
                .containsExactly("route        n  unit", "a        1,000  V", "long   -2.5E-7", "b               kW");
    }

    @Test
    void shouldKnowThatChineseCharactersAreWide() {
        assertThat(TextTable.lines(List.of("a", "b"), List.of(List.of("温度", "x"), List.of("abcd", "x"))))
                .containsExactly("a     b", "温度  x", "abcd  x");
    }

    @Test
    void shouldCutLongValuesBetweenCharacters() {
        assertThat(TextTable.lines(
                        List.of("a"), List.of(List.of("x".repeat(60_000)), List.of("😀".repeat(40)), List.of("a\nb"))))
                .containsExactly("a", "x".repeat(61) + "...", "😀".repeat(29) + "...", "a b");
    }

    @Test
    void shouldHaveAHeaderWithoutRows() {
        assertThat(TextTable.lines(List.of("a", "b"), List.of())).containsExactly("a  b");
    }
}
