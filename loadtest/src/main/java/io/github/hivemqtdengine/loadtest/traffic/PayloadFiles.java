// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.traffic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Payloads from files: each file of a folder, each line of a {@code .jsonl} file, or one file. */
public final class PayloadFiles {

    private static final long MOST_BYTES = 256L * 1024 * 1024;
    private static final int MOST_PAYLOADS = 1_000_000;
    private static final String LINES = ".jsonl";

    private PayloadFiles() {}

    /**
     * Reads payloads, those of a folder in the order of the names.
     *
     * @return at least one
     * @throws IOException also if there are none, or too many
     */
    public static List<byte[]> read(Path source) throws IOException {
        var payloads = new ArrayList<byte[]>();
        if (Files.isDirectory(source)) {
            try (var files = Files.list(source)) {
                long bytes = 0;
                for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                    bytes += Files.size(file);
                    check(source, payloads.size() + 1, bytes);
                    payloads.add(Files.readAllBytes(file));
                }
            }
        } else if (String.valueOf(source.getFileName()).toLowerCase(Locale.ROOT).endsWith(LINES)) {
            check(source, 1, Files.size(source));
            Files.readString(source)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .forEach(line -> payloads.add(line.getBytes(StandardCharsets.UTF_8)));
            check(source, payloads.size(), 0);
        } else {
            check(source, 1, Files.size(source));
            payloads.add(Files.readAllBytes(source));
        }
        if (payloads.isEmpty()) {
            throw new IOException("There are no payloads in " + source);
        }
        return List.copyOf(payloads);
    }

    private static void check(Path source, int count, long bytes) throws IOException {
        if (count > MOST_PAYLOADS || bytes > MOST_BYTES) {
            throw new IOException(source + " has more than " + MOST_PAYLOADS + " payloads or "
                    + MOST_BYTES / 1024 / 1024 + " MB: take fewer");
        }
    }
}
