// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioReader;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The README, and the pages below docs. */
class ReadmeTest {

    private static final Path README = Path.of("README.md");
    private static final Path CHINESE = Path.of("README.zh-CN.md");
    private static final Path SCENARIOS = Path.of("docs/scenarios.md");

    /** The tables are written from {@code keys.txt} by {@code ./mvnw test -Dtest=ReadmeTest -Dtests.write}. */
    @ParameterizedTest
    @CsvSource({"scenarios.md, key | default | meaning, false", "scenarios.zh-CN.md, 键 | 默认值 | 含义, true"})
    void shouldListEveryKeyWithItsDefault(String name, String titles, boolean chinese) throws Exception {
        var page = Path.of("docs", name);
        var head = "| " + titles + " |\n|---|---|---|\n";
        var table = ScenarioKey.all().stream().map(key -> line(key, chinese)).collect(Collectors.joining());
        if (Boolean.getBoolean("tests.write")) {
            var text = Files.readString(page);
            int start = text.indexOf(head) + head.length();
            Files.writeString(page, text.substring(0, start) + table + text.substring(text.indexOf("\n\n", start) + 1));
        }

        assertThat(Files.readString(page)).contains(head + table + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -Pfull"})
    void shouldShowHowToRunTheTests(String profile) throws Exception {
        assertThat(Files.readString(README))
                .containsPattern("(?m)^\\./mvnw -f loadtest/pom\\.xml verify" + profile + " +#");
    }

    @Test
    void shouldNameTheTagAndTheProfileOfThePom() throws Exception {
        assertThat(Files.readString(README)).contains("JUnit tag `full`", "with `-Pfull`");
        assertThat(Files.readString(Path.of("../parent/pom.xml")))
                .contains(
                        "<tests.excluded>full</tests.excluded>",
                        "<excludedGroups>${tests.excluded}</excludedGroups>",
                        "<id>full</id>");
    }

    @Test
    void shouldNameThePrograms() throws Exception {
        var programs = Stream.of(Programs.values())
                .filter(program -> program != Programs.OPENSSL)
                .map(program -> program.name().toLowerCase(Locale.ROOT));

        assertThat(Files.readString(README))
                .contains("`TESTS_WITHOUT=tdengine," + programs.collect(Collectors.joining(",")) + "`");
    }

    private static String line(ScenarioKey key, boolean chinese) {
        var byDefault = key.byDefault().isEmpty() ? "" : "`" + key.byDefault() + "`";
        return "| `" + key.word() + "` | " + byDefault + " | " + (chinese ? key.chinese() : key.meaning()) + " |\n";
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void shouldExplainEveryMode(Mode mode) throws Exception {
        assertThat(Files.readString(README)).contains("| `" + mode.word() + "` | ");
        assertThat(Files.readString(CHINESE)).contains("| `" + mode.word() + "` | ");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShowAScenarioThatCanBeRead(boolean smoke, @TempDir Path folder) throws Exception {
        var text = Files.readString(SCENARIOS);
        int start = text.indexOf("```properties\n") + "```properties\n".length();
        var file = folder.resolve("my.conf");
        Files.writeString(file, text.substring(start, text.indexOf("```", start)));
        var scenario = ScenarioReader.read(file, new Variation(smoke, Map.of()));

        assertThat(scenario.load().only().rows().table()).contains("meters");
        assertThat(scenario.faults()).hasSize(1);
    }

    /** A newcomer finds every page from the first screen, and the README stays short. */
    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void shouldLeadToEveryPage(String readme) throws Exception {
        var text = Files.readString(Path.of(readme));
        var firstScreen = text.lines().limit(50).collect(Collectors.joining("\n"));
        try (var pages = Files.list(Path.of("docs"))) {
            assertThat(pages.map(page -> page.getFileName().toString())
                            .filter(page -> page.endsWith(".zh-CN.md") == readme.endsWith(".zh-CN.md")))
                    .hasSizeGreaterThan(2)
                    .allSatisfy(page -> assertThat(firstScreen).contains("](docs/" + page));
        }
        assertThat(text.lines().count()).isLessThan(350);
    }
}
