// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Atomic file writes: even if the process dies, the file has either its old content or all of the new content. */
final class AtomicFile {

    private AtomicFile() {}

    static void write(Path file, String text) throws IOException {
        var folder = Files.createDirectories(file.toAbsolutePath().getParent());
        var temporary = folder.resolve(file.getFileName() + ".part");
        try {
            Files.writeString(temporary, text);
            move(temporary, file);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
