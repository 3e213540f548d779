// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of keys, and the code that names them. */
class KeyTableTest {

    private static final Path SOURCES = Path.of("src/main/java/io/github/hivemqtdengine/loadtest/scenario");
    private static final Path RULES =
            Path.of("src/main/resources/io/github/hivemqtdengine/loadtest/scenario/rules.txt");

    /** Prefixes of keys. */
    private static final Set<String> PREFIXES = Set.of("x.smoke", "x.group", "x.variant");

    /** Names of columns of the database and of x.clients. */
    private static final Set<String> COLUMNS = Set.of("raw_messages", "client_id");

    @Test
    void shouldHaveEveryKeyThatTheCodeNames() throws Exception {
        assertThat(named("\"(x\\.[a-z_]+|[a-z]+_[a-z]+(?:_[a-z]+)?)\"|(?<=get|text|find|refuse|has)\\(\"([a-z]+)\""))
                .contains("num_messages", "payload", "x.rate", "x.reconnect")
                .allMatch(word -> PREFIXES.contains(word)
                        || COLUMNS.contains(word)
                        || ScenarioKey.of(word).isPresent());
    }

    @Test
    void shouldHaveNoKeyThatTheCodeDoesNotName() throws Exception {
        var named = named("\"([a-z._]+)\"|(?<=get|text|find|refuse|has)\\(\"([a-z]+)\"");

        assertThat(ScenarioKey.all().stream().map(key -> key.word().replaceFirst("<n>$", "")))
                .filteredOn(word -> !word.equals("log_level")) // for mqttloader only
                .isSubsetOf(named);
    }

    @Test
    void shouldHaveRulesForKeysOfTheTableOnly() throws Exception {
        var cells = Files.readAllLines(RULES).stream()
                .skip(2)
                .flatMap(line -> Stream.of(line.split(" \\| |^\\| ")).skip(1).limit(2))
                .flatMap(cell -> Stream.of(cell.split(", ")))
                .map(condition -> condition.replaceFirst("^no ", "").replaceFirst(" .*", ""));

        assertThat(cells)
                .hasSizeGreaterThan(80)
                .allMatch(
                        word -> PREFIXES.contains(word) || ScenarioKey.of(word).isPresent());
    }

    private static Set<String> named(String pattern) throws IOException {
        try (var files = Files.walk(SOURCES)) {
            return files.filter(Files::isRegularFile)
                    .flatMap(
                            file -> Pattern.compile(pattern).matcher(text(file)).results())
                    .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                    .collect(Collectors.toSet());
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
