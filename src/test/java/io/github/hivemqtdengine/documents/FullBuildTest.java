// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the list of promises that only {@code -Pfull} proves to the tests that the fast build leaves out. */
class FullBuildTest {

    private static final String TAG = "@Tag(" + "\"full\")";
    private static final Path PAGE = Path.of("docs", "testing.md");

    @Test
    void shouldNameEveryClassWithTestsThatTheFastBuildLeavesOut() throws IOException {
        var page = Files.readString(PAGE);

        assertThat(classesWithTheTag())
                .hasSizeGreaterThan(20)
                .as("classes with " + TAG + " that " + PAGE + " does not name")
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    @Test
    void shouldHaveNoPlaceholdersInTheirDocument() throws IOException {
        assertThat(Files.readString(PAGE)).doesNotContainPattern("@[A-Z]+@");
    }

    private static List<String> classesWithTheTag() throws IOException {
        try (var main = Files.walk(Path.of("src", "test", "java"));
                var loadTests = Files.walk(Path.of("loadtest", "src", "test", "java"))) {
            return Stream.concat(main, loadTests)
                    .filter(file ->
                            file.toString().endsWith(".java") && text(file).contains(TAG))
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
