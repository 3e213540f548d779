// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of recipes has the same SQL in both languages, all of it executed by {@code RecipesIT}. */
class RecipesTest {

    private static final Path TEST = Path.of("src/test/java/io/github/hivemqtdengine/it/RecipesIT.java");

    private final Document page = Document.read(Path.of("docs/recipes.md"));

    @Test
    void shouldHaveTheSameSqlInBothLanguages() {
        assertThat(sql(Document.read(Path.of("docs/recipes.zh-CN.md"))))
                .isEqualTo(sql(page))
                .hasSize(page.blocks().size());
    }

    @Test
    void shouldBeTestedSectionBySection() throws IOException {
        var test = Files.readString(TEST);

        assertThat(page.headings().stream().filter(heading -> heading.level() == 2))
                .hasSizeGreaterThan(5)
                .allSatisfy(heading -> assertThat(test).contains("recipe(\"" + heading.text() + "\")"));
    }

    private static List<List<String>> sql(Document page) {
        return page.blocks().stream()
                .filter(block -> block.language().equals("sql"))
                .map(Document.Block::lines)
                .toList();
    }
}
