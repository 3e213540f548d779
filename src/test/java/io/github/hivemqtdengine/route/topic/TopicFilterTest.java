// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicFilterTest {

    @ParameterizedTest
    @CsvSource({
        "a/b, a/b, true",
        "a/b, a/B, false",
        "a/b, a/b/, false",
        "a/b, a/bc, false",
        "a/b, a, false",
        "a/+, a/, true",
        "a/+, a, false",
        "+, a, true",
        "+, /a, false",
        "+/+, /a, true",
        "/+, /a, true",
        "#, a/b/c, true",
        "#, /, true",
        "a/#, a, true",
        "a/#, a/, true",
        "a/#, a/b/c, true",
        "a/#, ab, false",
        "{x}/b, a/b, true",
        "a/{x}/#, a/b, true",
        "a/{x}/#, a, false",
        "#, $SYS/x, false",
        "+/x, $SYS/x, false",
        "{n}/x, $SYS/x, false",
        "$SYS/#, $SYS/x, true",
        "$SYS/+, $SYS/x, true",
        "a/+/c, a/$b/c, true"
    })
    void shouldMatchLikeMqtt(String filter, String topic, boolean matches) {
        assertThat(TopicFilter.parse(filter).matches(topic)).isEqualTo(matches);
    }

    @Test
    void shouldKnowItsNames() {
        var filter = TopicFilter.parse("site/{site}/+/{meter-1_x}/#");

        assertThat(filter.names()).isEqualTo(Map.of("site", 1, "meter-1_x", 3));
        assertThat(filter.levels()).containsExactly("site", "{site}", "+", "{meter-1_x}", "#");
        assertThat(filter.pattern()).containsExactly("site", "+", "+", "+", "#");
        assertThat(filter).isEqualTo(TopicFilter.parse("site/{site}/+/{meter-1_x}/#"));
    }

    @Test
    void shouldTakeBracesWithinALevelAsText() {
        assertThat(TopicFilter.parse("a{b}/c}").matches("a{b}/c}")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|is empty; a topic filter has at least one character, # is every topic",
                "a/b+/c|is not a topic filter: '+' at index 3 must take a whole level, like a/+/b",
                "++|is not a topic filter: '+' at index 0 must take a whole level, like a/+/b",
                "a/#/b|is not a topic filter: '#' at index 2 must take the whole last level, like a/#",
                "a/b#|is not a topic filter: '#' at index 3 must take the whole last level, like a/#",
                "a/{b|is not a topic filter: '{' at index 2 must take a whole level, like a/{name}/b",
                "{a}b|is not a topic filter: '{' at index 0 must take a whole level, like a/{name}/b",
                "a/{}|is not a topic filter: the name at index 3 must be a letter followed by letters, digits, _ or -",
                "a/{1}|is not a topic filter: the name at index 3 must be a letter followed by letters, digits, _ or -",
                "{a}/{a}|is not a topic filter: the name at index 5 occurs a second time; use another one, or +",
                "$share/g/a|is a shared subscription; a route sees every message once, "
                        + "so leave out $share/ and the group"
            })
    void shouldPointAtWhatIsWrong(String filter, String sentence) {
        assertThatThrownBy(() -> TopicFilter.parse(filter))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void shouldRejectCharactersThatTopicsCannotHave() {
        assertThatThrownBy(() -> TopicFilter.parse("a\0b")).hasMessageContaining("U+0000 at index 1");
        assertThatThrownBy(() -> TopicFilter.parse("a\uD800")).hasMessageContaining("surrogate");
        assertThatThrownBy(() -> TopicFilter.parse("ü".repeat(32_768))).hasMessageContaining("65536 bytes");
        assertThat(TopicFilter.parse("ü".repeat(32_767) + "x").matches("ü".repeat(32_767) + "x"))
                .isTrue();
    }
}
