// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.testkit.ParameterSample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Damages a valid file at every position: the reader accepts the file or reports problems. */
class GarbledFileTest {

    private static final List<String> GARBAGE = List.of(
            "",
            " ",
            "x",
            "-1",
            "0",
            "9".repeat(40),
            "${",
            "${}",
            "${ENV:",
            "${FILE:\\:*?}",
            "${mqtt-topic:nowhere}",
            "#/#",
            "+x",
            "{",
            "{}",
            "/~",
            "`",
            "a.b",
            "\uD83D\uDE00",
            "\u200B",
            "'",
            "1 s",
            "1 GiB",
            "null",
            "VARCHAR(0)",
            "DECIMAL(1,9)",
            "jdbc:TAOS-WS://",
            "x".repeat(1_000));

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("elements")
    void shouldRefuseOrReadAFileWithoutAnElement(int index) {
        assertReadOrRefused(EditableXml.changed(Sample.XML, index, element -> {
            if (element.getParentNode() instanceof Element parent) {
                parent.removeChild(element);
            } else {
                element.setTextContent("");
            }
        }));
    }

    @ParameterizedTest
    @MethodSource("elements")
    void shouldRefuseOrReadAFileWithAnElementTwice(int index) {
        assertReadOrRefused(EditableXml.changed(Sample.XML, index, element -> {
            var copy = element.cloneNode(true);
            (element.getParentNode() instanceof Element parent ? parent : element).appendChild(copy);
        }));
    }

    @ParameterizedTest
    @MethodSource("elements")
    void shouldRefuseOrReadAFileWithAnElementOfAnotherName(int index) {
        assertReadOrRefused(EditableXml.changed(
                Sample.XML, index, element -> element.getOwnerDocument().renameNode(element, null, "column")));
    }

    @ParameterizedTest
    @MethodSource("elements")
    void shouldRefuseOrReadAFileWithOtherTexts(int index) {
        ParameterSample.of(GARBAGE, 3, index)
                .forEach(text -> assertReadOrRefused(
                        EditableXml.changed(Sample.XML, index, element -> element.setTextContent(text))));
    }

    @ParameterizedTest
    @MethodSource("elements")
    void shouldRefuseOrReadAFileWithOtherAttributes(int index) {
        for (var name : attributes(index)) {
            assertReadOrRefused(changed(index, element -> element.removeAttribute(name)));
            for (var text : ParameterSample.of(GARBAGE, 2, index + name.length())) {
                assertReadOrRefused(changed(index, element -> element.setAttribute(name, text)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 31})
    void shouldRefuseOrReadAFileThatIsCutOff(int step) {
        for (int length = 0; length < Sample.XML.length(); length += 10 * step) {
            assertThat(Sample.problems(folder, Sample.XML.substring(0, length)))
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.rule()).contains("XML"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<", ">", "&", "\"", "\u0000", "]]>", "<!--", "<?", "\uFFFF"})
    void shouldRefuseOrReadAFileWithAStrayCharacter(String stray) {
        for (int at = 0; at < Sample.XML.length(); at += 29) {
            assertReadOrRefused(Sample.XML.substring(0, at) + stray + Sample.XML.substring(at));
        }
    }

    static Stream<Integer> elements() {
        return IntStream.range(0, EditableXml.elements(Sample.XML).size()).boxed();
    }

    private static List<String> attributes(int index) {
        var attributes = EditableXml.elements(Sample.XML).get(index).getAttributes();
        var names = new ArrayList<String>();
        for (int i = 0; i < attributes.getLength(); i++) {
            names.add(attributes.item(i).getNodeName());
        }
        return names;
    }

    private static String changed(int index, Consumer<Element> change) {
        return EditableXml.changed(Sample.XML, index, change);
    }

    /** Any other exception fails the test by itself, and so do settings that make no routes. */
    private void assertReadOrRefused(String xml) {
        var problems = Sample.problems(folder, xml);
        if (problems.isEmpty()) {
            var routes = Sample.settings(folder, xml).routes();
            assertThat(RouteTable.of(routes.stream().map(RouteCompiler::compile).toList())
                            .routes())
                    .hasSameSizeAs(routes);
        }
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.line()).isBetween(1, (int) xml.lines().count() + 1);
            assertThat(problem.element()).isNotEmpty();
            assertThat(problem.rule()).isNotEmpty();
            assertThat(problem.toString()).doesNotContain("s3cr3t");
        });
    }
}
