// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** Two devices never share a subtable. */
class SubtableNamePropertyTest {

    private static final int VALUES = 3;
    private static final List<String> PIECES =
            List.of("_", "a", "b", "-", ".", "/", "ü", "u\u0308", "\uD83D", "\uDE00", "", "x".repeat(200));

    @SeededTest
    void shouldNeverNameTwoDevicesAlike(RandomValues random) {
        var name = new SubtableName(Template.parse(template(random)));
        var one = device(random);
        var other = otherDevice(one, random);

        assertThat(nameOf(name, one).equals(nameOf(name, other))).isEqualTo(one.equals(other));
    }

    @SeededTest
    void shouldNotLetANameBeForged(RandomValues random) {
        var victim = nameOf(new SubtableName(Template.parse(template(random))), device(random));

        for (var pattern : List.of("${mqtt-client-id}", "m_${mqtt-client-id}")) {
            var name = new SubtableName(Template.parse(pattern));
            var forged = SubtableNameTest.nameOf(name, victim.startsWith("m_") ? victim.substring(2) : victim);
            assertThat(forged.matches(".*_[0-9a-f]{32}") && forged.equals(victim))
                    .isFalse();
        }
    }

    @SeededTest
    void shouldGiveNamesThatDatabasesTake(RandomValues random) {
        var name = nameOf(new SubtableName(Template.parse(template(random))), device(random));

        assertThat(name.codePoints()).isNotEmpty().allMatch(NameCharacters::isAllowed);
        assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(192);
    }

    private static String nameOf(SubtableName name, List<String> values) {
        return SubtableNameTest.nameOf(name, values.toArray(String[]::new));
    }

    private static String template(RandomValues random) {
        Supplier<String> literal = () -> random.oneOf("_", "__", "a", "", "-x-", "_a");
        return literal.get() + "_${mqtt-client-id}" + literal.get() + "${mqtt-user-name}" + literal.get()
                + "${mqtt-topic}" + literal.get();
    }

    private static List<String> device(RandomValues random) {
        return random.list(VALUES, VALUES, () -> String.join("", random.list(0, 3, () -> random.oneOf(PIECES))));
    }

    /** The same device, one whose values differ in where they begin and end, or any. */
    private static List<String> otherDevice(List<String> one, RandomValues random) {
        if (random.chance(60)) {
            return device(random);
        }
        var joined = String.join("", one);
        int first = random.chance(30) ? one.get(0).length() : random.between(0, joined.length());
        int end = Math.min(joined.length(), first + one.get(1).length());
        int second = random.anyBoolean() ? end : random.between(first, joined.length());
        return List.of(joined.substring(0, first), joined.substring(first, second), joined.substring(second));
    }
}
