// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The pictures of the documents show the product as it is. */
class PicturesTest {

    @Test
    void shouldShowTheConsoleAsItIs() throws Exception {
        var sum = MessageDigest.getInstance("SHA-256");
        for (var file : filesOfThePage()) {
            sum.update(Files.readAllBytes(file));
        }

        assertThat(Path.of("docs/pictures/console.sha256"))
                .as("The page has changed. Build the zip, make its pictures again, and look at them: ./mvnw -f"
                        + " loadtest/pom.xml test -Pfull -Dtest=DemoConsoleTest -Dpictures=yes")
                .hasContent(HexFormat.of().formatHex(sum.digest()));
    }

    private static Iterable<Path> filesOfThePage() throws IOException {
        try (var files = Files.list(Path.of("src/main/resources/io/github/hivemqtdengine/cli/console"))) {
            return files.sorted().toList();
        }
    }
}
