// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PictureTest {

    @Test
    void shouldBeTheSameInTheArchitectureAndInTheJavadoc() throws IOException {
        var lines = Files.readAllLines(Path.of("src/main/java/io/github/hivemqtdengine/package-info.java"));
        var picture = lines.subList(lines.indexOf(" * <pre>") + 1, lines.indexOf(" * </pre>")).stream()
                .map(line -> line.replaceFirst("^ \\* ", ""))
                .toList();

        assertThat(Document.read(Path.of("docs/architecture.md")).blocks())
                .extracting(Document.Block::lines)
                .contains(picture);
    }
}
