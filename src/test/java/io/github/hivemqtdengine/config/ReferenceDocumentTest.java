// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.expression.Functions;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.ColumnType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the tables of the pages in two languages to what templates, functions and types can really be. */
class ReferenceDocumentTest {

    private static final String CHINESE = ".zh-CN.md";
    private static final Pattern FIRST_CELL = Pattern.compile("\\| (`[^|]+`) \\|.*");
    private static final Pattern REFERENCE = Pattern.compile("`(\\$\\{(?!ENV|FILE)[^`]+)`");
    private static final Pattern FUNCTION = Pattern.compile("`([a-z][a-z0-9-]*)\\(");
    private static final Pattern TYPE = Pattern.compile("`([A-Z ]{3,}(?:\\([a-z,]+\\))?)`");

    @Test
    void shouldListReferencesThatTemplatesHave() {
        assertThat(Stream.of("mapping", "sql").flatMap(page -> found(REFERENCE, english(page)).stream()))
                .hasSize(45)
                .allSatisfy(reference ->
                        assertThatCode(() -> Template.parse(reference)).doesNotThrowAnyException());
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/mapping.md", "docs/mapping.zh-CN.md"})
    void shouldListTheFunctionsThatExpressionsHave(String document) {
        assertThat(found(FUNCTION, Path.of(document)).stream().distinct())
                .containsExactlyInAnyOrderElementsOf(Functions.names());
    }

    @Test
    void shouldListTypesThatColumnsHave() {
        var types = found(TYPE, english("mapping")).stream()
                .map(type ->
                        ColumnType.parse(type.replace("digits,scale", "9,2").replaceAll("[a-z]+", "64")))
                .toList();

        assertThat(types).extracting(ColumnType::kind).contains(ColumnType.Kind.values());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapping", "sources", "sql", "formats"})
    void shouldSayTheSameInBothLanguages(String page) {
        var chinese = Path.of("docs", page + CHINESE);
        assertThat(found(REFERENCE, chinese)).isEqualTo(found(REFERENCE, english(page)));
        assertThat(found(TYPE, chinese)).isEqualTo(found(TYPE, english(page)));
        assertThat(limits(chinese)).isEqualTo(limits(english(page)));
    }

    private static Path english(String page) {
        return Path.of("docs", page + ".md");
    }

    /** Numbers and units in the rows of tables, without the words between them. */
    private static List<List<String>> limits(Path file) {
        var figure = Pattern.compile("\\d+(?:,\\d{3})*(?: (?:ms|s|min|h|KiB|GiB)\\b)?");
        return lines(file).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line ->
                        figure.matcher(line).results().map(MatchResult::group).toList())
                .toList();
    }

    /** Matches in the first cells of tables. */
    private static List<String> found(Pattern pattern, Path file) {
        return lines(file).stream()
                .map(FIRST_CELL::matcher)
                .filter(Matcher::matches)
                .flatMap(row -> pattern.matcher(row.group(1)).results())
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
