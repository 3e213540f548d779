// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of the folder {@code changes}, whose sentences a release moves into the change log. */
class ChangesTest {

    private static final Pattern NAME = Pattern.compile("changes/[a-z0-9]+(?:-[a-z0-9]+)*\\.md");
    private static final Pattern SENTENCE =
            Pattern.compile("(?s)(?:Added|Changed|Removed|Fixed): [A-Z`](?:(?!\n\\s).){10,240}\\.\n");

    @Test
    void shouldBeOneSentenceEach() throws IOException {
        for (var file : CheckedDocuments.TREE.files()) {
            if (file.startsWith("changes/")) {
                assertThat(file).matches(NAME);
                assertThat(Files.readString(Path.of(file))).as(file).matches(SENTENCE);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'Added: Messages name their tables.\n', true",
        "'Fixed: `explain` reads a folder of\nmessages.\n', true",
        "'Better: Messages name their tables.\n', false",
        "'Added: Messages name their tables\n', false",
        "'Added: Messages name their tables.\n\nAdded: And more of them.\n', false",
        "'Added messages that name their tables.\n', false"
    })
    void shouldKnowASentence(String text, boolean isSentence) {
        assertThat(SENTENCE.matcher(text).matches()).isEqualTo(isSentence);
    }
}
