// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.jdbc.questdb.QuestDbIdentifier;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifierTest {

    @ParameterizedTest
    @ValueSource(strings = {"meters", "Meters", "select", "a/b", "a'b\"c;--", "漢字 😀", "-1"})
    void shouldQuoteWhatTDengineCanName(String name) {
        assertThat(Identifier.table(name)).isEqualTo("`" + name + "`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a`b", "a.b", "a\nb", "a\u0000b", "\uD83D"})
    void shouldRefuseWhatTDengineCanNotName(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> Identifier.table(name));
    }

    @Test
    void shouldCountBytesNotCharacters() {
        assertThat(Identifier.table("漢".repeat(64))).hasSize(66);
        assertThatIllegalArgumentException().isThrownBy(() -> Identifier.table("漢".repeat(65)));
        assertThatIllegalArgumentException().isThrownBy(() -> Identifier.column("x".repeat(65)));
        assertThatIllegalArgumentException().isThrownBy(() -> Identifier.database("x".repeat(65)));
    }

    @SeededTest
    void shouldNeverLetANameOutOfItsQuotes(RandomValues random) {
        var name = random.text(100);

        assertQuotedOrRefused('`', name, Identifier::table);
        assertQuotedOrRefused('"', name, QuestDbIdentifier::table);
        assertQuotedOrRefused('"', name, QuestDbIdentifier::column);
    }

    private static void assertQuotedOrRefused(
            char quote, String name, java.util.function.UnaryOperator<String> quoting) {
        try {
            assertThat(quoting.apply(name)).isEqualTo(quote + name + quote);
            assertThat(name).doesNotContain(String.valueOf(quote));
        } catch (IllegalArgumentException e) {
            assertThat(String.valueOf(e.getMessage()).replace(name, ""))
                    .isNotBlank()
                    .doesNotContain("\0\0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "漢字", "a;b", "A_1", "a-b", "a.b"})
    void shouldQuoteWhatQuestDbCanName(String name) {
        assertThat(QuestDbIdentifier.table(name)).isEqualTo('"' + name + '"');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "a/b", "a\"b", "a'b", "a\\b", "a?b", "a,b", "a:b", "(a)", "a+b", "*", "%", "~", ".a", "a.", "a..b"
            })
    void shouldRefuseWhatQuestDbCanNotName(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> QuestDbIdentifier.table(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "a-b"})
    void shouldRefuseWhatQuestDbCanNotNameAColumn(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> QuestDbIdentifier.column(name));
    }
}
