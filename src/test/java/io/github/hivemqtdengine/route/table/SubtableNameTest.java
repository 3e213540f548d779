// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.Template;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubtableNameTest {

    private static final String HASH = "_[0-9a-f]{32}";

    private final SubtableName meters = new SubtableName(Template.parse("m_${mqtt-topic:1}_${mqtt-topic:2}"));
    private final SubtableName clients = new SubtableName(Template.parse("${mqtt-client-id}"));

    @Test
    void shouldKeepAPlainName() {
        assertThat(nameOf(meters, "berlin", "4711")).isEqualTo("m_berlin_4711");
        assertThat(nameOf(meters, "berlin", "a_b")).isEqualTo("m_berlin_a_b");
        assertThat(nameOf(clients, "Müller-7_温度计٣")).isEqualTo("Müller-7_温度计٣");
        assertThat(nameOf(new SubtableName(Template.parse("devices")))).isEqualTo("devices");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.b",
                "a`b",
                "a'b",
                "a\"b",
                "a\\b",
                "a/b",
                "a b",
                "a;b",
                "a\nb",
                "a\0b",
                "a😀b",
                "a\uD800b",
                "a\u200Bb",
                "a\u202Eb",
                "a\u3164b",
                "a\uFE0Fb"
            })
    void shouldReplaceAndHash(String value) {
        assertThat(nameOf(clients, value)).matches("a_b" + HASH);
    }

    @Test
    void shouldHashWhatCouldMeanSomethingElse() {
        assertThat(nameOf(meters, "a_b", "c")).matches("m_a_b_c" + HASH).isNotEqualTo(nameOf(meters, "a", "b_c"));
        assertThat(nameOf(meters, "a", "b_c")).isEqualTo("m_a_b_c");
        assertThat(nameOf(meters, "", "c")).matches("m__c" + HASH);
        assertThat(nameOf(meters, "a", "")).matches("m_a_" + HASH);
    }

    @Test
    void shouldHashValuesWithNothingBetweenThem() {
        var name = new SubtableName(Template.parse("${mqtt-topic:1}${mqtt-topic:2}"));

        assertThat(nameOf(name, "ab", "c")).matches("abc" + HASH).isNotEqualTo(nameOf(name, "a", "bc"));
    }

    @Test
    void shouldHashWhatIsNotInNormalForm() {
        assertThat(nameOf(clients, "u\u0308")).matches("u\u0308" + HASH);
        assertThat(nameOf(clients, "\u00FC")).isEqualTo("ü");
    }

    @Test
    void shouldHashWhatEndsLikeAHash() {
        var hashed = nameOf(clients, "a.b");

        assertThat(nameOf(clients, hashed)).matches("a_b" + HASH + HASH);
        assertThat(nameOf(clients, "0123456789abcdef0123456789abcdef")).hasSize(32);
        assertThat(nameOf(clients, "_0123456789ABCDEF0123456789ABCDEF")).hasSize(33);
    }

    @Test
    void shouldFitIntoTheLongestName() {
        assertThat(nameOf(clients, "x".repeat(192))).isEqualTo("x".repeat(192));
        assertThat(nameOf(clients, "x".repeat(193))).matches("x{159}" + HASH);
        var cut = nameOf(clients, "汉".repeat(65));
        assertThat(cut).matches("汉{53}" + HASH);
        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSize(192);
        assertThat(nameOf(clients, "𠀀".repeat(100))).matches("(?:𠀀){39}" + HASH);
    }

    @Test
    void shouldAlwaysGiveTheSameName() {
        assertThat(nameOf(clients, "a.b")).isEqualTo("a_b_a1ae0bac28c60909f7fff30c4eaac085");
        assertThat(nameOf(clients, "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"m.${mqtt-qos}|'.'", "a b|' '", "${mqtt-qos}`|'`'", "😀|'😀'"})
    void shouldRejectATemplateWithOtherCharacters(String template, String character) {
        assertThatThrownBy(() -> SubtableName.check(Template.parse(template)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "can't name a subtable: it has the character " + character + "; use letters, digits, _ and -");
    }

    @Test
    void shouldTellLongValuesApartByAllOfTheirText() {
        var longest = "x".repeat(60_000);

        assertThat(nameOf(clients, longest)).matches("x{159}" + HASH);
        assertThat(List.of(
                        nameOf(clients, longest),
                        nameOf(clients, longest + "x"),
                        nameOf(clients, longest + "y"),
                        nameOf(clients, "y" + longest),
                        nameOf(meters, longest, "a"),
                        nameOf(meters, longest, "b"),
                        nameOf(meters, longest + "_", "a")))
                .doesNotHaveDuplicates();
    }

    static String nameOf(SubtableName name, String... values) {
        return name.of(Arrays.stream(values).map(NameValue::new).toArray(NameValue[]::new));
    }
}
