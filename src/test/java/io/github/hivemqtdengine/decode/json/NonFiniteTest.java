// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.json.JsonFormat.Registered;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NonFiniteTest {

    private static List<@Nullable Object[]> records(PayloadFormat format, String json, String... pointers)
            throws DecodeException {
        var fields = List.of(pointers).stream()
                .map(pointer -> new FieldPath(Scope.RECORD, pointer))
                .toList();
        return format.decoder(fields, format.shape(RecordShape.ONE_RECORD))
                .decode(Payload.of(json.getBytes(UTF_8)), BrokenRecords.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nan", "NaN", "NAN", "-nan", "inf", "INF", "-inf", "+inf", "Infinity", "-Infinity", "infinity"})
    void shouldReadSuchAWordAsNullIfItMay(String word) throws DecodeException {
        var json = "{\"a\":" + word + ",\"b\":[" + word + " ,1,\t" + word + "],\"nan\":\"" + word + "\",\"c\":" + word
                + "}";

        assertThat(records(new JsonFormat(NonFinite.NULL), json, "/a", "/b", "/nan", "/c", "/b/1"))
                .containsExactly(new Object[] {null, Structure.ofJson("[null ,1,\tnull]"), word, null, 1L});
        assertThat(records(new JsonFormat(NonFinite.NULL), word, "")).containsExactly(new Object[] {null});
    }

    @ParameterizedTest
    @ValueSource(strings = {"nan", "NaN", "-nan", "inf", "-inf", "Infinity", "-Infinity", "+Infinity"})
    void shouldNameTheAttributeOtherwise(String word) {
        assertThatThrownBy(() -> records(new JsonFormat(), "{\"t\": 21, \"h\":" + word + ",\"v\":1}", "/v"))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith(
                        "The payload is not valid JSON (a bare nan or inf needs non-finite=\"null\" in <payload>)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"s\":\"a\\\\\",\"v\":nan}|a\\",
                "{\"s\":\"\\\" nan, inf\",\"v\":inf}|\" nan, inf",
                "{\"s\":\"ü nan 温度\",\"v\":NaN}|ü nan 温度",
                "{\"s\":\"[-inf]\",\"v\":null}|[-inf]"
            })
    void shouldLeaveStringsAlone(String json, String text) throws DecodeException {
        assertThat(records(new JsonFormat(NonFinite.NULL), json, "/s", "/v"))
                .containsExactly(new Object[] {text, null});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{nan:1}",
                "[nano]",
                "[1nan]",
                "[nan1]",
                "[nan nan]",
                "[infinit]",
                "[--inf]",
                "[nan",
                "\"nan",
                "nu"
            })
    void shouldRefuseWhatIsNoSuchWord(String json) {
        assertThatThrownBy(() -> records(new JsonFormat(NonFinite.NULL), json, ""))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldReadLinesOneByOne() throws DecodeException {
        var format = new NdjsonFormat(NonFinite.NULL);

        assertThat(records(format, "{\"v\":nan}\n{\"v\":1}\n{\"v\":-Infinity}", "/v"))
                .containsExactly(new Object[] {null}, new Object[] {1L}, new Object[] {null});
        assertThat(format.decoder(List.of(new FieldPath(Scope.RECORD, "/v")), format.shape(RecordShape.ONE_RECORD))
                        .decode(Payload.of("{\"x\":\"\n{\"v\":nan}".getBytes(UTF_8)), (index, failure) -> {}))
                .containsExactly(new Object[] {null});
    }

    @Test
    void shouldReadWhatFollowsAFrame() throws DecodeException {
        assertThat(records(new Registered(NonFinite.NULL), "\0\0\0\0\7{\"v\":nan}", "/v"))
                .containsExactly(new Object[] {null});
    }
}
