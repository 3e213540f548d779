// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.FieldPath.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/a", "/a/0", "//", "/~0~1", "/a b/ü"})
    void shouldKnowAPointer(String text) {
        assertThat(FieldPath.isPointer(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "/~", "/~2", "/a/~", "#/a", "$.a"})
    void shouldRefuseWhatIsNone(String text) {
        assertThatThrownBy(() -> new FieldPath(Scope.RECORD, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JSON Pointer");
    }

    @ParameterizedTest
    @CsvSource({
        "/a,0,/a",
        "..,1,''",
        "../a,1,/a",
        "../../a/b,2,/a/b",
        "../,1,/",
        "../..x,1,/..x",
        "/..,0,/..",
        "/../a,0,/../a"
    })
    void shouldCountTheStepsUp(String text, int up, String pointer) {
        assertThat(FieldPath.isOfRecord(text)).isTrue();
        assertThat(FieldPath.ofRecord(text)).isEqualTo(new FieldPath(Scope.RECORD, up, pointer));
        assertThat(FieldPath.ofRecord(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ".", "./a", "...", "..a", "a/..", "../~2"})
    void shouldRefuseWhatIsNoFieldOfARecord(String text) {
        assertThat(FieldPath.isOfRecord(text)).isFalse();
    }

    @Test
    void shouldUnescapeTildesLast() {
        assertThat(FieldPath.tokens("/~01/~1~0//")).containsExactly("~1", "/~", "", "");
        assertThat(FieldPath.tokens("")).isEmpty();
    }
}
