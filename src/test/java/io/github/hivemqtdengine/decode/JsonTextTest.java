package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    @Test
    void shouldMakeAnObjectOfWhateverItHolds() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("text", "\"7\" \\ \u0000 🚗");
        fields.put("number", 4_294_967_295L);
        fields.put("truth", true);
        fields.put("nothing", null);

        assertThat(new String(JsonText.object(fields), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"text\":\"\\\"7\\\" \\\\ \\u0000 🚗\",\"number\":4294967295,\"truth\":true,\"nothing\":null}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " {\"a\":[1,{\"b\":null}]} "})
    void shouldKnowAnObject(String text) {
        assertThat(JsonText.isObject(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "{", "{}{}", "{\"a\":NaN}", "{\"a\":1,}", "x", "\uFEFF{}"})
    void shouldRefuseEverythingElse(String text) {
        assertThat(JsonText.isObject(text)).isFalse();
    }
}
