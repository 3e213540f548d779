// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.message.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionTest {

    @ParameterizedTest
    @CsvSource({
        "TINYINT, -128, 127",
        "SMALLINT, -32768, 32767",
        "INT, -2147483648, 2147483647",
        "BIGINT, -9223372036854775808, 9223372036854775807",
        "TINYINT UNSIGNED, 0, 255",
        "SMALLINT UNSIGNED, 0, 65535",
        "INT UNSIGNED, 0, 4294967295",
        "BIGINT UNSIGNED, 0, 18446744073709551615"
    })
    void shouldKeepIntegersInTheRangeOfTheirType(String type, BigInteger min, BigInteger max) throws Exception {
        for (var value : new BigInteger[] {min, max}) {
            assertThat(convert(type, value)).hasToString(value.toString());
            assertThat(convert(type, new BigDecimal(value).setScale(2))).hasToString(value.toString());
            assertThat(convert(type, " " + value + "\n")).hasToString(value.toString());
        }
        for (var value : new BigInteger[] {min.subtract(BigInteger.ONE), max.add(BigInteger.ONE)}) {
            refused(type, value, "is outside " + type);
            refused(type, value.toString(), "is outside " + type);
            refused(type, new BigDecimal(value), "is outside " + type);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "BIGINT", "BIGINT UNSIGNED"})
    void shouldRejectValuesThatAreNotWholeNumbers(String type) {
        refused(type, new BigDecimal("1.7"), "is not a whole number");
        refused(type, "0.5", "is not a whole number");
        refused(type, new BigDecimal("1e-999999999"), "is not a whole number");
        refused(type, new BigDecimal("1e999999999"), "is outside");
        refused(type, new BigDecimal("100e2147483647"), "is outside");
        refused(type, true, "is not a number");
        refused(type, Structure.ofJson("[1]"), "is not a number");
        refused(type, new byte[] {1}, "is not a number");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "1x",
                "0x10",
                "1_000",
                "1,5",
                "NaN",
                "Infinity",
                "١",
                "--1",
                "1e",
                ".",
                "1e9999999999"
            })
    void shouldRejectTextThatIsNotANumber(String text) {
        for (var type : new String[] {"INT", "DOUBLE", "FLOAT", "DECIMAL(10,2)", "BIGINT UNSIGNED", "TIMESTAMP"}) {
            refused(type, text, "is no");
        }
        refused("BOOL", text, "is neither true nor false");
    }

    @ParameterizedTest
    @CsvSource({"12, 12", "+12, 12", "1.0, 1", "1e3, 1000", "-0, 0", "120e-1, 12", "5., 5", "-.0, 0"})
    void shouldReadNumbersFromText(String text, long value) throws Exception {
        assertThat(convert("INT", text)).isEqualTo(value);
    }

    @Test
    void shouldTakeTheNearestDouble() throws Exception {
        assertThat(convert("DOUBLE", new BigDecimal("230.1"))).isEqualTo(230.1);
        assertThat(convert("DOUBLE", "0.1")).isEqualTo(0.1);
        assertThat(convert("DOUBLE", new BigDecimal("1e300"))).isEqualTo(1e300);
        assertThat(convert("DOUBLE", new BigDecimal("1e-400"))).isEqualTo(0.0);
        assertThat(convert("DOUBLE", 5L)).isEqualTo(5.0);
        assertThat(convert("DOUBLE", 1L << 60)).isEqualTo(0x1p60);
        assertThat(convert("FLOAT", new BigDecimal("230.1"))).isEqualTo(230.1f);
        assertThat(convert("FLOAT", 1L << 40)).isEqualTo(0x1p40f);
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT, 16777217, 16777216",
        "FLOAT, 16777217.5, 16777218",
        "FLOAT, -33554435, -33554436",
        "DOUBLE, 9007199254740993, 9007199254740992",
        "DOUBLE, 12345678901234567891, 12345678901234567168",
        "DOUBLE, 9007199254740993.5, 9007199254740994"
    })
    void shouldRoundToFloatingPointWhateverTheNumberIsWrittenLike(String type, BigDecimal number, BigDecimal nearest)
            throws Exception {
        var forms = new ArrayList<Object>(List.of(number, number.toString(), number.setScale(number.scale() + 1)));
        if (number.scale() == 0) {
            forms.add(number.toBigInteger());
        }
        if (number.scale() == 0 && number.precision() < 19) {
            forms.add(number.longValueExact());
        }
        for (var form : forms) {
            assertThat(new BigDecimal(((Number) convert(type, form)).doubleValue()))
                    .as("%s %s", form.getClass(), form)
                    .isEqualByComparingTo(nearest);
        }
    }

    @Test
    void shouldRejectWholeNumbersThatWouldChangeInATypeThatNobodyChose() throws Exception {
        for (var number :
                new Object[] {(1L << 53) + 1, Long.MAX_VALUE, "9007199254740993", new BigInteger("12345678901234567891")
                }) {
            assertThatThrownBy(() ->
                            Conversion.to(ColumnType.parse("DOUBLE"), false).convert(number))
                    .hasMessageContaining("DOUBLE can't hold exactly");
        }
        assertThatThrownBy(() -> Conversion.to(ColumnType.parse("FLOAT"), false).convert((1L << 24) + 1))
                .hasMessageContaining("FLOAT can't hold exactly");
        for (var number : new Object[] {1L << 60, Long.MIN_VALUE, -(1L << 53), new BigDecimal("1e300"), 0.1, "1e22"}) {
            assertThat(Conversion.to(ColumnType.parse("DOUBLE"), false).convert(number))
                    .isEqualTo(convert("DOUBLE", number));
        }
    }

    @Test
    void shouldRejectNumbersBeyondTheFloatingPointTypes() {
        refused("DOUBLE", new BigDecimal("1.8e308"), "is beyond DOUBLE");
        refused("DOUBLE", new BigDecimal("1e999999999"), "is beyond DOUBLE");
        refused("FLOAT", new BigDecimal("-3.5e38"), "is beyond FLOAT");
    }

    @Test
    void shouldFitDecimalsExactly() throws Exception {
        assertThat(convert("DECIMAL(5,2)", new BigDecimal("1.5"))).isEqualTo(new BigDecimal("1.50"));
        assertThat(convert("DECIMAL(5,2)", "-999.990")).isEqualTo(new BigDecimal("-999.99"));
        assertThat(convert("DECIMAL(5,2)", 1L)).isEqualTo(new BigDecimal("1.00"));
        assertThat(convert("DECIMAL(5,2)", new BigDecimal("0e999999999"))).isEqualTo(new BigDecimal("0.00"));
        assertThat(convert("DECIMAL(5,0)", new BigDecimal("1e4"))).isEqualTo(new BigDecimal("10000"));
        refused("DECIMAL(5,2)", new BigDecimal("1.234"), "has more digits after the decimal point than DECIMAL(5,2)");
        refused("DECIMAL(5,2)", 1_000L, "is too large for DECIMAL(5,2)");
        refused("DECIMAL(5,2)", new BigDecimal("100e2147483647"), "is too large");
        refused("DECIMAL(5,2)", new BigDecimal("1e-2147483647"), "has more digits");
    }

    @Test
    void shouldKnowTrueAndFalse() throws Exception {
        for (var value : new Object[] {true, "true", "TRUE", " True ", 1L, "1", new BigDecimal("1.0")}) {
            assertThat(convert("BOOL", value)).isEqualTo(true);
        }
        for (var value : new Object[] {false, "false", 0L, "0", new BigDecimal("0e5")}) {
            assertThat(convert("BOOL", value)).isEqualTo(false);
        }
        refused("BOOL", 2L, "is neither true nor false");
        refused("BOOL", "yes", "is neither true nor false");
        refused("BOOL", "on", "(or 1 or 0); for other words write one-of(value, 'on', 'open')");
    }

    @Test
    void shouldStoreAnyValueAsText() throws Exception {
        assertThat(convert("VARCHAR(64)", "grün 😀")).isEqualTo("grün 😀");
        assertThat(convert("VARCHAR(64)", 12L)).isEqualTo("12");
        assertThat(convert("VARCHAR(64)", true)).isEqualTo("true");
        assertThat(convert("NCHAR(64)", new BigDecimal("1.50"))).isEqualTo("1.50");
        assertThat(convert("NCHAR(64)", new BigDecimal("1e999999999"))).isEqualTo("1E+999999999");
        assertThat(convert("VARCHAR(64)", Structure.ofJson("{ }"))).isEqualTo("{ }");
        assertThat(convert("VARCHAR(64)", new byte[] {1, 2})).isEqualTo("AQI=");
        assertThat(convert("VARCHAR(64)", Instant.ofEpochSecond(0, 1_000))).isEqualTo("1970-01-01T00:00:00.000001Z");
        assertThat(convert("VARCHAR(64)", Instant.ofEpochSecond(0, 1_001))).isEqualTo("1970-01-01T00:00:00.000001001Z");
    }

    @Test
    void shouldMeasureBytesInVarcharAndCharactersInNchar() throws Exception {
        assertThat(convert("VARCHAR(4)", "😀")).isEqualTo("😀");
        assertThat(convert("VARCHAR(4)", "üü")).isEqualTo("üü");
        assertThat(convert("NCHAR(2)", "😀😀")).isEqualTo("😀😀");
        refused("VARCHAR(3)", "😀", "has a length of 4, too much for VARCHAR(3)");
        refused("VARCHAR(4)", "汉字", "has a length of 6, too much for VARCHAR(4)");
        refused("NCHAR(2)", "abc", "has a length of 3, too much for NCHAR(2)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\uD800", "x\uDC00", "\uD800\uD800\uDC00", "\uDC00\uD800"})
    void shouldRejectTextThatDatabasesChange(String text) {
        refused("VARCHAR(64)", text, "U+0000 or half a surrogate pair");
        refused("NCHAR(64)", text, "U+0000 or half a surrogate pair");
    }

    @Test
    void shouldStoreBytes() throws Exception {
        assertThat(convert("VARBINARY(3)", new byte[] {0, 1, -1})).isEqualTo(new byte[] {0, 1, -1});
        assertThat(convert("VARBINARY(3)", "AAH/")).isEqualTo(new byte[] {0, 1, -1});
        refused("VARBINARY(2)", "AAH/", "has 3 bytes, too many for VARBINARY(2)");
        refused("VARBINARY(2)", "A?", "is not base64");
        refused("VARBINARY(2)", 1L, "is not base64");
        assertThat(convert("VARBINARY(3)", "")).isEqualTo(new byte[0]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0a1b2c3d", "AAAA", "0A1B2C3D", "12345678", "0a1b2c", "ff"})
    void shouldNotGuessHowTextIsEncoded(String text) {
        refused("VARBINARY(16)", text, "may be hexadecimal or base64; write hex(...) or base64(...)");
    }

    @Test
    void shouldReadLongTextWithoutRecursion() throws Exception {
        refused("BLOB", "0a".repeat(3_000_000), "may be hexadecimal");
        assertThat((byte[]) convert("BLOB", "/wAA".repeat(1_000_000))).hasSize(3_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AQI", "AQJ=", "AQI =", " AQI=", "-_8=", "AQI=\n"})
    void shouldReadNoBase64ButThatOfAnEncoder(String text) {
        refused("VARBINARY(16)", text, "is not base64 with padding; write hex(...) or base64(...)");
    }

    @Test
    void shouldStoreFloatingPointNumbersAsTheShortestDecimalsThatTheyAre() throws Exception {
        assertThat(convert("DOUBLE", 21.3f)).isEqualTo(21.3);
        assertThat(convert("DOUBLE", -0.1)).isEqualTo(-0.1);
        assertThat(convert("FLOAT", 21.3f)).isEqualTo(21.3f);
        assertThat(convert("FLOAT", 21.3)).isEqualTo(21.3f);
        assertThat(convert("FLOAT", 16_777_217.0)).isEqualTo(16_777_216f);
        assertThat(convert("FLOAT", 16_777_217.5)).isEqualTo(16_777_218f);
        refused("FLOAT", 1e300, "is beyond FLOAT");
        assertThat(convert("DECIMAL(10,2)", 21.3f)).isEqualTo(new BigDecimal("21.30"));
        assertThat(convert("BIGINT", 21.0)).isEqualTo(21L);
        assertThat(convert("VARCHAR(64)", 21.3f)).isEqualTo("21.3");
        refused("INT", 21.3f, "is not a whole number");
        for (var type : List.of("DOUBLE", "FLOAT", "BIGINT", "DECIMAL(10,2)")) {
            refused(type, Double.NaN, "is not a number that can be stored");
            refused(type, Float.NEGATIVE_INFINITY, "is not a number that can be stored");
        }
    }

    @Test
    void shouldStoreObjectsAndArraysAsBytes() throws Exception {
        assertThat(convert("VARBINARY(8)", Structure.ofJson("[1,\"é\"]")))
                .isEqualTo("[1,\"é\"]".getBytes(StandardCharsets.UTF_8));
        refused("VARBINARY(7)", Structure.ofJson("[1,\"é\"]"), "has 8 bytes, too many for VARBINARY(7)");
        refused(
                "VARBINARY(7)",
                Structure.ofJson("[" + " ".repeat(2_000) + "]"),
                "an object or array of 2002 bytes\" has 2002 bytes");
    }

    @Test
    void shouldStoreJsonObjects() throws Exception {
        assertThat(convert("JSON", Structure.ofJson("{ \"a\":1 }"))).isEqualTo("{ \"a\":1 }");
        assertThat(convert("JSON", "{}")).isEqualTo("{}");
        refused("JSON", Structure.ofJson("[]"), "is not a JSON object");
        refused("JSON", "{", "is not a JSON object");
        refused("JSON", 1L, "is not a JSON object");
    }

    /** What TDengine 3.3.7.5 takes. */
    @Test
    void shouldStoreTheJsonThatATagKeeps() throws Exception {
        for (var json : List.of(
                "{\"\":1,\"a b~\":null,\"c\":true,\"d\":\"é\",\"e\":1e-400}",
                "{\"" + "k".repeat(256) + "\":1}",
                "{\"a\":\"" + "é".repeat(2_043) + "\"}",
                "{\"a\":12345678901234567890}")) {
            assertThat(convert("JSON", json)).isEqualTo(json);
        }
        for (var json : List.of(
                "{\"a\":{\"b\":1}}",
                "{\"a\":[1]}",
                "{\"é\":1}",
                "{\"a\\u00e9\":1}",
                "{\"a\\tb\":1}",
                "{\"a\":1e400}",
                "{\"" + "k".repeat(257) + "\":1}")) {
            refused("JSON", json, "is no JSON tag");
        }
        refused("JSON", "{\"a\":\"" + "x".repeat(4_088) + "\"}", "has more than the 4095 bytes");
        for (var text : List.of("", "1", "{}{}", "{\"a\":NaN}", "{\"a\":1,}", "x", "\uFEFF{}", "{\"a\":1} x")) {
            refused("JSON", text, "is not a JSON object");
        }
        refused("JSON", "{\"a\":\"\ud800\"}", "is not a JSON object");
    }

    @Test
    void shouldStoreWellKnownText() throws Exception {
        assertThat(convert("GEOMETRY(100)", "POINT(1.5 -2e3)")).isEqualTo("POINT(1.5 -2e3)");
        assertThat(convert("GEOMETRY(100)", "polygon ((0 0, 1 0, 1 1, 0 0))"))
                .isEqualTo("polygon ((0 0, 1 0, 1 1, 0 0))");
        refused("GEOMETRY(100)", "POINT(1 2", "is not well-known text");
        refused("GEOMETRY(100)", "POINT(1 2)'; drop", "is not well-known text");
        refused("GEOMETRY(100)", 1L, "is not well-known text");
    }

    @Test
    void shouldQuoteLittleAndNothingThatDisturbsALog() {
        refused(
                "INT",
                "line\nbreak\u202E\u001B[31m" + "x".repeat(1_000),
                "\"line?break??[31m" + "x".repeat(24) + "...\" is");
        refused("VARBINARY(1)", new byte[1_000], "\"" + "A".repeat(40) + "...\" has 1000 bytes");
    }

    private static Object convert(String type, Object value) throws ConversionException {
        return Conversion.to(ColumnType.parse(type)).convert(value);
    }

    private static void refused(String type, Object value, String sentence) {
        assertThatThrownBy(() -> convert(type, value))
                .isInstanceOf(ConversionException.class)
                .hasMessageContaining(sentence);
    }
}
