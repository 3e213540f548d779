// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders that live as long as the process, for what its tests share. */
public final class TemporaryFolder {

    private TemporaryFolder() {}

    /** A new folder that is deleted when the process ends. */
    public static Path create(String name) {
        try {
            var folder = Files.createTempDirectory("hivemq-tdengine-" + name + "-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder and all that is in it, as far as that can be done. */
    static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
