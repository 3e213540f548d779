package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.Template;
import java.nio.charset.StandardCharsets;
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
        assertThat(meters.of("berlin", "4711")).isEqualTo("m_berlin_4711");
        assertThat(meters.of("berlin", "a_b")).isEqualTo("m_berlin_a_b");
        assertThat(clients.of("Müller-7_温度计٣")).isEqualTo("Müller-7_温度计٣");
        assertThat(new SubtableName(Template.parse("devices")).of()).isEqualTo("devices");
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
        assertThat(clients.of(value)).matches("a_b" + HASH);
    }

    @Test
    void shouldHashWhatCouldMeanSomethingElse() {
        assertThat(meters.of("a_b", "c")).matches("m_a_b_c" + HASH).isNotEqualTo(meters.of("a", "b_c"));
        assertThat(meters.of("a", "b_c")).isEqualTo("m_a_b_c");
        assertThat(meters.of("", "c")).matches("m__c" + HASH);
        assertThat(meters.of("a", "")).matches("m_a_" + HASH);
    }

    @Test
    void shouldHashValuesWithNothingBetweenThem() {
        var name = new SubtableName(Template.parse("${mqtt-topic:1}${mqtt-topic:2}"));

        assertThat(name.of("ab", "c")).matches("abc" + HASH).isNotEqualTo(name.of("a", "bc"));
    }

    @Test
    void shouldHashWhatIsNotInNormalForm() {
        assertThat(clients.of("u\u0308")).matches("u\u0308" + HASH);
        assertThat(clients.of("\u00FC")).isEqualTo("ü");
    }

    @Test
    void shouldHashWhatEndsLikeAHash() {
        var hashed = clients.of("a.b");

        assertThat(clients.of(hashed)).matches("a_b" + HASH + HASH);
        assertThat(clients.of("0123456789abcdef0123456789abcdef")).hasSize(32);
        assertThat(clients.of("_0123456789ABCDEF0123456789ABCDEF")).hasSize(33);
    }

    @Test
    void shouldFitIntoTheLongestName() {
        assertThat(clients.of("x".repeat(192))).isEqualTo("x".repeat(192));
        assertThat(clients.of("x".repeat(193))).matches("x{159}" + HASH);
        var cut = clients.of("汉".repeat(65));
        assertThat(cut).matches("汉{53}" + HASH);
        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSize(192);
        assertThat(clients.of("𠀀".repeat(100))).matches("(?:𠀀){39}" + HASH);
    }

    @Test
    void shouldAlwaysGiveTheSameName() {
        assertThat(clients.of("a.b")).isEqualTo("a_b_a1ae0bac28c60909f7fff30c4eaac085");
        assertThat(clients.of("")).isEmpty();
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
}
