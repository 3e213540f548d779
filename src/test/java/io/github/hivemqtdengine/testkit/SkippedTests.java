package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Assumptions;

/** Skips tests so that it is seen: the build prints the noted reasons in its last lines. */
final class SkippedTests {

    private static final Path NOTES = Path.of("target", "skipped-tests.txt");

    private SkippedTests() {}

    /** Skips the calling test; the reason is written down once, however many tests it concerns. */
    static synchronized void note(String reason) {
        try {
            Files.createDirectories(NOTES.toAbsolutePath().getParent());
            if (!Files.exists(NOTES) || !Files.readAllLines(NOTES).contains(reason)) {
                Files.writeString(
                        NOTES, reason + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Assumptions.abort(reason);
    }
}
