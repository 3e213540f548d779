// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.Sample;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.decode.AutoFormat;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat.Registered;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.layout.BinaryField;
import io.github.hivemqtdengine.decode.layout.BinaryFormat;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.route.PayloadSettings;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadReaderTest {

    private static final String COLUMNS =
            "<tag name=\"c\" type=\"VARCHAR(64)\" value=\"${mqtt-client-id}\"/><column name=\"v\" type=\"VARCHAR(64)\" value=\"${payload}\"/>";

    @TempDir
    Path folder;

    @Test
    void shouldReadRawPayloads() {
        assertThat(format("format=\"raw\"")).isEqualTo(new RawFormat(RawEncoding.AUTO));
        assertThat(format("format=\"raw\" encoding=\"hex\" chunk-bytes=\"48 KiB\""))
                .isEqualTo(new RawFormat(RawEncoding.HEX, StandardCharsets.UTF_8, 48 << 10));
        assertThat(format("format=\"raw\" encoding=\"text\" charset=\"gb18030\""))
                .isEqualTo(new RawFormat(RawEncoding.TEXT, Charset.forName("GB18030"), 0));
    }

    @Test
    void shouldReadLists() {
        assertThat(format("format=\"json\" charset=\"GB18030\""))
                .isEqualTo(new JsonFormat(Charset.forName("GB18030"), NonFinite.REJECT));
        assertThat(format("format=\"ndjson\"")).isEqualTo(new NdjsonFormat(NonFinite.REJECT));
        assertThat(format("format=\"csv\"")).isEqualTo(new CsvFormat(StandardCharsets.UTF_8, ',', List.of()));
        assertThat(format("format=\"csv\" separator=\"tab\" columns=\"t, v\" charset=\"ISO-8859-1\""))
                .isEqualTo(new CsvFormat(StandardCharsets.ISO_8859_1, '\t', List.of("t", "v")));
        assertThat(format("format=\"line-protocol\"")).isEqualTo(new LineProtocolFormat(Precision.NS));
        assertThat(format("format=\"line-protocol\" precision=\"m\"")).isEqualTo(new LineProtocolFormat(Precision.M));
        assertThat(settings("format=\"csv\"").shape().rows()).isEmpty();
        assertThat(settings("format=\"line-protocol\"").shape().rows()).isEmpty();
        assertThat(settings("format=\"ndjson\" rows=\"/*/r\"").shape().rows()).isEqualTo("/*/r");
        assertThat(settings("format=\"csv\" rows=\"/0/r\"").shape().rows()).isEqualTo("/0/r");
        assertThat(settings("format=\"json\" rows=\"/r\"").shape().rows()).isEqualTo("/r");
        assertThat(settings("format=\"auto\" rows=\"/r\"").shape().rows()).isEqualTo("/r");
    }

    @Test
    void shouldReadBinaryRecords() {
        assertThat(format("format=\"binary\" fields=\"t: int64 le @0,\n  name: text 12 @8\" record-bytes=\"20\""))
                .isEqualTo(new BinaryFormat(
                        List.of(BinaryField.parse("t:int64 le@0"), BinaryField.parse("name: text 12 @8")), 20));
        assertThat(settings("format=\"binary\" fields=\"t: int8 @0\"").shape().rows())
                .isNull();
    }

    @Test
    void shouldReadTheFormatsThatAContentTypeMayName() {
        var format = (AutoFormat) format("format=\"auto\" separator=\";\" precision=\"us\"");

        assertThat(format.formats())
                .containsEntry("application/json", new JsonFormat())
                .containsEntry("application/x-ndjson", new NdjsonFormat(NonFinite.REJECT))
                .containsEntry("text/csv", new CsvFormat(StandardCharsets.UTF_8, ';', List.of()))
                .containsEntry("application/vnd.influx", new LineProtocolFormat(Precision.US));
    }

    @Test
    void shouldReadJsonWithAFrame() {
        assertThat(format("format=\"json\" framing=\"registry\" registry=\"main\""))
                .isEqualTo(new Registered(NonFinite.REJECT));
        assertThat(format("format=\"json\" framing=\"none\"")).isEqualTo(new JsonFormat());
    }

    /** Defaults that another format needs leave JSON as it is. */
    @Test
    void shouldReadJsonWithoutTheFrameOfTheDefaults() {
        for (var framing : List.of("registry", "container", "delimited")) {
            var defaults = "<defaults><payload framing=\"" + framing + "\"/></defaults><routes>";

            assertThat(Sample.settings(folder, xml("format=\"json\"").replace("<routes>", defaults))
                            .routes()
                            .get(0)
                            .payload()
                            .format())
                    .isEqualTo(new JsonFormat());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "format='json' framing='registry'|framing|registry|needs the attribute registry",
                "format='json' framing='datums'|framing|datums"
                        + "|is not for format=\"json\", which has the framings none and registry",
                "format='json' registry='main'|registry|main|has no effect here",
                "format='cbor' registry='main'|registry|main|has no effect here",
                "format='ndjson' encoding='hex'|encoding|hex|has no effect here",
                "format='raw' separator=';'|separator|;|has no effect here",
                "format='auto' chunk-bytes='1 KiB'|chunk-bytes|1 KiB|has no effect here",
                "format='auto' framing='container'|framing|container|has no effect here",
                "format='ndjson' rows='/readings'|rows|/readings|leads into no list, but the payload is a list of"
                        + " records; write it like /*/readings",
                "format='json' charset='Klingon'|charset|Klingon|is not a charset that this Java knows; write it like GB18030",
                "format='ndjson' charset='GBK'|charset|GBK|has no effect here",
                "format='json' framing='registry' registry='main' charset='GBK'|charset|GBK|has no effect here",
                "format='raw' charset='Klingon'|charset|Klingon|is not a charset that this Java knows; write it like GB18030",
                "format='raw' charset='a b'|charset|a b|is not the name of a charset; write it like GB18030",
                "format='raw' chunk-bytes='64 KiB'|chunk-bytes|64 KiB|is outside 1 KiB to 60 KiB",
                "format='raw' charset='GBK' chunk-bytes='2 KiB'|chunk-bytes|2 KiB|has no effect here",
                "format='csv' separator='ab'|separator|ab"
                        + "|is not a separator: write one character like ; or the word tab",
                "format='csv' columns='a,,b'|columns|a,,b|has an empty name; write it like t,temp,hum",
                "format='csv' columns='a,a'|columns|a,a|has a name twice",
                "format='csv' precision='s'|precision|s|has no effect here",
                "format='line-protocol' precision='min'|precision|min|is not allowed here; known are ns, us, ms, s, m, h",
                "format='line-protocol' separator=';'|separator|;|has no effect here",
                "format='json' rebirth='when-needed'|rebirth|when-needed|has no effect here",
                "format='binary'|fields|''|is missing",
                "format='binary' fields='a: int8 @0,a: int8 @1'|fields|a: int8 @0,a: int8 @1|has the field \"a\" twice",
                "format='binary' fields='a: int9 @0'|fields|a: int9 @0|has \"a: int9 @0\", which has an unknown"
                        + " type; the types are int8 to int64, uint8 to uint64 (8, 16, 24, 32, 48 or 64 bits), float32, float64,"
                        + " bool, text, bytes",
                "format='binary' fields='a: int32 @6' record-bytes='8'|record-bytes|8|is not enough for the field \"a\"",
            })
    void shouldReportWhatIsWrong(String payload, String attribute, String value, String rule) {
        assertThat(Sample.problems(folder, xml(payload.replace('\'', '"'))))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes/route/payload@" + attribute, value, rule));
    }

    @Test
    void shouldReportFieldsOfAListAsAWhole() {
        assertThat(Sample.problems(folder, xml("format=\"csv\"").replace("${payload}", "${payload-root:/0/a}")))
                .extracting(Problem::rule)
                .singleElement()
                .asString()
                .startsWith("points into the rows by /0/a");
    }

    @Test
    void shouldReportFieldsThatOnlySomeOfTheFormatsHave() {
        assertThat(Sample.problems(folder, xml("format=\"auto\"").replace("${payload}", "${payload-root:/site}")))
                .extracting(Problem::rule)
                .singleElement()
                .asString()
                .startsWith("points into the rows by /site");
    }

    private PayloadFormat format(String payload) {
        return settings(payload).format();
    }

    private PayloadSettings settings(String payload) {
        return Sample.settings(folder, xml(payload)).routes().get(0).payload();
    }

    private static String xml(String payload) {
        return Sample.XML
                .replaceFirst("<payload [^>]*/>", "<payload " + payload + "/>")
                .replaceFirst("(?s)<timestamp.*(?=</table>)", COLUMNS.replace("$", "\\$"));
    }
}
