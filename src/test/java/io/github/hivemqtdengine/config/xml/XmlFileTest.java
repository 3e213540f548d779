// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.Sample;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlFileTest {

    private static final String BOM = "\uFEFF";
    private static final String CHINESE = Sample.with("name=\"voltage\"", "name=\"电压\"");

    @TempDir
    Path folder;

    @Test
    void shouldReportMalformedXmlAsOneProblemWithItsLine() {
        var problems = Sample.problems(folder, Sample.with("</mqtt-topic-filters>", "</topic-filters>"));

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(Sample.line("</mqtt-topic-filters>"));
            assertThat(problem.element()).isEqualTo("routes/route/mqtt-topic-filters");
            assertThat(problem.rule()).startsWith("is not well-formed XML: ");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "no XML at all", "<?xml version=\"1.0\"?>", "<a", "<a/><b/>", "<a x='1' x='2'/>"})
    void shouldReportWhatIsNoXmlAtAll(String xml) {
        assertThat(Sample.problems(folder, xml))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule()).contains("XML"));
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 200_000})
    void shouldReportElementsThatAreNestedTooDeeply(int depth) {
        var nested = "<a>".repeat(depth - 1) + "</a>".repeat(depth - 1);
        assertThat(Sample.problems(folder, Sample.with("<databases>", "\n" + nested + "<databases>")))
                .filteredOn(problem -> problem.rule().equals("is nested too deeply: 100 elements are around it"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).isEqualTo(3);
                    assertThat(problem.element()).isEqualTo("a" + "/a".repeat(99));
                });
    }

    @Test
    void shouldReportAnotherRoot() {
        assertThat(Sample.problems(folder, "<configuration/>"))
                .containsExactly(new Problem(
                        Location.startOf(folder.resolve("config.xml")),
                        "configuration",
                        "",
                        "is not the root of a configuration; that is <hivemq-tdengine-extension>"));
    }

    @Test
    void shouldNotReadFilesThroughEntities() throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "stolen");
        var xml = "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>\n"
                + Sample.with("<id>meters</id>", "<id>&e;</id>");

        var problems = Sample.problems(folder, xml);

        assertThat(problems).extracting(Problem::element).contains("!DOCTYPE");
        assertThat(problems.toString()).doesNotContain("stolen");
    }

    @Test
    void shouldRefuseADocumentTypeThatIsNotUsed() {
        assertThat(Sample.problems(folder, "<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\">\n" + Sample.XML))
                .containsExactly(new Problem(
                        Location.startOf(folder.resolve("config.xml")),
                        "!DOCTYPE",
                        "",
                        "is not allowed; remove the document type declaration"));
    }

    @Test
    void shouldNotExpandEntitiesWithoutEnd() {
        var bomb = """
                <!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
                <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
                """ + Sample.with("<id>meters</id>", "<id>&d;</id>");

        assertThat(Sample.problems(folder, bomb))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.toString()).doesNotContain("lol"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pass&word;x", "pass&word", "pass<word", "pass&word=1&x=2"})
    void shouldNotRepeatAPasswordThatIsNotWellFormed(String password) {
        var problems = Sample.problems(folder, Sample.with("s3cr3t&amp;more", password));

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(Sample.line("<password>"));
            assertThat(problem.toString().replace("password", "")).doesNotContain("pass", "word");
        });
    }

    @Test
    void shouldReadUtf8WithAByteOrderMark() throws IOException {
        assertThat(read(BOM + CHINESE, UTF_8)).isEmpty();
    }

    @Test
    void shouldReadUtf16WithADeclaration() throws IOException {
        var xml = BOM + "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n" + CHINESE;

        assertThat(read(xml, UTF_16LE)).isEmpty();
        assertThat(read(xml, UTF_16BE)).isEmpty();
    }

    @Test
    void shouldReadAnOldChineseEncoding() throws IOException {
        assertThat(read("<?xml version=\"1.0\" encoding=\"GB18030\"?>\n" + CHINESE, Charset.forName("GB18030")))
                .isEmpty();
    }

    @Test
    void shouldReportBytesThatAreNotOfTheEncoding() throws IOException {
        assertThat(read(Sample.with("name=\"voltage\"", "name=\"tens\u00e3o\""), StandardCharsets.ISO_8859_1))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule()).startsWith("is not well-formed XML: "));
    }

    @Test
    void shouldGiveTheLineOnWhichATagBegins() {
        var xml = Sample.with("<column name=\"phase\" type=\"INT\"", "<column name=\"phase\"\n   type=\n  \"INT64\"\n");

        assertThat(Sample.problems(folder, xml)).extracting(Problem::line).containsExactly(Sample.line("\"phase\""));
    }

    @Test
    void shouldReadCommentsAndCdataAsXmlDoes() {
        var xml = Sample.with("s3cr3t&amp;more", "<!-- not this -->s3cr3t<![CDATA[&]]>mo<?nor this?>re");

        assertThat(Sample.settings(folder, xml)).isEqualTo(Sample.settings(folder, Sample.XML));
    }

    private List<Problem> read(String xml, Charset charset) throws IOException {
        return Sample.problems(Files.write(folder.resolve("config.xml"), xml.getBytes(charset)));
    }
}
