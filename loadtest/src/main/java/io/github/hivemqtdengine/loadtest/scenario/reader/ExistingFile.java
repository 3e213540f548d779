// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Syntax of a value that names a file, absolute or relative to the working directory. */
final class ExistingFile {

    private ExistingFile() {}

    static Path read(String name) {
        var file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new MalformedValueException("must be a file that is there");
        }
        return file;
    }
}
