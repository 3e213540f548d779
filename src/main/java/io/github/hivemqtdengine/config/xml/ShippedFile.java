// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** XML file inside the extension's jar. */
public final class ShippedFile {

    private ShippedFile() {}

    /**
     * Returns the root element of a file, whose path is empty.
     *
     * @param name the file's name, for problems that only a defect of the file can cause
     */
    public static Element root(String name, InputStream content) {
        var start = new Location(Path.of(name), name, 1);
        var problems = new Problems(start.file());
        var inputs = new SourceFiles();
        var references = new References(Path.of(""), variable -> null, inputs, problems);
        try {
            return new XmlFile(start, inputs, references, problems)
                    .root(content.readAllBytes(), root -> "")
                    .orElseThrow(
                            () -> new IllegalStateException(problems.inOrder().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
