// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.Sample;
import io.github.hivemqtdengine.route.RouteSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IncludesTest {

    @TempDir
    Path folder;

    @BeforeEach
    void createFolder() throws IOException {
        Files.createDirectory(folder.resolve("routes"));
    }

    @Test
    void shouldReadIncludedRoutesInTheOrderOfTheirFilesBehindItsOwn() throws IOException {
        write("routes/b.xml", route("second"));
        write("routes/a.xml", "<routes>" + route("first") + route("next") + "</routes>");
        write("routes/.hidden.xml", "no XML");
        write("routes/notes.txt", "no XML");
        Files.createDirectory(folder.resolve("routes/folder.xml"));

        assertThat(Sample.settings(folder, including("routes/*.xml")).routes())
                .extracting(RouteSettings::id)
                .containsExactly("meters", "first", "next", "second");
    }

    @Test
    void shouldDoWithIncludedRoutesOnly() throws IOException {
        write("routes/a.xml", route("only"));
        var xml = Sample.XML.replaceAll("(?s)<route>.*</route>", "<include>routes/a.xml</include>");

        assertThat(Sample.settings(folder, xml).routes())
                .extracting(RouteSettings::id)
                .containsExactly("only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"routes/*.xml", "routes/[ab]?.xml"})
    void shouldTakeAPatternThatMatchesNothing(String pattern) {
        assertThat(Sample.problems(folder, including(pattern))).isEmpty();
    }

    /** One typing error in a pattern would store nothing, and say nothing. */
    @Test
    void shouldRefuseAConfigurationWithoutAnyRoute() {
        var empty =
                Sample.XML.replaceAll("(?s)<routes>.*</routes>", "<routes><include>routes/*.xml</include></routes>");

        assertThat(Sample.problems(folder, empty))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple("routes", "has no route, and no file that it includes has one"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "routes/missing.xml | names a file that is not there",
                "missing/a.xml | names a folder that is not there",
                "nowhere/*.xml | names a folder that is not there",
                "routes | names a file that is not there",
                "../outside.xml | leads out of the configuration's folder; included files lie in it",
                "routes/../../*.xml | leads out of the configuration's folder; included files lie in it",
                "/etc/routes.xml | leads out of the configuration's folder; included files lie in it",
                "*/a.xml | is not a valid file pattern: wildcards are allowed in its last part only, like routes/*.xml",
                "routes/ | is not a valid file pattern: wildcards are allowed in its last part only, like routes/*.xml",
                "routes/[a | can't be looked for (PatternSyntaxException)",
            })
    void shouldRefuseWhatCanNotBeIncluded(String pattern, String rule) {
        assertThat(Sample.problems(folder, including(pattern)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes/include", pattern, rule));
    }

    @Test
    void shouldNameTheFileAndTheLineInItBehindTheProblemsOfTheConfiguration() throws IOException {
        write("routes/a.xml", "<routes>\n" + route("spoilt").replace("DOUBLE", "DUOBLE") + "\n<extra/></routes>");
        var xml = including("routes/a.xml").replace("<lanes>8", "<lanes>99");

        assertThat(Sample.problems(folder, xml))
                .extracting(problem -> problem.place().toString(), Problem::element)
                .containsExactly(
                        tuple("config.xml:" + Sample.lineIn(xml, "<lanes>"), "delivery/lanes"),
                        tuple("routes/a.xml:7", "routes/route/table/column@type"),
                        tuple("routes/a.xml:10", "routes/extra"));
    }

    @Test
    void shouldKeepIdsUniqueOverAllFiles() throws IOException {
        write("routes/a.xml", route("twice"));
        write("routes/b.xml", route("TWICE"));

        assertThat(Sample.problems(folder, including("routes/*.xml")))
                .extracting(problem -> problem.place().name(), Problem::element, Problem::value)
                .containsExactly(tuple("routes/b.xml", "routes/route/id", "TWICE"));
    }

    @Test
    void shouldRefuseIncludesInIncludedFiles() throws IOException {
        write("routes/a.xml", "<routes><include>routes/a.xml</include></routes>");

        assertThat(Sample.problems(folder, including("routes/a.xml")))
                .extracting(Problem::toString)
                .containsExactly("routes/a.xml:1 <routes/include> \"routes/a.xml\" is in an included file, which"
                        + " can't include others; move it to the configuration");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<configuration/>", "<hivemq-tdengine-extension><routes/></hivemq-tdengine-extension>"})
    void shouldRefuseAnotherRoot(String xml) throws IOException {
        write("routes/a.xml", xml);

        assertThat(Sample.problems(folder, including("routes/a.xml")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule())
                        .isEqualTo("is not the root of an included file; that is <routes> or <route>"));
    }

    @Test
    void shouldReplaceReferencesRelativeToTheConfiguration() throws IOException {
        Files.writeString(folder.resolve("id"), "from-file\n");
        write("routes/a.xml", route("${FILE:id}"));

        assertThat(Sample.settings(folder, including("routes/a.xml")).routes())
                .extracting(RouteSettings::id)
                .contains("from-file");
    }

    @Test
    void shouldRefuseDocumentTypesInIncludedFiles() throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "stolen");
        write("routes/a.xml", "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>\n" + route("&e;"));

        var problems = Sample.problems(folder, including("routes/a.xml"));

        assertThat(problems)
                .extracting(problem -> problem.place().toString(), Problem::element)
                .contains(tuple("routes/a.xml:1", "!DOCTYPE"));
        assertThat(problems.toString()).doesNotContain("stolen");
    }

    @Test
    void shouldReportAnIncludedFileThatIsMalformed() throws IOException {
        write("routes/a.xml", "<route>\n<id>x</route>");

        assertThat(Sample.problems(folder, including("routes/a.xml")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.place()).hasToString("routes/a.xml:2");
                    assertThat(problem.element()).isEqualTo("routes/route/id");
                    assertThat(problem.rule()).startsWith("is not well-formed XML");
                });
    }

    private static String including(String pattern) {
        return Sample.with("</route>", "</route><include>" + pattern + "</include>");
    }

    /** Eight lines; the type DOUBLE is in the sixth. */
    private static String route(String id) {
        return """
                <route>
                  <id>%s</id>
                  <mqtt-topic-filters><mqtt-topic-filter>a/b</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="included" sub-table="i_${mqtt-topic}">
                    <column name="v" type="DOUBLE" value="${payload:/v}"/>
                    <tag name="topic" type="VARCHAR(9)" value="${mqtt-topic}"/></table>
                </route>""".formatted(id);
    }

    private void write(String name, String xml) throws IOException {
        Files.writeString(folder.resolve(name), xml);
    }
}
