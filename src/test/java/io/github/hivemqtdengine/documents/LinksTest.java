// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links from one document to another, and to headings. */
class LinksTest {

    @Test
    void shouldLeadSomewhere() {
        assertThat(CheckedDocuments.withExamples().stream().flatMap(LinksTest::problems))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "docs/delivery.md, true",
        "docs/delivery.md#no-such-heading, false",
        "docs/no-such-page.md, false",
        "README.md#first-heading, false",
        "#first-heading, true",
        "#second-heading, false",
        "docs, true",
        "docs/results/tdengine.json, true",
        "https://example.com/, true"
    })
    void shouldFindLinksThatLeadNowhere(String target, boolean leadsSomewhere) {
        var page = new Document(Path.of("page.md"), List.of("# First heading", "[link](" + target + ")"));

        assertThat(problems(page).findAny().isEmpty()).isEqualTo(leadsSomewhere);
    }

    private static Stream<String> problems(Document document) {
        return document.links().stream()
                .flatMap(link -> problem(document, link.text())
                        .map(problem -> document + ":" + link.line() + " " + link.text() + ": " + problem)
                        .stream());
    }

    private static Optional<String> problem(Document document, String link) {
        if (link.matches("[a-z]+:.*")) {
            return Optional.empty();
        }
        var parts = link.split("#", 2);
        var file = parts[0].isEmpty() ? document.path() : document.path().resolveSibling(parts[0]);
        if (!parts[0].isEmpty() && !Files.exists(file)) {
            return Optional.of("there is no such file");
        }
        if (parts.length == 1) { // maybe to a picture
            return Optional.empty();
        }
        var target = parts[0].isEmpty() ? document : Files.isRegularFile(file) ? Document.read(file) : null;
        return (target != null && target.anchors().contains(parts[1]))
                ? Optional.empty()
                : Optional.of("there is no such heading");
    }
}
