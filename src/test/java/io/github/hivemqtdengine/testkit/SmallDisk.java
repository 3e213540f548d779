// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A disk in memory that is soon full, gone after the test; tests are skipped where none can be mounted. */
public final class SmallDisk implements AfterEachCallback {

    private static final int CHUNK = 1 << 20;

    private @Nullable Path mounted;

    /** Mounts a disk on a folder; the previous content of the folder is hidden. */
    public void mount(Path folder, int mebibytes) throws IOException {
        if (!mountIfPossible(folder, mebibytes)) {
            Assumptions.abort("no disk can be mounted here: run as root, on Linux");
        }
    }

    /** The same for tests that do without; {@code false} if no disk can be mounted here. */
    public boolean mountIfPossible(Path folder, int mebibytes) throws IOException {
        Files.createDirectories(folder);
        try {
            run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", folder.toString());
        } catch (IOException e) {
            return false;
        }
        mounted = folder;
        return true;
    }

    /** Fills the disk with a file, which is returned, until no more than this is free. */
    public Path fill(int leftMebibytes) throws IOException {
        var file = Objects.requireNonNull(mounted).resolve("foreign");
        var disk = Files.getFileStore(mounted);
        long left = (long) leftMebibytes << 20;
        try (var out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long excess = disk.getUsableSpace() - left; excess > 0; excess = disk.getUsableSpace() - left) {
                out.write(ByteBuffer.allocate((int) Math.min(excess, CHUNK)));
            }
        } catch (IOException e) {
            if (disk.getUsableSpace() > left + CHUNK) {
                throw e;
            } // else another process has taken the rest
        }
        return file;
    }

    /** Makes the disk read-only. */
    public void makeReadOnly() throws IOException {
        run("mount", "-o", "remount,ro", String.valueOf(mounted));
    }

    /** Makes the disk writable again. */
    public void makeWritable() throws IOException {
        run("mount", "-o", "remount,rw", String.valueOf(mounted));
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
