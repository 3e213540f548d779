// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SqlLiteralTest {

    static Stream<Arguments> literals() {
        return Stream.of(
                Arguments.of(Kind.BOOL, true, "true"),
                Arguments.of(Kind.BOOL, false, "false"),
                Arguments.of(Kind.TINYINT, -128L, "-128"),
                Arguments.of(Kind.BIGINT, Long.MIN_VALUE, "-9223372036854775808"),
                Arguments.of(Kind.BIGINT, Long.MAX_VALUE, "9223372036854775807"),
                Arguments.of(Kind.INT_UNSIGNED, 0L, "0"),
                Arguments.of(Kind.BIGINT_UNSIGNED, new BigInteger("18446744073709551615"), "18446744073709551615"),
                Arguments.of(Kind.FLOAT, 20.1f, "20.1"),
                Arguments.of(Kind.FLOAT, -Float.MAX_VALUE, "-3.4028234663852886E38"),
                Arguments.of(Kind.DOUBLE, 0.1, "0.1000"),
                Arguments.of(Kind.DOUBLE, -12.3456, "-12.3456"),
                Arguments.of(Kind.DOUBLE, -0.0, "-0.0"),
                Arguments.of(Kind.DOUBLE, 1e300, "1.0E300"),
                Arguments.of(Kind.DOUBLE, Double.MIN_NORMAL, "2.2250738585072014E-308"),
                Arguments.of(Kind.DOUBLE, Math.nextDown(Double.MIN_NORMAL), "'0x0.fffffffffffffp-1022'"),
                Arguments.of(Kind.DOUBLE, -Double.MIN_VALUE, "'-0x0.0000000000001p-1022'"),
                Arguments.of(Kind.FLOAT, Float.MIN_VALUE, "1.4E-45"),
                Arguments.of(Kind.DECIMAL, new BigDecimal("1E+3"), "1000"),
                Arguments.of(Kind.TIMESTAMP, 1_999L, "1"),
                Arguments.of(Kind.VARBINARY, new byte[] {0, 0x7F, (byte) 0xAB}, "'\\x007fab'"),
                Arguments.of(Kind.VARBINARY, new byte[0], "'\\x'"),
                Arguments.of(Kind.BLOB, new byte[] {0, (byte) 0xAB}, "'\\x00ab'"),
                Arguments.of(Kind.VARCHAR, "", "''"),
                Arguments.of(Kind.VARCHAR, "it's \\ \"x\" é漢😀", "'it\\'s \\\\ \"x\" é漢😀'"),
                Arguments.of(Kind.NCHAR, "\n", "'\n'"),
                Arguments.of(Kind.JSON, "{\"a\":\"\\\"\"}", "'{\"a\":\"\\\\\"\"}'"),
                Arguments.of(Kind.VARCHAR, null, "NULL"));
    }

    @ParameterizedTest
    @MethodSource("literals")
    void shouldWriteAValueOfEachType(Kind kind, @Nullable Object value, String literal) {
        assertThat(literal(kind, value)).isEqualTo(literal);
    }

    @Test
    void shouldKnowBeforehandWhichLiteralsAreTooLong() {
        var maxBytes = SqlLiteral.MAX_TEXT_BYTES - 2;
        Map.of("x", 1, "'", 2, "\\", 2, "é", 2, "漢", 3, "😀", 4).forEach((character, bytes) -> {
            var longest = "x".repeat(maxBytes % bytes) + character.repeat(maxBytes / bytes);
            assertThat(SqlLiteral.isTooLong(longest)).isFalse();
            assertThat(literal(Kind.VARCHAR, longest)).isNotEmpty();
            assertThat(SqlLiteral.isTooLong(longest + "x")).isTrue();
            assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.NCHAR, longest + "x"));
        });
        var longest = new byte[SqlLiteral.MAX_BINARY_BYTES];
        var tooLong = new byte[SqlLiteral.MAX_BINARY_BYTES + 1];
        assertThat(SqlLiteral.isTooLong(longest)).isFalse();
        assertThat(literal(Kind.VARBINARY, longest)).hasSize(SqlLiteral.MAX_TEXT_BYTES);
        assertThat(SqlLiteral.isTooLong(tooLong)).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARBINARY, tooLong));
        assertThat(SqlLiteral.isTooLong(null)).isFalse();
        assertThat(SqlLiteral.isTooLong(1L)).isFalse();
    }

    @Test
    void shouldRefuseWhatIsNoNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.DOUBLE, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.FLOAT, Float.NEGATIVE_INFINITY));
    }

    @Test
    void shouldRefuseTextThatTheServerWouldAlterOrNotTake() {
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARCHAR, "a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARCHAR, "\uDC00"));
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARCHAR, "a\uD83D"));
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARCHAR, "x".repeat(70_000)));
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARCHAR, "'".repeat(40_000)));
        assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARBINARY, new byte[40_000]));
    }

    @Test
    void shouldRefuseAValueOfAnotherType() {
        assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> literal(Kind.DOUBLE, 1L));
        assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> literal(Kind.VARCHAR, 1L));
    }

    @SeededTest
    void shouldKeepAnyTextInsideItsQuotes(RandomValues random) {
        var text = random.text(50);

        if (isUnicode(text) && text.indexOf(0) < 0) {
            assertThat(unquote(literal(Kind.VARCHAR, text))).isEqualTo(text);
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> literal(Kind.VARCHAR, text));
        }
    }

    @SeededTest
    void shouldWriteAnyDoubleExactly(RandomValues random) {
        double number = random.anyDouble();

        var literal = literal(Kind.DOUBLE, number);
        assertThat(Double.parseDouble(literal.replace("'", ""))).isEqualTo(number);
    }

    @SeededTest
    void shouldWriteADoubleOfFewDecimalsExactly(RandomValues random) {
        double rounded = random.between(-100_000_000, 100_000_000) / 100.0;

        assertThat(Double.parseDouble(literal(Kind.DOUBLE, rounded))).isEqualTo(rounded);
    }

    @SeededTest
    void shouldWriteAnyLong(RandomValues random) {
        long number = random.anyLong();

        assertThat(literal(Kind.BIGINT, number)).isEqualTo(Long.toString(number));
    }

    private static String literal(Kind kind, @Nullable Object value) {
        var sql = new SqlText();
        SqlLiteral.append(sql, kind, value, Precision.MICROSECONDS);
        return sql.toString();
    }

    /** Reads a literal as the server's parser does; a quote before the end would be an injection. */
    private static String unquote(String literal) {
        assertThat(literal).startsWith("'").endsWith("'");
        var text = new StringBuilder();
        for (int i = 1; i < literal.length() - 1; i++) {
            assertThat(literal.charAt(i)).isNotEqualTo('\'');
            if (literal.charAt(i) == '\\') {
                i++;
                assertThat(i).isLessThan(literal.length() - 1);
            }
            text.append(literal.charAt(i));
        }
        return text.toString();
    }

    private static boolean isUnicode(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
