// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.mqttloader;

import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Flat temporary folder with the guardian of the processes that use it. On systems with a shell, neither outlives this
 * process.
 */
public final class GuardedFolder implements AutoCloseable {

    private final Path path;
    private final Guardian guardian;

    private GuardedFolder(Path path, Guardian guardian) {
        this.path = path;
        this.guardian = guardian;
    }

    public static GuardedFolder create(String prefix) throws IOException {
        var path = Files.createTempDirectory(prefix);
        return new GuardedFolder(path, Guardian.of(path));
    }

    public Path path() {
        return path;
    }

    Guardian guardian() {
        return guardian;
    }

    /** Kills the processes still watched, and deletes the folder. */
    @Override
    public void close() throws IOException {
        guardian.close();
        if (Files.exists(path)) { // without a shell, or after an interrupt
            delete();
        }
    }

    /** Best effort: a leftover temporary file is no reason to fail. */
    private void delete() {
        try (var files = Files.list(path)) {
            files.forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            return;
        }
        path.toFile().delete();
    }
}
