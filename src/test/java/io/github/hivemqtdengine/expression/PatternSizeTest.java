// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSizeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "abc 3",
                "a{3} 3",
                "a{3}b{4} 7",
                "a{2,5} 5",
                "a{2,} 2",
                "a{0} 1",
                "(ab){10} 30",
                "((a{10}){10}){10} 1110",
                "[^]{9}a] 1",
                "[[:alpha:]{9}]{3} 3",
                "\\{9} 3",
                "\\Q(a{9}\\E{2} 6",
                "\\p{Greek}{3} 3",
                "\\x{10}{3} 3",
                "a{,3} 5",
                "a|b* 4",
                "ab(?i){5} 6",
                "(?i:ab){5} 30",
                "ab\\Q\\E{5} 6",
            })
    void shouldCountWhatIsWrittenOut(String pattern, long parts) {
        assertThat(PatternSize.of(pattern)).isEqualTo(parts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(((a{1000}){1,1000}){50,})", "((((((a{1000}){1000}){1000}){1000}){1000}){1000}){1000}"})
    void shouldCountUpToMuch(String pattern) {
        assertThat(PatternSize.of(pattern)).isGreaterThan(1_000_000).isLessThanOrEqualTo(1_000_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\\", "[", "[^", "[[:", "(", ")", ")))", "{", "{3}", "a{3", "\\Q", "\\p{", "\\x{", "[\\"})
    void shouldEndWithWhatCanNotBeRead(String pattern) {
        assertThat(PatternSize.of(pattern)).isBetween(0L, 10L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[^@]{1,255}@[a-z0-9.]{1,255}[.][a-z]{2,63}", "[0-9a-f]{64}[0-9a-f]{64}[0-9a-f]{64}[0-9a-f]{64}"
            })
    void shouldLetOrdinaryPatternsBe(String pattern) {
        assertThat(Expression.parse("matches('x', '" + pattern + "')")).isNotNull();
    }
}
