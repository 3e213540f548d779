package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every log statement of the product has its row in the tables of both languages, and no row is without a statement. Each
 * table leads to symptoms.
 */
class LogTableTest {

    private static final String ENGLISH = "docs/monitoring.md";
    private static final String CHINESE = "docs/monitoring.zh-CN.md";
    private static final Pattern LOGGER = Pattern.compile("\\bLogger\\s+(\\w+)\\s*=");
    private static final Pattern LEVEL = Pattern.compile("TRACE|DEBUG|INFO|WARN|ERROR");
    private static final Pattern SECTION = Pattern.compile("(?m)^#+ ");
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

    /** Texts that are built apart from their statements. */
    private record Built(String type, String level, Pattern before) {}

    private static final List<Built> BUILT = List.of(
            new Built("SequenceNumbers", "WARN", Pattern.compile("events\\.warn\\((?=\")")),
            new Built("StartReport", "INFO", Pattern.compile("String line\\([^{]*\\{[^}]*return (?=\"Route)")),
            new Built("StartReport", "WARN", Pattern.compile("String warning\\([^{]*\\{\\s*return ")),
            new Built("ReplayFolder", "WARN", Pattern.compile("\\bwarnOnce\\(\\w+, (?=\")")));

    /** The types whose statements log a value only: one of {@link #BUILT}. */
    private static final List<String> WITH_BUILT_TEXTS =
            List.of("ReplayFolder", "RouteAccount", "RunningConfiguration", "StartedExtension");

    private static final Map<String, String> SOURCES = sources();

    @ParameterizedTest
    @ValueSource(strings = {ENGLISH, CHINESE})
    void shouldHaveARowForEachStatement(String document) throws IOException {
        assertThat(rows(document).map(LogLine.Row::line)).containsExactlyInAnyOrderElementsOf(logged());
    }

    @Test
    void shouldHaveTheSameOrderInBothLanguages() throws IOException {
        assertThat(rows(CHINESE).map(LogLine.Row::line))
                .containsExactlyElementsOf(rows(ENGLISH).map(LogLine.Row::line).toList());
        assertThat(rows(CHINESE)).allMatch(row -> HAN.matcher(row.meaning()).find());
        assertThat(rows(ENGLISH))
                .noneMatch(row -> HAN.matcher(row.meaning() + row.remedy()).find());
    }

    @Test
    void shouldLeadFromEverySectionToASymptom() throws IOException {
        assertThat(symptoms(ENGLISH, "troubleshooting.md#"))
                .isEqualTo(symptoms(CHINESE, "troubleshooting.zh-CN.md#"))
                .doesNotContain(0L);
    }

    /** Returns the number of links to a page in front of each table of log lines. */
    private static List<Long> symptoms(String document, String page) throws IOException {
        var link = Pattern.compile(Pattern.quote("](" + page));
        return SECTION.splitAsStream(Files.readString(Path.of(document)))
                .filter(section -> !LogLine.rows(section).isEmpty())
                .map(section -> link.matcher(section.substring(0, section.indexOf("\n|")))
                        .results()
                        .count())
                .toList();
    }

    @Test
    void shouldSeeEveryStatement() {
        SOURCES.forEach((file, source) -> {
            assertThat(LOGGER.matcher(source).results().map(field -> field.group(1)))
                    .as("name of the logger in %s", file)
                    .allMatch("LOG"::equals);
            assertThat(LogLine.statements(source))
                    .as("methods of the logger in %s", file)
                    .allMatch(line -> LEVEL.matcher(line.level()).matches());
            if (WITH_BUILT_TEXTS.stream().noneMatch(type -> declares(file, type))) {
                assertThat(LogLine.statements(source))
                        .as("statements without a text in %s", file)
                        .noneMatch(line -> line.text().equals(LogLine.VALUE));
            }
        });
        assertThat(BUILT).allSatisfy(built -> assertThat(lines(built)).isNotEmpty());
    }

    static List<List<String>> statements() {
        return List.of(
                List.of("LOG.info(\"a {} b\", x);", "INFO a … b"),
                List.of("LOG.warn(\n    \"a {}\"\n    + \" b\", f(x, \"c\"));", "WARN a … b"),
                List.of("LOG.error(\"a \\\"{}\\\": \" + why + \" b\");", "ERROR a \"…\": … b"),
                List.of("String A = \"a, \" + \"b\"; LOG.error(A + \" c\");", "ERROR a, b c"),
                List.of("LOG.debug(\"a:\\n{}\", x);", "DEBUG a:…"),
                List.of("LOG.warn(x.y(), e);", "WARN …"),
                List.of("all.forEach(LOG::warn);", "WARN …"),
                List.of("LOG.info( // why, indeed\n \"a\");", "INFO a"),
                List.of("LOG.atInfo().log(\"a\");", "ATINFO …"));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void shouldReadStatements(List<String> statementAndLine) {
        assertThat(LogLine.statements(statementAndLine.get(0)))
                .extracting(line -> line.level() + " " + line.text())
                .containsExactly(statementAndLine.get(1));
    }

    @Test
    void shouldReadRows() {
        assertThat(LogLine.rows("""
                | level | text | meaning | what to do |
                |---|---|---|---|
                | WARN | `a "…" b` | c | d. |
                | WARN | `without a remedy` | c |  |
                | `other` | `table` | c | d |
                """)).containsExactly(new LogLine.Row(new LogLine("WARN", "a \"…\" b"), "c", "d."));
    }

    private static Stream<LogLine.Row> rows(String document) throws IOException {
        return LogLine.rows(Files.readString(Path.of(document))).stream();
    }

    private static List<LogLine> logged() {
        var statements = SOURCES.values().stream()
                .flatMap(source -> LogLine.statements(source).stream())
                .filter(line -> !line.text().equals(LogLine.VALUE));
        return Stream.concat(statements, BUILT.stream().flatMap(built -> lines(built).stream()))
                .distinct()
                .toList();
    }

    private static List<LogLine> lines(Built built) {
        return SOURCES.entrySet().stream()
                .filter(source -> declares(source.getKey(), built.type()))
                .flatMap(source -> LogLine.built(source.getValue(), built.level(), built.before()).stream())
                .toList();
    }

    private static boolean declares(String file, String type) {
        return file.endsWith("/" + type + ".java");
    }

    /** Returns the product's sources by their paths. */
    private static Map<String, String> sources() {
        var sources = new TreeMap<String, String>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                sources.put(file.toString().replace('\\', '/'), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }
}
