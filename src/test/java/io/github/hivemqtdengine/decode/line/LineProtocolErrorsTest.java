// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RecordLists;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that can't be read: their errors, and what is read after them. */
class LineProtocolErrorsTest {

    private static final LineProtocolFormat FORMAT = new LineProtocolFormat(Precision.NS);

    private static void read(String payload) throws DecodeException {
        Points.read(payload.getBytes(UTF_8), Precision.NS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808i",
                "-9223372036854775809i",
                "18446744073709551616u",
                "1e309",
                "-1e309",
                "1e99999999999999999999",
            })
    void shouldRefuseNumbersOutsideOfTheirType(String number) {
        assertThatThrownBy(() -> read("m v=" + number))
                .hasMessage("Line 1, column 5 of the payload: the number of a field is outside the range of its type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1u",
                "1ii",
                "1iu",
                "i",
                "u",
                "-i",
                "-",
                ".",
                "-.",
                "1e",
                "1e+",
                "e5",
                "+1",
                "0x1p3",
                "1_000",
                "1f",
                "1d",
                "NaN",
                "Inf",
                "-Infinity",
                "nan",
                "tRue",
                "tr",
                "yes",
                "null",
                "'x'",
                "1.5i",
                "1.2.3",
                "1\t",
                "x\"y\"",
                "truetrue",
                "1\u0000"
            })
    void shouldRefuseValuesOfNoType(String text) {
        assertThatThrownBy(() -> read("m v=" + text))
                .hasMessage("Line 1, column 5 of the payload: the value of a field is not a number, a boolean or text"
                        + " in double quotes");
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775808,NS", "-9223372036854775809,NS", "9223372036855,MS", "99999999999999999999999,H"})
    void shouldRefuseTimestampsOutsideOfTheRange(String time, Precision precision) {
        assertThatThrownBy(() -> Points.read(("m v=1 " + time).getBytes(UTF_8), precision))
                .hasMessage("Line 1, column 7 of the payload: the timestamp is outside 1677 to 2262; is the precision"
                        + " right?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "m|2|expected a comma or a space after the measurement and the tags",
                ",a=b v=1|1|the line has no measurement",
                "=|2|expected a comma or a space after the measurement and the tags",
                "`m `|3|expected the key of a field",
                "m, v=1|3|expected the key of a tag",
                "m,|3|expected the key of a tag",
                "m,=b v=1|3|expected the key of a tag",
                "m,a v=1|4|expected = after the key of a tag",
                "m,a= v=1|5|a tag has no value",
                "m,a=b=c v=1|6|expected a comma or a space after the measurement and the tags",
                "m,a=b|6|expected a comma or a space after the measurement and the tags",
                "m v|4|expected = after the key of a field",
                "m v=|5|a field has no value",
                "m v=,w=1|5|a field has no value",
                "m v=1,|7|expected the key of a field",
                "m v=1,=2|7|expected the key of a field",
                "m v=1, 5|7|expected the key of a field",
                "m v=\"a|5|a text has no closing quote",
                "m v=\"a\\\"|5|a text has no closing quote",
                "m v=\"a\"b|8|expected a comma, a space or the end of the line after a field",
                "m v=1 x|7|expected a whole number as the timestamp",
                "m v=1 -|8|expected a whole number as the timestamp",
                "m v=1 1.5|8|expected the end of the line after the timestamp",
                "m v=1 1i|8|expected the end of the line after the timestamp",
                "m v=1 1 2|9|expected the end of the line after the timestamp",
                "m\tv=1|2|expected a comma or a space after the measurement and the tags",
                "m,温度=1,b v=1|9|expected = after the key of a tag",
                "m,a=1,a=2 v=1|7|a tag occurs twice",
                "m,b=1,a=1,b=2 v=1|11|a tag occurs twice",
                "m,b\\,=1,a=1,b\\,=2 v=1|13|a tag occurs twice",
            })
    void shouldNameTheColumnOfAnError(String line, int column, String error) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(DecodeException.class)
                .hasMessage("Line 1, column " + column + " of the payload: " + error);
    }

    @Test
    void shouldRefuseControlCharactersInCommentsAndNames() {
        assertThatThrownBy(() -> read("# a\u0001\nm v=1"))
                .hasMessage("Line 1, column 4 of the payload: a comment has a control character");
        assertThatThrownBy(() -> read("m,a=b\u007F v=1")).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> read("m v=1 \rm v=2"))
                .hasMessage("Line 1, column 7 of the payload: expected a whole number as the timestamp");
    }

    @Test
    void shouldRefuseWhatIsNotUtf8() {
        assertThatThrownBy(() -> RecordLists.read(FORMAT, new byte[] {'m', ' ', 'v', '=', '"', (byte) 0xFF, '"'}, "/a"))
                .hasMessage("The payload is not UTF-8 at byte 5");
    }

    @Test
    void shouldLeaveOutLinesThatAreBroken() throws DecodeException {
        var sentences = new ArrayList<String>();
        var payload = "a v=1\n# note\nb v=\n"
                + "c v=3\nd,t= v=\"x\ne v=4\nf,a=1,a=1 v=\"x\ng v=6\"\nh v=7 x\ni v=\"8\n9\"\nj v=1e999\nk v=10";

        assertThat(RecordLists.readWhatCan(sentences, FORMAT, payload.getBytes(UTF_8), "/measurement"))
                .extracting(record -> record[0])
                .containsExactly("a", "c", "e", "i", "k");
        assertThat(sentences)
                .containsExactly(
                        "1: Line 3, column 5 of the payload: a field has no value",
                        "3: Line 5, column 5 of the payload: a tag has no value",
                        "5: Line 7, column 7 of the payload: a tag occurs twice",
                        "6: Line 9, column 7 of the payload: expected a whole number as the timestamp",
                        "8: Line 12, column 5 of the payload: the number of a field is outside the range of its type");
    }

    @Test
    void shouldReadNothingBehindATextWithoutItsClosingQuote() throws DecodeException {
        var sentences = new ArrayList<String>();

        assertThat(RecordLists.readWhatCan(
                        sentences, FORMAT, "a v=1\nb v=\"x\nc v=3\n".getBytes(UTF_8), "/measurement"))
                .extracting(record -> record[0])
                .containsExactly("a");
        assertThat(sentences).containsExactly("1: Line 2, column 5 of the payload: a text has no closing quote");
    }

    /** Payloads that a quadratic reader would take many minutes for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "m v=\"\n",
                "m v=\n",
                "m,b=1,a=1,b=1 v=1\n",
                "\\",
                "m\\ ",
                "#\n",
                ",a=1",
                " ",
                "\"",
                "m v=\"\\\"\n",
                "=",
                "9",
                "m,温=度"
            })
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void shouldTakeTimeInProportionToThePayload(String part) throws DecodeException {
        for (var start : List.of("", "m v=\"", "m,a=1")) {
            var payload = (start + part.repeat((1 << 18) / part.length())).getBytes(UTF_8);
            var decoder = RecordLists.decoder(FORMAT, "/measurement", "/tags/a");
            try {
                assertThat(decoder.decode(Payload.of(payload), (index, failure) -> {}))
                        .isNotNull();
            } catch (DecodeException e) {
                assertThat(e.sentence()).isNotEmpty(); // more than 100,000 broken lines
            }
        }
    }
}
