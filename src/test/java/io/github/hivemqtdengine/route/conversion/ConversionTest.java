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
        for (var type :
                new String[] {"INT", "DOUBLE", "FLOAT", "DECIMAL(10,2)", "BIGINT UNSIGNED", "BOOL", "TIMESTAMP"}) {
            refused(type, text, "is no");
        }
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

    @Test
    void shouldRejectWholeNumbersThatWouldChange() {
        refused("DOUBLE", (1L << 53) + 1, "DOUBLE can't hold exactly");
        refused("DOUBLE", "9007199254740993", "DOUBLE can't hold exactly");
        refused("DOUBLE", new BigInteger("12345678901234567891"), "DOUBLE can't hold exactly");
        refused("FLOAT", (1L << 24) + 1, "FLOAT can't hold exactly");
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
        refused("BOOL", "yes", "is not a number");
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
