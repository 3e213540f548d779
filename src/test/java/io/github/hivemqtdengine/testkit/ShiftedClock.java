package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Lets a process believe in another time, with libfaketime. */
public final class ShiftedClock {

    private ShiftedClock() {}

    /** The environment of a process whose clock is behind; skips the calling test where there is no libfaketime. */
    public static Map<String, String> behindBy(Duration time) {
        return shiftedBy("-" + time.toSeconds());
    }

    /** The environment of a process whose clock is ahead; skips the calling test where there is no libfaketime. */
    public static Map<String, String> aheadBy(Duration time) {
        return shiftedBy("+" + time.toSeconds());
    }

    private static Map<String, String> shiftedBy(String seconds) {
        var library = Programs.isHidden("faketime") ? Optional.<Path>empty() : library();
        if (library.isEmpty()) {
            SkippedTests.note("no libfaketime here: install the package faketime");
        }
        return Map.of("LD_PRELOAD", library.orElseThrow().toString(), "FAKETIME", seconds, "DONT_FAKE_MONOTONIC", "1");
    }

    private static Optional<Path> library() {
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
