// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The project's documents and the source tree that they are about. */
final class CheckedDocuments {

    static final SourceTree TREE = new SourceTree(Path.of(""));

    private static final Pattern CHECKED = Pattern.compile(
            "(?:README|CONTRIBUTING|(?:loadtest/)?docs/(?:[^/]+/)*[^/]+|(?:docker|conf/examples|loadtest)/README)"
                    + "(?:\\.zh-CN)?\\.md");

    private CheckedDocuments() {}

    /** Returns the documents whose names are held to the code. */
    static List<Document> all() {
        return TREE.files().stream()
                .filter(file -> CHECKED.matcher(file).matches())
                .map(file -> Document.read(Path.of(file)))
                .toList();
    }

    /** Returns every Markdown file, also the pages of examples and the change log. */
    static List<Document> withExamples() {
        return TREE.files().stream()
                .filter(file -> file.endsWith(".md"))
                .map(file -> Document.read(Path.of(file)))
                .toList();
    }
}
