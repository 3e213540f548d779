package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** What the JDK can't do to folders in one call. */
final class Folders {

    private Folders() {}

    /** Deletes a folder and all that is in it; does nothing where it is not there. */
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

    /** Copies what is in a zip file into a folder, which is made if it is not there. */
    static void unzip(Path zip, Path folder) throws IOException {
        try (var archive = FileSystems.newFileSystem(zip)) {
            var root = archive.getPath("/");
            try (var entries = Files.walk(root)) {
                for (var entry : entries.toList()) {
                    var target = folder.resolve(root.relativize(entry).toString());
                    if (Files.isDirectory(entry)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(entry, target);
                    }
                }
            }
        }
    }
}
