// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencesTest {

    private static final Map<String, String> ENVIRONMENT =
            Map.of("HOST", "td1", "PORT", "6041", "NESTED", "${ENV:HOST}");

    @TempDir
    Path folder;

    @Test
    void shouldReplaceVariablesInsideATextAndKeepWhatMappingsUse() {
        assertThat(replace("a ${ENV:HOST}:${ENV:PORT} ${mqtt-topic} b")).isEqualTo("a td1:6041 ${mqtt-topic} b");
    }

    @Test
    void shouldNotReplaceWhatAVariableHolds() {
        assertThat(replace("${ENV:NESTED}")).isEqualTo("${ENV:HOST}");
    }

    @Test
    void shouldKeepAnEscapedReference() {
        assertThat(replace("$${ENV:HOST}")).isEqualTo("$${ENV:HOST}");
    }

    @Test
    void shouldReplaceAFileBesideTheConfigurationWithoutItsLastLineBreak() throws IOException {
        Files.writeString(folder.resolve("unix"), " first\nsecond \n\n");
        Files.writeString(folder.resolve("windows"), "word\r\n");

        assertThat(replace("${FILE:unix}|${FILE:windows}")).isEqualTo(" first\nsecond \n|word");
    }

    @Test
    void shouldReplaceAFileByItsFullPath() throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "密码");

        assertThat(replace("${FILE:" + secret.toAbsolutePath() + "}")).isEqualTo("密码");
    }

    @Test
    void shouldReportWhatIsNotThere() throws IOException {
        Files.write(folder.resolve("latin"), "é".getBytes(StandardCharsets.ISO_8859_1));
        var xml = Sample.XML
                .replace("<lanes>8", "<lanes>${ENV:LANES}")
                .replace("rows=\"500\"", "rows=\"${FILE:rows.txt}\"")
                .replace("<name>factory", "<name>${FILE:latin}")
                .replace("<username>mqtt", "<username>${FILE:.}");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(
                        problem("databases/database/username", "${FILE:.}", file("IOException")),
                        problem("databases/database/name", "${FILE:latin}", file("MalformedInputException")),
                        problem("delivery/lanes", "${ENV:LANES}", "names an environment variable that is not set"),
                        problem("delivery/batch@rows", "${FILE:rows.txt}", file("NoSuchFileException")));
    }

    @Test
    void shouldReportAReferenceWithoutEnd() {
        assertThat(Sample.problems(folder, Sample.with("<username>mqtt", "<username>${ENV:USER")))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(
                        problem("databases/database/username", "${ENV:", "begins a reference that has no closing }"));
    }

    @Test
    void shouldShowOnlyTheReferenceWhereTheRestIsSecret() {
        var xml = Sample.with("s3cr3t&amp;more", "s3cr3t${ENV:SALT}more${FILE:hidden");

        assertThat(Sample.problems(folder, xml)).hasSize(2).allSatisfy(problem -> {
            assertThat(problem.element()).isEqualTo("databases/database/password");
            assertThat(problem.toString()).doesNotContain("s3cr3t", "more", "hidden");
        });
    }

    @Test
    void shouldCheckAValueWithItsReferencesReplacedAndShowItAsItIsWritten() throws IOException {
        Files.writeString(folder.resolve("lanes"), "65\n");

        assertThat(Sample.problems(folder, Sample.with("<lanes>8", "<lanes>${FILE:lanes}")))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(problem("delivery/lanes", "${FILE:lanes}", "is outside 1 to 64"));
    }

    private static Tuple problem(String element, String value, String rule) {
        return tuple(element, value, rule);
    }

    private static String file(String kind) {
        return "names a file that can't be read as UTF-8 text (" + kind + ")";
    }

    private String replace(String text) {
        var problems = new Problems(folder.resolve("config.xml"));
        var references = new References(folder, ENVIRONMENT::get, new SourceFiles(), problems);
        var value = references
                .text("x", Location.startOf(folder.resolve("config.xml")), text)
                .value();
        assertThat(problems.inOrder()).isEqualTo(List.of());
        return String.valueOf(value);
    }
}
