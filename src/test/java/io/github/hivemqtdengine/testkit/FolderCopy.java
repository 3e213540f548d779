// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Copies folders as a process that dies now leaves them; files deleted during the copy are left out. */
public final class FolderCopy {

    private FolderCopy() {}

    /**
     * Copies a folder and everything below it.
     *
     * @param to the copy, which does not exist yet
     */
    public static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(target(folder));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                try {
                    Files.copy(file, target(file));
                    return FileVisitResult.CONTINUE;
                } catch (NoSuchFileException e) {
                    return visitFileFailed(file, e);
                }
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException && Files.notExists(file)) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            private Path target(Path file) {
                return to.resolve(from.relativize(file).toString());
            }
        });
    }
}
