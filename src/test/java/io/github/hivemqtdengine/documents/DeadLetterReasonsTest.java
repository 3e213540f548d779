// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of dead letters have all reasons. */
class DeadLetterReasonsTest {

    private static final Pattern REASON = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");

    @ParameterizedTest
    @ValueSource(strings = {"docs/dead-letters.md", "docs/dead-letters.zh-CN.md"})
    void shouldBeListed(Path page) throws IOException {
        var reasons = Arrays.stream(DeadLetterReason.values())
                .map(reason -> reason.name().toLowerCase(Locale.ROOT))
                .toList();

        assertThat(REASON.matcher(Files.readString(page)).results().map(row -> row.group(1)))
                .containsOnlyOnceElementsOf(reasons)
                .hasSize(reasons.size() + 1); // the heading of the column
    }
}
