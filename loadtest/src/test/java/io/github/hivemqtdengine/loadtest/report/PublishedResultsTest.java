// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published results are JSON only, so their pages have to come from it. */
class PublishedResultsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"mqttloader", "questdb", "tdengine"})
    void shouldMakeThePages(String name) throws IOException {
        var run = RunFile.read(Path.of("..", "docs", "results", name + ".json"));

        HtmlReport.write(run, folder.resolve("page.html"));

        assertThat(run.scenarios()).hasSizeGreaterThan(5);
        assertThat(Files.readString(folder.resolve("page.html")))
                .contains(run.scenarios().stream().map(ScenarioResult::title).toList());
    }
}
