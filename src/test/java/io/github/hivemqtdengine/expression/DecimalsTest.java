// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {

    /** The documented syntax. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(?:[eE][+-]?[0-9]{1,9})?");

    private static final Pattern SHORT_WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

    private static final String CHARACTERS = "00112233456789+-..eE \t\n_xf,\0\u0661\uFF11\u00A0\u2003";

    @SeededTest
    void shouldAcceptExactlyTheSyntax(RandomValues random) throws ConversionException {
        for (int i = 0; i < 100; i++) {
            var text = IntStream.range(0, random.between(0, 12))
                    .mapToObj(at -> Character.toString(CHARACTERS.charAt(random.below(CHARACTERS.length()))))
                    .collect(Collectors.joining());

            compareWithTheSyntax(text);
        }
    }

    @SeededTest
    void shouldReadNumbersOfAnyLength(RandomValues random) throws ConversionException {
        var digits = random.anyBigInteger(random.oneOf(8, 32, 60, 64, 70, 900)).toString();
        var padding = random.oneOf("", " ", "\t\n");

        compareWithTheSyntax(padding + digits + padding);
        compareWithTheSyntax("+000" + digits);
        compareWithTheSyntax(digits + "." + digits.replace("-", ""));
    }

    private static void compareWithTheSyntax(String text) throws ConversionException {
        var stripped = text.strip();
        if (stripped.length() <= 400 && NUMBER.matcher(stripped).matches()) {
            assertThat(Decimals.decimal(text)).as(text).isEqualTo(new BigDecimal(stripped));
        } else {
            assertThatThrownBy(() -> Decimals.decimal(text)).as(text).hasMessageContaining("is not a number");
        }
        var expected =
                SHORT_WHOLE_NUMBER.matcher(stripped).matches() ? (Object) new BigDecimal(stripped).longValue() : text;
        assertThat(Decimals.digitsToLong(text)).as(text).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.", ".5", "-.5e+3", "+5", "007", "1e999999999", "1E-000000001", "0.0e0"})
    void shouldAcceptEveryFormOfANumber(String text) throws ConversionException {
        assertThat(Decimals.decimal(text)).isEqualTo(new BigDecimal(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "+", ".", "-.", ".e1", "1e", "1e+", "1e1.", "1e1234567890", "1 2", "1..2", "e1", "１", "1f"})
    void shouldRejectOtherText(String text) {
        assertThatThrownBy(() -> Decimals.decimal(text)).hasMessageContaining("is not a number");
        assertThat(Decimals.digitsToLong(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "999999999999999999, 999999999999999999",
        "-999999999999999999, -999999999999999999",
        "+42, 42",
        "-0, 0",
        "' 007\n', 7"
    })
    void shouldReadUpToEighteenDigitsAsLong(String text, long number) {
        assertThat(Decimals.digitsToLong(text)).isEqualTo(number);
    }

    @Test
    void shouldLeaveOtherValuesUnchanged() {
        assertThat(Decimals.digitsToLong("1000000000000000000")).isEqualTo("1000000000000000000");
        assertThat(Decimals.digitsToLong(true)).isEqualTo(true);
        assertThat(Decimals.digitsToLong(5L)).isEqualTo(5L);
    }
}
