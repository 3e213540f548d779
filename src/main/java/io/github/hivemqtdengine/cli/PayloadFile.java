package io.github.hivemqtdengine.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;

/** Reads a payload from a file or the standard input. */
final class PayloadFile {

    private static final Path INPUT = Path.of("-");

    private PayloadFile() {}

    /**
     * Returns the bytes.
     *
     * @param in the source for {@code -}
     * @param usage creates a usage error from a sentence
     * @throws IOException if the input can't be read
     * @throws ParameterException if the file can't be read
     */
    static byte[] read(Path file, InputStream in, Function<String, ParameterException> usage) throws IOException {
        if (file.equals(INPUT)) {
            return in.readAllBytes();
        }
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw usage.apply(
                    "--payload " + file + " can't be read (" + e.getClass().getSimpleName() + ")");
        }
    }
}
