// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBytesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"", "abc", "\u007f\u0080", "\u07ff\u0800", "\uffff", "温度", "a\ud83d\ude00b", "\ud83d", "\ude00x"
            })
    void shouldCountWhatTheJdkWouldMake(String text) {
        assertThat(TextBytes.utf8(text)).isEqualTo(text.getBytes(UTF_8).length);
    }

    @Test
    void shouldCountNothingOfNoText() {
        assertThat(TextBytes.utf8(null)).isZero();
    }
}
