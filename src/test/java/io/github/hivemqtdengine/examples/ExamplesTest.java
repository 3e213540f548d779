// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.cli.test.ExpectedRows;
import io.github.hivemqtdengine.cli.test.MappedSamples;
import io.github.hivemqtdengine.cli.test.SampleMessage;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples without a broker and a database; {@link ExamplesIT} has both. */
class ExamplesTest {

    static List<Example> examples() {
        return Example.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldMakeTheRowsOfThePage(Example example) {
        var mapped = new MappedSamples(RouteTable.of(example.routes()), example.messages());

        assertThat(example.tables())
                .allSatisfy(table -> assertThat(mapped.rows(table))
                        .as(table.table())
                        .containsExactlyInAnyOrderElementsOf(table.rows()));
        assertThat(mapped.deadLetters())
                .isEqualTo(example.messages().stream()
                        .map(SampleMessage::deadLetters)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldShowEveryColumnOfEveryTable(Example example) {
        var shapes = example.shapes();

        assertThat(example.tables())
                .extracting(ExpectedRows::table)
                .containsExactlyInAnyOrderElementsOf(shapes.keySet());
        assertThat(example.tables()).allSatisfy(page -> {
            var shape = Objects.requireNonNull(shapes.get(page.table()));
            assertThat(page.columns())
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Stream.of(ExpectedRows.SUBTABLE, shape.timestampColumn()),
                                    Example.types(shape).keySet().stream())
                            .toList());
        });
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldBeValidForEditors(Example example) throws Exception {
        var schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(Path.of("conf/config.xsd").toFile()));

        assertThatCode(() -> schema.newValidator()
                        .validate(new StreamSource(example.configuration().toFile())))
                .doesNotThrowAnyException();
    }

    /** An operator with several kinds of devices puts their routes into one file. */
    @Test
    void shouldFitIntoOneConfiguration(@TempDir Path folder) throws IOException {
        var examples = Example.all();
        var first = examples.get(0);
        var xml = Files.readString(first.configuration());
        var all = examples.stream().map(Example::routesXml).reduce("", String::concat);
        Files.writeString(
                folder.resolve("config.xml"),
                xml.replace(first.routesXml(), all).replace("</name>", "</name><schema>evolve</schema>"));

        List<Route> routes = new Example(folder, List.of(), List.of()).routes();
        var messages = examples.stream()
                .flatMap(example -> example.messages().stream())
                .toList();

        assertThat(new MappedSamples(RouteTable.of(routes), messages).rowCount())
                .isEqualTo(examples.stream()
                        .flatMap(example -> example.tables().stream())
                        .mapToInt(table -> table.rows().size())
                        .sum());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldStandInTheListOfBothLanguages(Example example) throws IOException {
        for (var page : List.of("README.md", "README.zh-CN.md")) {
            assertThat(Path.of("conf/examples", page)).content().contains("(" + example.name() + "/" + page + ")");
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldHaveTheSameMessagesAndRowsInChinese(Example example) throws IOException {
        var folder = Path.of("conf/examples", example.name());

        assertThat(topicsPayloadsAndTables(folder.resolve("README.zh-CN.md")))
                .isEqualTo(topicsPayloadsAndTables(folder.resolve("README.md")))
                .isNotEmpty();
    }

    /** Returns the headings of topics and tables, the payloads and the tables of a page. */
    private static List<String> topicsPayloadsAndTables(Path page) throws IOException {
        return Pattern.compile("(?ms)^### .+?$|^```.*?^```$|^\\|.+?$")
                .matcher(Files.readString(page))
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
