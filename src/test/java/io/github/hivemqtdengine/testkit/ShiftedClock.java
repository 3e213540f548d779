// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Lets a process believe in another time, with libfaketime. */
public final class ShiftedClock {

    private ShiftedClock() {}

    /** The environment of a process whose clock is slow; skips the calling test where there is no libfaketime. */
    public static Map<String, String> behindBy(Duration time) {
        return shiftedBy("-" + time.toSeconds());
    }

    /** The environment of a process whose clock is ahead; skips the calling test where there is no libfaketime. */
    public static Map<String, String> aheadBy(Duration time) {
        return shiftedBy("+" + time.toSeconds());
    }

    private static Map<String, String> shiftedBy(String seconds) {
        var library = library();
        if (library.isEmpty()) {
            Assumptions.abort("no libfaketime here: install the package faketime");
        }
        return Map.of("LD_PRELOAD", library.orElseThrow().toString(), "FAKETIME", seconds, "DONT_FAKE_MONOTONIC", "1");
    }

    /**
     * The environment of a process whose clock {@link #step} steps while it runs; empty where there is no libfaketime.
     *
     * @param file what says how wrong the clock is, written by {@link #step}
     */
    public static Map<String, String> steppedBy(Path file) {
        return library()
                .map(library -> Map.of(
                        "LD_PRELOAD",
                        library.toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        file.toString(),
                        "FAKETIME_CACHE_DURATION",
                        "1",
                        "DONT_FAKE_MONOTONIC",
                        "1"))
                .orElse(Map.of());
    }

    /** Sets the clock ahead, or back if negative; takes effect within a second. */
    public static void step(Path file, Duration ahead) throws IOException {
        var draft = Files.writeString(
                file.resolveSibling(file.getFileName() + ".new"), String.format("%+d", ahead.toSeconds()));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Optional<Path> library() {
        if (Programs.isHidden("faketime")) {
            return Optional.empty();
        }
        return Stream.of("/usr/lib", "/usr/lib64", "/usr/local/lib")
                .map(Path::of)
                .filter(Files::isDirectory)
                .flatMap(ShiftedClock::below)
                .findFirst();
    }

    /** Debian has it below a folder that is named for the machine. */
    private static Stream<Path> below(Path folder) {
        try (var folders = Files.list(folder)) {
            return Stream.concat(Stream.of(folder), folders.toList().stream())
                    .map(found -> found.resolve("faketime").resolve("libfaketimeMT.so.1"))
                    .filter(Files::exists);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
