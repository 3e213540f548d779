// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoConfigurationTest {

    private static final Map<String, String> DATABASE = Map.of("username", "me");

    @TempDir
    Path folder;

    private Path file;
    private Path copy;

    @BeforeEach
    void nameFiles() throws IOException {
        file = folder.resolve("config.xml");
        copy = Files.createDirectories(folder.resolve("extension/conf")).resolve("config.xml");
        Files.writeString(copy, "the file of the packaged extension");
    }

    @Test
    void shouldWriteItsOwnMappingWhereThereIsNone() {
        var configuration = new DemoConfiguration(file, copy, DATABASE);

        assertThat(configuration.isKept()).isFalse();
        assertThat(configuration.tables()).containsExactly("presses", "meters", "sensors", "messages");
        assertThat(file).content().contains("<username>me</username>");
        assertThat(copy).hasSameTextualContentAs(file);
    }

    @Test
    void shouldKeepWhatItsUserHasChangedButTheDatabase() throws IOException {
        Files.writeString(
                file,
                "<jdbc-url>old</jdbc-url><username>old</username><password>old</password><table super-table=\"mine\">");

        var configuration = new DemoConfiguration(
                file, copy, Map.of("jdbc-url", "jdbc:new?a=1&b=2", "username", "me", "password", "$1\\"));

        assertThat(configuration.isKept()).isTrue();
        assertThat(configuration.tables()).containsExactly("mine");
        assertThat(file)
                .hasContent("<jdbc-url>jdbc:new?a=1&amp;b=2</jdbc-url><username>me</username>"
                        + "<password>$1\\</password><table super-table=\"mine\">");
        assertThat(copy).hasSameTextualContentAs(file);
    }

    @Test
    void shouldHandOverAnEditAndNameTheTablesOfChangedRoutes() throws IOException {
        var configuration = new DemoConfiguration(file, copy, DATABASE);
        assertThat(configuration.reread()).isFalse();

        edit("value=\"${payload:/v}\"", "value=\"${payload:/v * 1000}\"");
        assertThat(configuration.reread()).isTrue();
        configuration.handOver();
        edit("super-table=\"sensors\"", "super-table=\"probes\"");
        assertThat(configuration.reread()).isTrue();
        configuration.handOver();

        assertThat(configuration.changedTables()).containsExactly("meters", "probes");
        assertThat(configuration.changedTables()).isEmpty();
        assertThat(copy).hasSameTextualContentAs(file);
    }

    @Test
    void shouldWaitForAFileThatAnEditorIsReplacing() throws IOException {
        var configuration = new DemoConfiguration(file, copy, DATABASE);
        var aside = folder.resolve("config.xml~");

        Files.move(file, aside);
        assertThat(configuration.reread()).isFalse();
        Files.move(aside, file);
        edit("presses", "machines");

        assertThat(configuration.reread()).isTrue();
        assertThat(configuration.changedTables()).containsExactly("machines");
    }

    private void edit(String target, String replacement) throws IOException {
        Files.writeString(file, Files.readString(file).replace(target, replacement));
    }
}
