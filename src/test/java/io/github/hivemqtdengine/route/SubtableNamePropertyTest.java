package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.expression.Template;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Two devices never share a subtable. */
class SubtableNamePropertyTest {

    private static final int VALUES = 3;

    @Property(tries = 5_000)
    void shouldNeverNameTwoDevicesAlike(
            @ForAll("templates") String template,
            @ForAll("devices") List<String> one,
            @ForAll("devices") List<String> other) {
        var name = new SubtableName(Template.parse(template));

        assertThat(nameOf(name, one).equals(nameOf(name, other))).isEqualTo(one.equals(other));
    }

    @Property(tries = 1_000)
    void shouldNotLetANameBeForged(@ForAll("templates") String template, @ForAll("devices") List<String> device) {
        var victim = nameOf(new SubtableName(Template.parse(template)), device);

        for (var pattern : List.of("${mqtt-client-id}", "m_${mqtt-client-id}")) {
            var name = new SubtableName(Template.parse(pattern));
            var forged = name.of(victim.startsWith("m_") ? victim.substring(2) : victim);
            assertThat(forged.matches(".*_[0-9a-f]{32}") && forged.equals(victim))
                    .isFalse();
        }
    }

    @Property(tries = 2_000)
    void shouldGiveNamesThatDatabasesTake(
            @ForAll("templates") String template, @ForAll("devices") List<String> device) {
        var name = nameOf(new SubtableName(Template.parse(template)), device);

        assertThat(name.codePoints()).isNotEmpty().allMatch(NameCharacters::isAllowed);
        assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(192);
    }

    private static String nameOf(SubtableName name, List<String> values) {
        return name.of(values.toArray(String[]::new));
    }

    @Provide
    Arbitrary<String> templates() {
        return Arbitraries.of("_", "__", "a", "", "-x-", "_a")
                .list()
                .ofSize(VALUES + 1)
                .map(literals -> literals.get(0) + "_${mqtt-client-id}" + literals.get(1) + "${mqtt-user-name}"
                        + literals.get(2) + "${mqtt-topic}" + literals.get(3));
    }

    @Provide
    Arbitrary<List<String>> devices() {
        var piece =
                Arbitraries.of("_", "a", "b", "-", ".", "/", "ü", "u\u0308", "\uD83D", "\uDE00", "", "x".repeat(200));
        return piece.list()
                .ofMaxSize(3)
                .map(pieces -> String.join("", pieces))
                .list()
                .ofSize(VALUES);
    }
}
