// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCommandTest {

    private static final String PAGE = """
            # Meters

            ## Messages

            ### `site/b1/meter/7`

            ```json
            {"t": 1767322800123, "v": 229.7, "p": 2}
            ```

            ### `site/b1/meter/7`

            Dead letter: `type_mismatch`, no number.

            ```json
            {"t": 1767322800124, "v": "n/a"}
            ```

            ## Rows

            ### `meters`

            | subtable | ts | site | voltage | phase | unit |
            |---|---|---|---|---|---|
            | m_b1_7 | 2026-01-02T03:00:00.123Z | b1 | 229.7 | 2 | NULL |
            """;

    @TempDir
    private Path home;

    private Terminal terminal;
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        terminal = new Terminal(home);
        folder = Files.createDirectories(home.resolve("mappings/plant"));
        Files.writeString(folder.resolve("config.xml"), Terminal.CONFIGURATION);
        page(PAGE);
    }

    private void page(String text) throws IOException {
        Files.writeString(folder.resolve("README.md"), text);
    }

    @Test
    void shouldPassTheExamplesOfTheProject() {
        var result = terminal.run("test", "conf/examples");

        assertThat(result.code()).as(result.out()).isZero();
        assertThat(result.out().lines()).hasSizeGreaterThan(12).allMatch(line -> line.startsWith("ok    "));
    }

    @Test
    void shouldTestAFolderOrTheFoldersInIt() {
        assertThat(terminal.run("test", folder.toString()).out()).isEqualTo("ok    " + folder + ", 4 cases\n");
        assertThat(terminal.run("test", home.resolve("mappings").toString()).out())
                .isEqualTo("ok    " + folder + ", 4 cases\n");
    }

    @Test
    void shouldSayWhatDiffers() throws Exception {
        page(PAGE.replace("229.7 | 2", "230 | 2").replace("Dead letter: `type_mismatch`", "Dead letter: `missing`"));
        var junit = home.resolve("target/results.xml");

        var result = terminal.run("test", folder.toString(), "--junit", junit.toString());

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out().replace(folder.toString(), "plant")).isEqualTo("""
                fail  plant, 4 cases
                      message 2, site/b1/meter/7
                        Without a dead letter of the page: missing
                        With a dead letter that the page does not have: type_mismatch
                      table meters
                        Without a row of the page: | m_b1_7 | 2026-01-02T03:00:00.123Z | b1 | 230 | 2 | NULL |
                        With a row that the page does not have: | m_b1_7 | 2026-01-02T03:00:00.123Z | b1 | 229.7 | 2 | NULL |
                """);
        var suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(junit.toFile())
                .getElementsByTagName("testsuite")
                .item(0);
        assertThat(suite.getAttributes().getNamedItem("failures").getNodeValue())
                .isEqualTo("2");
        assertThat(terminal.run("test", folder.toString(), "--json").json("tests"))
                .singleElement()
                .satisfies(test -> assertThat(test).containsEntry("passed", false));
    }

    @Test
    void shouldCompareValuesAndNotTheirWriting() throws IOException {
        page(PAGE.replace("229.7 | 2", "229.70 | 2.0").replace("03:00:00.123Z", "03:00:00.123000Z"));
        assertThat(terminal.run("test", folder.toString()).code()).isZero();

        page(PAGE.replace(" phase |", "")
                .replace("---|---|---|---|---|---|", "---|---|---|---|---|")
                .replace(" 2 |", ""));
        assertThat(terminal.run("test", folder.toString()).out()).contains("The page does not have the column phase");
    }

    @Test
    void shouldFollowEqualTimesOfTheRoute() throws IOException {
        var first = "### `site/b1/meter/7`\n\n```json\n{\"t\": 1767322800123, \"v\": 1}\n```\n\n";
        Files.writeString(
                folder.resolve("config.xml"),
                Terminal.CONFIGURATION.replace("unit=\"ms\"", "unit=\"ms\" on-equal=\"reject\""));
        page(PAGE.replace("## Messages\n\n", "## Messages\n\n" + first));

        assertThat(terminal.run("test", folder.toString()).out())
                .contains("message 2, site/b1/meter/7", "With a dead letter that the page does not have: ");
    }

    @Test
    void shouldFailForRowsThatThePageDoesNotName() throws IOException {
        page(PAGE.substring(0, PAGE.indexOf("## Rows")));

        assertThat(terminal.run("test", folder.toString()).out())
                .contains("table meters", "The page does not have it, but messages make rows of it");
    }

    @Test
    void shouldReadAPageInChinese() throws IOException {
        page(PAGE.replace("## Messages", "## 消息").replace("## Rows", "## 行").replace("Dead letter: ", "死信："));

        assertThat(terminal.run("test", folder.toString()).code()).isZero();
    }

    @Test
    void shouldSayWhatIsWrongWithAPageOrAConfiguration() throws IOException {
        page(PAGE.replace("```json\n{\"t\": 1767322800123, \"v\": 229.7, \"p\": 2}\n```", ""));
        assertThat(terminal.run("test", folder.toString()).out())
                .contains("line 5: the message to site/b1/meter/7 has no payload between two lines of ```");
        page(PAGE.replace("|---|---|---|---|---|---|", "|---|"));
        assertThat(terminal.run("test", folder.toString()).out())
                .contains("line 21: the rows of meters are no Markdown table");
        page("# Nothing");
        assertThat(terminal.run("test", folder.toString()).out()).contains("It has no messages below a heading");
        page(PAGE);
        Files.writeString(folder.resolve("config.xml"), Terminal.CONFIGURATION.replace("\"INT\"", "\"INTEGER\""));
        assertThat(terminal.run("test", folder.toString()).out())
                .contains("config.xml:", "<routes/route/table/column@type>");
        assertThat(terminal.run("test", home.toString()).err()).contains("nor a folder in it has a config.xml");
        page(PAGE.replace("### `site/b1/meter/7`", "### site/b1/meter/7"));
        assertThat(terminal.run("test", folder.toString()).out())
                .contains("line 5: write the topic or the table in backquotes");
        Files.delete(folder.resolve("README.md"));
        assertThat(terminal.run("test", folder.toString()).out()).contains("There is no such file beside");
        assertThat(terminal.run("test", "conf/examples/senml", "--junit", "/dev/null/x")
                        .err())
                .contains("--junit /dev/null/x can't be written");
        assertThat(terminal.run("test", "nosuch").err()).contains("nosuch is not a folder");
    }
}
