// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message that users see is declared with its meaning, and no declaration is without a log statement. */
class LogMessagesTest {

    private static final Pattern LOGGER = Pattern.compile("\\bLogger\\s+(\\w+)\\s*=");
    private static final Pattern LEVEL = Pattern.compile("TRACE|DEBUG|INFO|WARN|ERROR");
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}");
    private static final Pattern AREA = Pattern.compile("(?m)^## .+\n\n((?:[^#\n].*\n)*)\n<!--messages:(.*)-->");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");

    /** The types whose statements log a value only: one of {@link LogStatements#BUILT}. */
    private static final List<String> WITH_BUILT_TEXTS =
            List.of("ReplayFolder", "RouteAccount", "RunningConfiguration", "StartedExtension");

    private static final List<LogMessage> DECLARED = LogMessage.all();

    @Test
    void shouldDeclareEachMessageOnce() {
        var lines = LogStatements.shown();
        assertThat(lines)
                .hasSizeGreaterThan(100)
                .allSatisfy(line -> assertThat(LogMessage.of(line, DECLARED))
                        .as("declaration of %s in log-messages.txt", line)
                        .isPresent());

        var byDeclaration = lines.stream()
                .collect(groupingBy(line -> LogMessage.of(line, DECLARED).orElseThrow()));
        assertThat(byDeclaration)
                .allSatisfy((message, its) -> assertThat(its)
                        .as("lines that begin with %s", message.start())
                        .hasSize(1));
        assertThat(byDeclaration.keySet()).containsExactlyInAnyOrderElementsOf(DECLARED);
    }

    @Test
    void shouldSayWhatItMeansInBothLanguages() {
        var explained = DECLARED.stream().filter(message -> !message.english().isEmpty());
        assertThat(explained).hasSizeGreaterThan(80).allSatisfy(message -> {
            assertThat(message.english())
                    .isNotBlank()
                    .doesNotContainPattern(HAN)
                    .doesNotEndWith(".");
            assertThat(message.chinese()).containsPattern(HAN).doesNotEndWith("。");
            assertThat(parts(message.chinese())).hasSameSizeAs(parts(message.english()));
            assertThat(code(message.chinese())).isEqualTo(code(message.english()));
        });
    }

    @ParameterizedTest
    @CsvSource({"docs/log-messages.md, troubleshooting.md", "docs/log-messages.zh-CN.md, troubleshooting.zh-CN.md"})
    void shouldLeadFromEveryAreaToASymptom(Path page, String symptoms) throws IOException {
        var lists = AREA.matcher(Files.readString(page)).results().toList();
        var areas = DECLARED.stream().map(LogMessage::area).distinct().toList();

        assertThat(lists.stream().map(list -> list.group(2))).containsExactlyElementsOf(areas);
        assertThat(lists).allSatisfy(list -> assertThat(list.group(1)).contains("](" + symptoms + "#"));
    }

    private static List<String> parts(String text) {
        return List.of(text.split(LogMessage.ARROW, -1));
    }

    private static List<String> code(String text) {
        return CODE.matcher(text)
                .results()
                .map(MatchResult::group)
                .sorted()
                .distinct()
                .toList();
    }

    @Test
    void shouldSeeEveryStatement() {
        LogStatements.SOURCES.forEach((file, source) -> {
            assertThat(LOGGER.matcher(source).results().map(field -> field.group(1)))
                    .as("name of the logger in %s", file)
                    .allMatch("LOG"::equals);
            assertThat(LogLine.statements(source))
                    .as("methods of the logger in %s", file)
                    .allMatch(line -> LEVEL.matcher(line.level()).matches());
            if (WITH_BUILT_TEXTS.stream().noneMatch(type -> LogStatements.declares(file, type))) {
                assertThat(LogLine.statements(source))
                        .as("statements without a text in %s", file)
                        .noneMatch(line -> line.text().equals(LogLine.VALUE));
            }
        });
        assertThat(LogStatements.BUILT)
                .allSatisfy(built -> assertThat(LogStatements.lines(built)).isNotEmpty());
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
    void shouldReadDeclarations() {
        var a = new LogMessage("x", "a \"…\" b", "c → d", "丙 → 丁");
        var longer = new LogMessage("x", "a \"…\" b: c", "e", "戊");
        var ofLevel = new LogMessage("y", "INFO z", "f", "己");
        var plain = new LogMessage("y", "w", "", "");
        var text = "Comment.\n\n[x]\n\na \"…\" b\nc → d\n丙 → 丁\n\na \"…\" b: c\ne\n戊\n\n[y]\n\nINFO z\nf\n己\n\nw\n";
        assertThat(LogMessage.parse(text)).containsExactly(a, longer, ofLevel, plain);

        assertThat(a.beginningOf(new LogLine("WARN", "a \"…\" b; d"))).isEqualTo("a \"…\" b…");
        assertThat(a.beginningOf(new LogLine("WARN", "a \"…\" b"))).isEqualTo("a \"…\" b");
        assertThat(ofLevel.beginningOf(new LogLine("INFO", "z"))).isEqualTo("z");
        assertThat(LogMessage.of(new LogLine("WARN", "a \"…\" b; d"), LogMessage.parse(text)))
                .contains(a);
        assertThat(LogMessage.of(new LogLine("WARN", "a \"…\" b: c: d"), LogMessage.parse(text)))
                .contains(longer);
        assertThat(LogMessage.of(new LogLine("WARN", "z"), LogMessage.parse(text)))
                .isEmpty();
        assertThatThrownBy(() -> LogMessage.parse("[x]\n\na\nb")).hasMessageContaining("Not one or three lines: a");
    }
}
