package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoConfigurationTest {

    @TempDir
    Path folder;

    @Test
    void shouldNameTheTablesOfItsRoutes() {
        assertThat(new DemoConfiguration(folder.resolve("config.xml")).tables())
                .containsExactly("presses", "meters", "sensors", "messages");
    }

    @Test
    void shouldKeepWhatItsUserHasChangedButTheDatabase() throws IOException {
        var file = folder.resolve("config.xml");
        Files.writeString(
                file,
                "<jdbc-url>old</jdbc-url><username>old</username><password>old</password><table super-table=\"mine\">");
        var copy = folder.resolve("extension/conf/config.xml");

        new DemoConfiguration(file)
                .use(Map.of("jdbc-url", "jdbc:new?a=1&b=2", "username", "me", "password", "$1\\"), copy);

        assertThat(file)
                .hasContent("<jdbc-url>jdbc:new?a=1&amp;b=2</jdbc-url><username>me</username>"
                        + "<password>$1\\</password><table super-table=\"mine\">");
        assertThat(copy).hasSameTextualContentAs(file);
    }
}
