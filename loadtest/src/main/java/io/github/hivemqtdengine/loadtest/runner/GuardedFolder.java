package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.stack.Guardian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary folder without folders in it, and the guardian of the processes that use it. Where there is a shell, neither
 * outlives this process.
 */
final class GuardedFolder implements AutoCloseable {

    private final Path path;
    private final Guardian guardian;

    private GuardedFolder(Path path, Guardian guardian) {
        this.path = path;
        this.guardian = guardian;
    }

    static GuardedFolder create(String prefix) throws IOException {
        var path = Files.createTempDirectory(prefix);
        return new GuardedFolder(path, Guardian.of(path));
    }

    Path path() {
        return path;
    }

    Guardian guardian() {
        return guardian;
    }

    /** Kills the processes that are still watched, and deletes the folder. */
    @Override
    public void close() throws IOException {
        guardian.close();
        if (Files.exists(path)) { // there is no shell, or this thread was interrupted
            delete();
        }
    }

    /** A leftover in the folder for temporary files is no reason to fail. */
    private void delete() {
        try (var files = Files.list(path)) {
            files.forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            return;
        }
        path.toFile().delete();
    }
}
