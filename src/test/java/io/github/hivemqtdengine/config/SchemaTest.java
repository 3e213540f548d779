package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.config.xml.KnownNames;
import io.github.hivemqtdengine.config.xml.Problem;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/** Compares the schema for editors and the two references with what the reader accepts. */
class SchemaTest {

    /** Leaves out everything that has a default; two routes, since one cannot contain all of it. */
    private static final String SPARSE = """
            <hivemq-tdengine-extension>
              <databases>
                <database>
                  <id>plant</id>
                  <jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                  <username>root</username>
                  <password>taosdata</password>
                  <name>factory</name>
                  <tls/>
                </database>
              </databases>
              <schema-registries>
                <registry>
                  <id>main</id>
                  <url>http://localhost:8081</url>
                </registry>
              </schema-registries>
              <routes>
                <route>
                  <id>arrival</id>
                  <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="raw"/>
                  <table super-table="messages" sub-table="${mqtt-topic}">
                    <timestamp on-equal="composite-key"/>
                    <tag name="topic" type="VARCHAR(64)" value="${mqtt-topic}"/>
                    <column name="payload" type="VARCHAR(64)" value="${payload}"/>
                  </table>
                  <on-error/>
                </route>
                <route>
                  <id>payload</id>
                  <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows="/r" pivot="/p" compression="auto"/>
                  <table super-table="meters" sub-table="m_${mqtt-topic}">
                    <timestamp value="${payload:/t}"/>
                    <tag name="topic" type="VARCHAR(64)" value="${mqtt-topic}"/>
                    <column name="voltage" type="DOUBLE" value="${payload:/v}"/>
                  </table>
                </route>
              </routes>
              <delivery>
                <batch/>
                <queue/>
                <spool/>
                <retry/>
                <dead-letters topic="plant/letters"/>
              </delivery>
            </hivemq-tdengine-extension>
            """;

    /** Defaults that apply only without a lane-key. */
    private static final String SPARSE_WITHOUT_KEY =
            SPARSE.replace("<delivery>", "<delivery><lane-key>none</lane-key>");

    /** Defaults that apply only where acknowledgements are held. */
    private static final String SPARSE_WITH_HELD_ACKS =
            SPARSE.replace("<delivery>", "<delivery><acknowledge>on-commit</acknowledge><ack-hold/>");

    /**
     * Defaults that apply only where fields become columns; {@code auto-columns} requires the schema mode {@code
     * evolve}.
     */
    private static final String SPARSE_WITH_AUTO_COLUMNS = SPARSE.replace(
                    "<name>factory</name>", "<name>factory</name><schema>evolve</schema>")
            .replace("<payload format=\"raw\"/>", "<payload format=\"json\"/>")
            .replace("sub-table=\"${mqtt-topic}\">", "sub-table=\"${mqtt-topic}\" columns=\"auto\"><auto-columns/>");

    /** Defaults that apply only where records name tables, or fields become tags. */
    private static final String SPARSE_WITH_NAMED_TABLES = SPARSE_WITH_AUTO_COLUMNS
            .replace("super-table=\"messages\"", "super-table=\"t_${mqtt-topic}\" tags=\"auto\"")
            .replace("sub-table=\"${mqtt-topic}\" columns", "sub-table=\"s_${mqtt-topic}\" columns")
            .replace("<auto-columns/>", "<auto-columns/><auto-tags/>");

    /** Defaults that apply only to lines. */
    private static final String SPARSE_WITH_LINES =
            SPARSE.replace("<payload format=\"raw\"/>", "<payload format=\"auto\"/>");

    private static final String SPARSE_WITH_SPARKPLUG = SPARSE.replace(
                    "<payload format=\"raw\"/>",
                    "<source>publishes, last-wills</source><payload format=\"sparkplug\"/>")
            .replace("\"${payload}\"", "\"${payload:/type}\"");

    private static final Path SCHEMAS = Path.of("conf/examples/schemas");

    @TempDir
    Path folder;

    private final Schema schema = SchemaFile.compiled();
    private final Map<String, SchemaFile.Entry> entries = new SchemaFile().entries();

    SchemaTest() throws Exception {}

    static List<String> validFiles() throws IOException {
        var files = new ArrayList<>(List.of(
                Sample.XML,
                configurationOfTheContainers("docker/broker/config.xml"),
                configurationOfTheContainers("docker/demo/broker/config.xml")));
        try (var conf = Files.walk(Path.of("conf"))) {
            for (var file :
                    conf.filter(path -> path.toString().endsWith(".xml")).toList()) {
                files.add(Files.readString(file));
            }
        }
        assertThat(files).hasSizeGreaterThan(6);
        return files;
    }

    private static String configurationOfTheContainers(String file) throws IOException {
        var secret = "${FILE:/run/secrets/tdengine-mqtt}";
        var xml = Files.readString(Path.of(file));
        assertThat(xml).contains("<password>" + secret + "</password>");
        return xml.replace(secret, "secret");
    }

    @ParameterizedTest
    @MethodSource("validFiles")
    void shouldAcceptWhatTheReaderAccepts(String xml) throws IOException {
        copySchemas();
        Files.writeString(folder.resolve("tdengine-password"), "secret"); // of the examples layouts-of-2020

        assertThat(Sample.problems(folder, xml)).isEmpty();
        assertThatCode(() -> validate(xml)).doesNotThrowAnyException();
    }

    @Test
    void shouldAcceptReferencesInEveryValue() {
        var xml = Sample.XML.replaceAll("=\"[^\"]+\"", "=\"\\${ENV:X}\"").replaceAll(">[^<\\s]+<", ">\\${FILE:x}<");

        assertThatCode(() -> validate(xml)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<lanes>8</lanes>|<lane>8</lane>",
                "<lanes>8</lanes>|<lanes>65</lanes>",
                "<lanes>8</lanes>|<lanes max=\"9\">8</lanes>",
                "default=\"0\"|defualt=\"0\"",
                "<schema>evolve|<schema>evolv",
                "linger=\"5 ms\"|linger=\"5\"",
                "client-per-second=\"0.4\"|client-per-second=\".4\"",
                "client-per-second=\"0.4\"|client-per-second=\"+4\"",
                "<id>plant</id>|",
                "unit=\"us\"|unit=\"sec\"",
                "</routes>|<extra/></routes>"
            })
    void shouldRejectWhatTheReaderRejects(String change) {
        int bar = change.indexOf('|');
        var xml = Sample.with(change.substring(0, bar), change.substring(bar + 1));

        assertThat(Sample.problems(folder, xml)).isNotEmpty();
        assertThatThrownBy(() -> validate(xml)).isInstanceOf(SAXException.class);
    }

    @Test
    void shouldHaveExactlyTheElementsAndAttributesThatTheReaderKnows() throws Exception {
        var knownNames = new KnownNames();
        Sample.reader().read(Sample.write(folder, Sample.XML), knownNames);

        var known = new TreeSet<>(knownNames.paths());
        known.add("");
        assertThat(new TreeSet<>(entries.keySet())).isEqualTo(known);
    }

    @Test
    void shouldDocumentEveryElementAndAttribute() {
        assertThat(entries)
                .allSatisfy((path, entry) ->
                        assertThat(entry.documentation()).as(path).isNotEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"configuration.md", "configuration.zh-CN.md"})
    void shouldBeWhatTheReferenceSays(String name) throws IOException {
        var documented = ReferenceDocument.defaults(Path.of("docs", name));
        var required = name.contains("zh") ? "必填" : "required";

        var paths = new TreeSet<>(entries.keySet());
        paths.remove("");
        assertThat(new TreeSet<>(documented.keySet())).isEqualTo(paths);
        assertThat(documented).allSatisfy((path, text) -> {
            var entry = Objects.requireNonNull(entries.get(path));
            assertThat(text.equals(required) || !entry.required()).as(path).isTrue();
            assertThat(text.matches("`[^`]*`") ? text.replace("`", "") : "")
                    .as(path)
                    .isEqualTo(entry.defaultValue());
        });
    }

    /** The schema can't say so of the parts of a route, which have any order and one of which may come several times. */
    @ParameterizedTest
    @ValueSource(strings = "<id>meters</id>")
    void shouldRequireThePartsOfARouteThatTheReferenceCallsRequired(String part) throws IOException {
        var name = part.replaceFirst("<([a-z]+).*", "$1");
        assertThat(ReferenceDocument.defaults(Path.of("docs/configuration.md")))
                .containsEntry("routes/route/" + name, "required");
        assertThat(Sample.problems(folder, Sample.with(part, "")))
                .extracting(Problem::rule)
                .contains("is missing");
    }

    /** A default is right if writing it down changes nothing, wherever a file may have it. */
    @ParameterizedTest
    @MethodSource("defaults")
    void shouldGiveTheDefaultsOfTheReader(String path, String defaultValue) {
        int written = 0;
        for (var sparse : List.of(
                SPARSE,
                SPARSE_WITHOUT_KEY,
                SPARSE_WITH_HELD_ACKS,
                SPARSE_WITH_AUTO_COLUMNS,
                SPARSE_WITH_NAMED_TABLES,
                SPARSE_WITH_LINES,
                SPARSE_WITH_SPARKPLUG)) {
            var settings = Sample.settings(folder, sparse);
            var explicit = writtenDown(sparse, path, defaultValue).stream()
                    .filter(xml -> Sample.problems(folder, xml).isEmpty())
                    .toList();
            assertThat(explicit)
                    .allSatisfy(xml -> assertThat(Sample.settings(folder, xml)).isEqualTo(settings));
            written += explicit.size();
        }

        assertThat(written).isPositive();
    }

    static Stream<Arguments> defaults() throws Exception {
        return new SchemaFile()
                .entries().entrySet().stream()
                        .filter(entry -> !entry.getValue().defaultValue().isEmpty())
                        .map(entry ->
                                Arguments.of(entry.getKey(), entry.getValue().defaultValue()));
    }

    /** A sparse file with a default written out, once for each element that may contain it. */
    private static List<String> writtenDown(String sparse, String path, String defaultValue) {
        int end = Math.max(path.lastIndexOf('@'), path.lastIndexOf('/'));
        var name = path.substring(end + 1);
        var elements = EditableXml.elements(sparse);
        return IntStream.range(0, elements.size())
                .filter(i -> EditableXml.path(elements.get(i)).equals(path.substring(0, end)))
                .filter(i -> !elements.get(i).hasAttribute(name))
                .mapToObj(i -> EditableXml.changed(sparse, i, element -> {
                    if (path.charAt(end) == '@') {
                        element.setAttribute(name, defaultValue);
                    } else {
                        EditableXml.appendText(element, name, defaultValue);
                    }
                }))
                .toList();
    }

    /** Copies the files that a configuration names. */
    private void copySchemas() throws IOException {
        var copies = Files.createDirectory(folder.resolve("schemas"));
        try (var files = Files.list(SCHEMAS)) {
            for (var file : files.toList()) {
                Files.copy(file, copies.resolve(SCHEMAS.relativize(file)));
            }
        }
    }

    private void validate(String xml) throws SAXException, IOException {
        schema.newValidator().validate(new StreamSource(new StringReader(xml)));
    }
}
