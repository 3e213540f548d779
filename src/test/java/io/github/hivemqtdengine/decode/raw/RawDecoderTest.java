// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawDecoderTest {

    private static final byte[] BINARY = {0, (byte) 0xFF, 16};

    @ParameterizedTest
    @CsvSource({"BASE64,AP8Q,base64", "HEX,00ff10,hex", "AUTO,AP8Q,base64"})
    void shouldMakeTextOfBytes(RawEncoding encoding, String text, String name) throws Exception {
        assertThat(decode(encoding, BINARY)).containsExactly(text, name, BINARY);
    }

    @ParameterizedTest
    @CsvSource({"TEXT,text", "AUTO,text"})
    void shouldKeepText(RawEncoding encoding, String name) throws Exception {
        var text = "23.5 °C\r\n\t✓ 😀";

        assertThat(decode(encoding, utf8(text))).startsWith(text, name);
    }

    @Test
    void shouldNotTakeControlCharactersForText() throws Exception {
        assertThat(decode(RawEncoding.AUTO, utf8("a\u0000"))).startsWith("YQA=", "base64");
        assertThat(decode(RawEncoding.AUTO, utf8("\u0085"))).startsWith("woU=", "base64");
    }

    @ParameterizedTest
    @CsvSource({"BASE64,base64", "HEX,hex", "AUTO,base64"})
    void shouldKnowTheEncodingWhereNobodyAsksForTheText(RawEncoding encoding, String name) throws Exception {
        var decoder =
                new RawFormat(encoding).decoder(List.of(RawFormat.ENCODING, RawFormat.BYTES), RecordShape.ONE_RECORD);

        assertThat(decoder.decode(Payload.of(BINARY), BrokenRecords.REFUSED))
                .containsExactly(new Object[] {name, BINARY});
    }

    @Test
    void shouldTakeAnEmptyPayload() throws Exception {
        for (var encoding : RawEncoding.values()) {
            assertThat(decode(encoding, new byte[0])).startsWith("");
        }
    }

    @Test
    void shouldRefuseTextThatIsNotUtf8() {
        assertThatThrownBy(() -> decode(RawEncoding.TEXT, utf8Then("ab", 0xC3)))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.position()).isEqualTo(2))
                .hasMessage("The payload is not UTF-8 at byte 2");
    }

    @Test
    void shouldHaveNoOtherFields() {
        var fields = List.of(new FieldPath(Scope.RECORD, "/temperature"));

        assertThatThrownBy(() -> new RawFormat(RawEncoding.AUTO).decoder(fields, RecordShape.ONE_RECORD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a format that has them");
    }

    private static Object[] decode(RawEncoding encoding, byte[] payload) throws DecodeException {
        var fields = Stream.of("", RawFormat.ENCODING.pointer(), RawFormat.BYTES.pointer())
                .map(pointer -> new FieldPath(Scope.RECORD, pointer))
                .toList();
        var records = new RawFormat(encoding)
                .decoder(fields, RecordShape.ONE_RECORD)
                .decode(Payload.of(payload), BrokenRecords.REFUSED);
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] utf8Then(String text, int last) {
        var bytes = utf8(text + " ");
        bytes[bytes.length - 1] = (byte) last;
        return bytes;
    }
}
