// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/** Compares the schema for editors, and the declared defaults, with what the reader accepts. */
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
            SPARSE.replace("<delivery>", "<delivery><lane-key>none</lane-key><archive/><unmapped/>");

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

    private final Schema schema = SchemaFactory.newDefaultInstance()
            .newSchema(Path.of("conf/config.xsd").toFile());

    SchemaTest() throws Exception {}

    static List<String> validFiles() throws IOException {
        var files = new ArrayList<>(List.of(
                Sample.XML,
                configurationOfTheContainers("docker/broker/config.xml"),
                configurationOfTheContainers("docker/demo/broker/config.xml"),
                configurationOfTheContainers("docker/kubernetes/config.xml")));
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
        var secret = "<password>\\$\\{FILE:/run/secrets/tdengine[-/]\\w+}</password>";
        var xml = Files.readString(Path.of(file));
        assertThat(xml).containsPattern(secret);
        return xml.replaceAll(secret, "<password>secret</password>");
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
                "<lanes>8</lanes>|<lanes></lanes>",
                "<lanes>8</lanes>|<lanes max=\"9\">8</lanes>",
                "default=\"0\"|defualt=\"0\"",
                "<schema>evolve|<schema>evolv",
                "linger=\"5 ms\"|linger=\"5\"",
                "client-per-second=\"0.4\"|client-per-second=\".4\"",
                "client-per-second=\"0.4\"|client-per-second=\"+4\"",
                "<id>plant</id>|",
                "unit=\"us\"|unit=\"sec\"",
                "type=\"DOUBLE\"|type=\"DUBLE\"",
                "type=\"DOUBLE\"|type=\"DOUBLE(8)\"",
                "type=\"VARCHAR(64)\"|type=\"VARCHAR\"",
                "</routes>|<extra/></routes>"
            })
    void shouldRejectWhatTheReaderRejects(String change) {
        int bar = change.indexOf('|');
        var xml = Sample.with(change.substring(0, bar), change.substring(bar + 1));

        assertThat(Sample.problems(folder, xml)).isNotEmpty();
        assertThatThrownBy(() -> validate(xml)).isInstanceOf(SAXException.class);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldOfferEachTypeAndIgnoreItsCase(Kind kind) {
        var offered = Tables.TYPE.form().words().stream()
                .filter(word -> ColumnType.parse(word).kind() == kind)
                .toList();

        assertThat(offered).isNotEmpty().allSatisfy(type -> {
            var blanks = type.toLowerCase(Locale.ROOT).replace("(", "( ").replace(",", " , ");
            assertThatCode(() -> validate(Sample.with("type=\"DOUBLE\"", "type=\"" + blanks + "\"")))
                    .doesNotThrowAnyException();
        });
    }

    /** What the reader rejects by the form of a value, an editor shows, too. */
    @ParameterizedTest
    @MethodSource("restricted")
    void shouldRejectValuesThatTheReaderRejects(String path, String value) {
        var changed = writtenDown(Sample.XML, path, value, true);
        assertThat(changed).isNotEmpty().allSatisfy(xml -> {
            assertThat(Sample.problems(folder, xml)).isNotEmpty();
            assertThatThrownBy(() -> validate(xml)).isInstanceOf(SAXException.class);
        });
    }

    static Stream<Arguments> restricted() {
        var inSample = EditableXml.elements(Sample.XML).stream()
                .flatMap(element -> {
                    var path = EditableXml.path(element);
                    var attributes = element.getAttributes();
                    return Stream.concat(
                            Stream.of(path),
                            IntStream.range(0, attributes.getLength())
                                    .mapToObj(
                                            i -> path + "@" + attributes.item(i).getNodeName()));
                })
                .collect(Collectors.toSet());
        return Declarations.byPath().entrySet().stream()
                .filter(entry -> inSample.contains(entry.getKey()))
                .flatMap(entry -> entry.getValue() instanceof Setting<?> setting
                        ? wrongValues(setting).map(value -> Arguments.of(entry.getKey(), value))
                        : Stream.of());
    }

    private static Stream<String> wrongValues(Setting<?> setting) {
        return switch (setting.form().kind()) {
            case "number", "rate" ->
                Stream.concat(
                        Stream.of("-1", "x"),
                        setting.form().facets().stream()
                                .filter(facet -> facet.name().equals("maxInclusive"))
                                .map(facet -> String.valueOf(Long.parseLong(facet.value()) + 1)));
            case "choice", "duration", "size" -> Stream.of("x", "5");
            case "id" -> Stream.of("x y");
            default -> Stream.of();
        };
    }

    @Test
    void shouldRequireTheIdOfARoute() {
        assertThat(Sample.problems(folder, Sample.with("<id>meters</id>", "")))
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
            var explicit = writtenDown(sparse, path, defaultValue, false).stream()
                    .filter(xml -> Sample.problems(folder, xml).isEmpty())
                    .toList();
            assertThat(explicit)
                    .allSatisfy(xml -> assertThat(Sample.settings(folder, xml)).isEqualTo(settings));
            written += explicit.size();
        }

        assertThat(written).isPositive();
    }

    static Stream<Arguments> defaults() {
        return Declarations.byPath().entrySet().stream()
                .flatMap(entry -> entry.getValue() instanceof Setting<?> setting && setting.fallback() != null
                        ? Stream.of(Arguments.of(entry.getKey(), Declarations.defaultOf(setting)))
                        : Stream.of());
    }

    /** A file with a value written into it, or changed, once for each element that may contain it. */
    private static List<String> writtenDown(String xml, String path, String value, boolean isChange) {
        int end = Math.max(path.lastIndexOf('@'), path.lastIndexOf('/'));
        var name = path.substring(end + 1);
        var elements = EditableXml.elements(xml);
        return IntStream.range(0, elements.size())
                .filter(i -> EditableXml.path(elements.get(i)).equals(path.substring(0, end)))
                .filter(i -> isChange || !elements.get(i).hasAttribute(name))
                .mapToObj(i -> EditableXml.changed(xml, i, element -> {
                    if (path.charAt(end) == '@') {
                        element.setAttribute(name, value);
                    } else if (isChange) {
                        EditableXml.setText(element, name, value);
                    } else {
                        EditableXml.appendText(element, name, value);
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
