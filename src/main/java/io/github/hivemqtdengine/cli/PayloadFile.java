package io.github.hivemqtdengine.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;

/** A payload that stands in a file. */
final class PayloadFile {

    private static final Path INPUT = Path.of("-");

    private PayloadFile() {}

    /**
     * Its bytes.
     *
     * @param in what {@code -} stands for
     * @param usage makes wrong usage of a sentence
     * @throws IOException if the input breaks off
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
