// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Comparator;
import java.util.Map;

/** Operations on folders that the JDK lacks. */
final class Folders {

    private Folders() {}

    /** Deletes a folder with its content; does nothing if it is missing. */
    static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Extracts a zip file into a folder, which is created if missing. */
    static void unzip(Path zip, Path folder) throws IOException {
        try (var archive = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true))) {
            var root = archive.getPath("/");
            try (var entries = Files.walk(root)) {
                for (var entry : entries.toList()) {
                    var target = folder.resolve(root.relativize(entry).toString());
                    if (Files.isDirectory(entry)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(entry, target);
                        copyPermissions(entry, target);
                    }
                }
            }
        }
    }

    /** Makes scripts executable where the file system has such a permission. */
    private static void copyPermissions(Path source, Path target) throws IOException {
        var permissions = Files.getFileAttributeView(target, PosixFileAttributeView.class);
        if (permissions != null) {
            permissions.setPermissions(Files.getPosixFilePermissions(source));
        }
    }
}
