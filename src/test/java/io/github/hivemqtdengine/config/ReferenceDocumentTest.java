package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.expression.Functions;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.ColumnType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the references in two languages to what templates and types can really be. */
class ReferenceDocumentTest {

    private static final Path ENGLISH = Path.of("docs/configuration.md");
    private static final Path CHINESE = Path.of("docs/configuration.zh-CN.md");
    private static final Pattern FIRST_CELL = Pattern.compile("\\| (`[^|]+`) \\|.*");
    private static final Pattern REFERENCE = Pattern.compile("`(\\$\\{(?!ENV|FILE)[^`]+)`");
    private static final Pattern FUNCTION = Pattern.compile("`([a-z][a-z0-9-]*)\\(");
    private static final Pattern TYPE = Pattern.compile("`([A-Z ]{3,}(?:\\([a-z,]+\\))?)`");

    @Test
    void shouldListReferencesThatTemplatesHave() throws IOException {
        assertThat(found(REFERENCE, ENGLISH))
                .hasSize(45)
                .allSatisfy(reference ->
                        assertThatCode(() -> Template.parse(reference)).doesNotThrowAnyException());
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/configuration.md", "docs/configuration.zh-CN.md"})
    void shouldListTheFunctionsThatExpressionsHave(String document) throws IOException {
        assertThat(found(FUNCTION, Path.of(document)).stream().distinct())
                .containsExactlyInAnyOrderElementsOf(Functions.names());
    }

    @Test
    void shouldListTypesThatColumnsHave() throws IOException {
        var types = found(TYPE, ENGLISH).stream()
                .map(type ->
                        ColumnType.parse(type.replace("digits,scale", "9,2").replaceAll("[a-z]+", "64")))
                .toList();

        assertThat(types).extracting(ColumnType::kind).contains(ColumnType.Kind.values());
    }

    @Test
    void shouldSayTheSameInBothLanguages() throws IOException {
        assertThat(found(REFERENCE, CHINESE)).isEqualTo(found(REFERENCE, ENGLISH));
        assertThat(found(TYPE, CHINESE)).isEqualTo(found(TYPE, ENGLISH));
        assertThat(limits(CHINESE)).isEqualTo(limits(ENGLISH));
    }

    /** Numbers and units in the rows of tables, without the words between them. */
    private static List<List<String>> limits(Path file) throws IOException {
        var figure = Pattern.compile("\\d+(?:,\\d{3})*(?: (?:ms|s|min|h|KiB|GiB)\\b)?");
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line ->
                        figure.matcher(line).results().map(MatchResult::group).toList())
                .toList();
    }

    /** Matches in the first cells of tables. */
    private static List<String> found(Pattern pattern, Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(FIRST_CELL::matcher)
                .filter(Matcher::matches)
                .flatMap(row -> pattern.matcher(row.group(1)).results())
                .map(match -> match.group(1))
                .toList();
    }
}
