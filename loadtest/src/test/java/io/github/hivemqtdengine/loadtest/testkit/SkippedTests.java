package io.github.hivemqtdengine.loadtest.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Assumptions;

/** Notes about skipped tests, which the build prints at its end. */
public final class SkippedTests {

    private static final Path NOTES = Path.of("target", "skipped-tests.txt");

    private SkippedTests() {}

    /** Skips the calling test unless a condition holds. */
    public static void unless(boolean condition, String reason) {
        if (!condition) {
            skip(reason);
        }
    }

    /** Skips the calling test; each reason is noted once for all tests and JVMs. */
    public static synchronized void skip(String reason) {
        try {
            note(NOTES.toAbsolutePath(), reason);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Assumptions.abort(reason);
    }

    static void note(Path notes, String reason) throws IOException {
        Files.createDirectories(notes.getParent());
        try (var file = FileChannel.open(
                        notes, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                var lock = file.lock()) {
            if (lock.isValid() && !Files.readAllLines(notes).contains(reason)) {
                file.write(ByteBuffer.wrap((reason + "\n").getBytes(UTF_8)), file.size());
            }
        }
    }
}
