// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Structure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\":1,\"a\":[true,false,null,{}],\"c\":{\"d\":-0.50,\"e\":\"\\\"\\u0001温\"}}",
                "[]",
                "18446744073709551616",
                "\"text\"",
                "null"
            })
    void shouldWriteWhatItHasRead(String json) throws DecodeException {
        assertThat(JsonTree.write(JsonTree.read(utf8(json)))).isEqualTo(json);
    }

    @Test
    void shouldReadWholeNumbersAsLong() throws DecodeException {
        assertThat(JsonTree.read(utf8("[7]"))).isEqualTo(List.of(7L));
    }

    @Test
    void shouldSkipAByteOrderMark() throws DecodeException {
        assertThat(JsonTree.read(utf8("\uFEFF{\"a\":1}"))).isEqualTo(Map.of("a", 1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{\"a\":}", "1 2", "nul", "[1,]", "[1e9999999999]"})
    void shouldRefuseWhatIsNoDocument(String text) {
        assertThatThrownBy(() -> JsonTree.read(utf8(text))).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldRefuseWhatIsNotUtf8() {
        assertThatThrownBy(() -> JsonTree.read(new byte[] {'"', (byte) 0xFF, '"'}))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void shouldRefuseWhatNestsTooDeep() {
        assertThatThrownBy(() -> JsonTree.read(utf8("[".repeat(101) + "]".repeat(101))))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldWriteAnythingElseAsText() {
        var object = new LinkedHashMap<String, Object>();
        object.put("state", Thread.State.NEW);
        object.put("list", Arrays.asList(1, null));
        object.put("time", Instant.EPOCH);
        object.put("structure", Structure.ofJson("[7]"));
        object.put("bytes", new byte[] {1, 2});
        object.put("infinite", Double.POSITIVE_INFINITY);

        assertThat(JsonTree.write(object))
                .isEqualTo("{\"state\":\"NEW\",\"list\":[1,null],\"time\":\"1970-01-01T00:00:00Z\","
                        + "\"structure\":\"[7]\",\"bytes\":\"AQI=\",\"infinite\":\"Infinity\"}");
    }

    @Test
    void shouldWriteUtf8() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("text", "\"7\" \\ \u0000 🚗");
        fields.put("number", 4_294_967_295L);
        fields.put("truth", true);
        fields.put("nothing", null);

        assertThat(new String(JsonTree.utf8(fields), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"text\":\"\\\"7\\\" \\\\ \\u0000 🚗\",\"number\":4294967295,\"truth\":true,\"nothing\":null}");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
