package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

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
