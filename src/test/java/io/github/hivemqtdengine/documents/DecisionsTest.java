// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each decision is in the table of contents. */
class DecisionsTest {

    private static final Pattern NUMBER = Pattern.compile("(?m)^## (\\d+)\\. ");
    private static final Pattern LISTED = Pattern.compile("\\[(\\d+) [^]]+]\\(#\\1-");

    @Test
    void shouldListEach() {
        var page = Document.read(Path.of("docs/decisions.md")).prose();
        var numbers = NUMBER.matcher(page).results().map(DecisionsTest::number).toList();

        assertThat(numbers).hasSizeGreaterThan(40);
        assertThat(LISTED.matcher(page).results().map(DecisionsTest::number))
                .containsExactlyInAnyOrderElementsOf(numbers);
    }

    private static int number(MatchResult match) {
        return Integer.parseInt(match.group(1));
    }
}
