package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A disk in memory that is soon full, gone after the test; tests are skipped where none can be mounted. */
public final class SmallDisk implements AfterEachCallback {

    private @Nullable Path mounted;

    /** Has a folder on a disk of its own from now on; what is in it is not seen any more. */
    public void mount(Path folder, int mebibytes) throws IOException {
        Files.createDirectories(folder);
        try {
            run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", folder.toString());
        } catch (IOException e) {
            SkippedTests.note("no disk can be mounted here: run as root, on Linux");
        }
        mounted = folder;
    }

    /** Lets nobody write to the disk any more. */
    public void makeReadOnly() throws IOException {
        run("mount", "-o", "remount,ro", String.valueOf(mounted));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        if (mounted != null) {
            run("umount", mounted.toString());
        }
    }

    private static void run(String... command) throws IOException {
        var process =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(said);
        }
    }
}
