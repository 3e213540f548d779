// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Clock of child processes that is wrong, by libfaketime. */
public final class ShiftedClock {

    private ShiftedClock() {}

    /**
     * Returns the environment of a process whose clock {@link #set} sets while it runs; skips the calling test if there
     * is no libfaketime.
     *
     * @param file file that says how wrong the clock is, written by {@link #set}
     */
    public static Map<String, String> by(Path file) throws IOException {
        Programs.FAKETIME.path();
        return Map.of(
                "LD_PRELOAD",
                library().toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "DONT_FAKE_MONOTONIC",
                "1");
    }

    /** Sets the clock ahead; takes effect within a second. */
    public static void set(Path file, double seconds) throws IOException {
        var draft = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(draft, String.format(Locale.ROOT, "%+.3f", seconds));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Debian has it in a folder named after the machine. */
    private static Path library() throws IOException {
        for (var folder : List.of("/usr/lib", "/usr/lib64", "/usr/local/lib")) {
            if (Files.isDirectory(Path.of(folder))) {
                try (var files =
                        Files.find(Path.of(folder), 3, (file, attributes) -> file.endsWith("libfaketimeMT.so.1"))) {
                    var found = files.findFirst();
                    if (found.isPresent()) {
                        return found.get();
                    }
                }
            }
        }
        Assumptions.abort("no libfaketime beside faketime");
        throw new IllegalStateException("the test is skipped");
    }
}
