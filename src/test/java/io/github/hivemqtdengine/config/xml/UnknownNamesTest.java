// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.EditableXml;
import io.github.hivemqtdengine.config.Sample;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownNamesTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "</delivery>         | <lane>3</lane></delivery>      | delivery/lane             | lane       "
                        + "| is not an element of <delivery>; did you mean lanes?",
                "unit=\"us\"         | unit=\"us\" zone=\"UTC\"       | routes/route/table/timestamp@zone | zone "
                        + "| is not an attribute of <timestamp>; known are name, value, unit, on-equal, on-error, sequence-name",
                "default=\"0\"       | defualt=\"0\"                  | routes/route/table/column@defualt | defualt "
                        + "| is not an attribute of <column>; did you mean default?",
                "<database>          | <database compression=\"true\"> | databases/database@compression | compression "
                        + "| is not an attribute of <database>: write it as an element of its own",
                "<lanes>             | <lanes max=\"9\">              | delivery/lanes@max        | max        "
                        + "| is not an attribute of <lanes>: leave it out",
                "<drain-timeout>     | <drain-timeout><min/>          | delivery/drain-timeout/min | min       "
                        + "| is not an element of <drain-timeout>: leave it out",
                "<route>             | <route id=\"x\">               | routes/route@id           | id         "
                        + "| is not an attribute of <route>: write it as an element of its own",
                "<batch rows=\"500\" | <batch><rows>500</rows></batch><batch rows=\"500\" | delivery/batch/rows | rows "
                        + "| is not an element of <batch>: write it as an attribute",
            })
    void shouldReportWhatNobodyKnows(String place, String replacement, String element, String value, String rule) {
        assertThat(Sample.problems(folder, Sample.with(place, replacement)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .contains(tuple(element, value, rule));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lane-key", "group-size", "group-property"})
    void shouldNotPromiseWhatIsThereAlready(String name) {
        var misplaced = "<" + name + ">none</" + name + "><database-id>";

        assertThat(Sample.problems(folder, Sample.with("<database-id>", misplaced)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule())
                        .startsWith("is not an element of <route>;")
                        .doesNotContain("later version"));
    }

    @Test
    void shouldNotReportWhatIsInAnUnknownElement() {
        var xml = Sample.with("<delivery>", "<delivery><unknown><more x=\"1\"/>text</unknown>");

        assertThat(Sample.problems(folder, xml)).extracting(Problem::element).containsExactly("delivery/unknown");
    }

    @Test
    void shouldNotRepeatTheTextOfAMisspeltPassword() {
        var xml = Sample.XML.replace("<password>", "<passwort>").replace("</password>", "</passwort>");

        var problems = Sample.problems(folder, xml);

        assertThat(problems)
                .extracting(Problem::element)
                .containsExactlyInAnyOrder(
                        "databases/database/password",
                        "databases/database/passwort",
                        "schema-registries/registry/password",
                        "schema-registries/registry/passwort");
        assertThat(problems.toString()).doesNotContain("s3cr3t");
    }

    @Test
    void shouldReportTextWhereOnlyElementsBelong() {
        assertThat(Sample.problems(folder, Sample.with("<routes>", "<routes>s3cr3t")))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes", "", "holds text where only elements belong: include, route"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queue messages=\"1000\" bytes=\"1 MiB\" | queue | 5000 | messages bytes",
                "batch rows=\"500\" bytes=\"64 KiB\" linger=\"5 ms\" | batch | 500 | rows bytes linger",
                "retry first-delay=\"50 ms\" max-delay=\"1 min\" probe-delay=\"2 min\" | retry | x "
                        + "| first-delay max-delay probe-delay",
            })
    void shouldReportTextWhereOnlyAttributesBelong(String place, String name, String text, String attributes) {
        var xml = Sample.with("<" + place + "/>", "<" + name + ">\n" + text + "</" + name + ">");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::line, Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        Sample.line("<" + name),
                        "delivery/" + name,
                        text,
                        "is text where only attributes belong; write it as one of them, like <" + name + " "
                                + attributes.replace(" ", "=\"...\" ") + "=\"...\"/>"));
    }

    @Test
    void shouldReportTextInEveryElementThatHoldsNone() {
        var texts = Set.of(
                "id",
                "jdbc-url",
                "url",
                "username",
                "password",
                "name",
                "schema",
                "precision",
                "connect-timeout",
                "request-timeout",
                "database-id",
                "source",
                "retained-messages",
                "mqtt-topic-filter",
                "exclude",
                "durability",
                "acknowledge",
                "overflow",
                "capture",
                "max-message-bytes",
                "reattach-clients",
                "lanes",
                "write-engine",
                "lane-key",
                "broker-node",
                "group-size",
                "group-property",
                "drain-timeout");
        var elements = EditableXml.elements(Sample.XML);

        for (int i = 0; i < elements.size(); i++) {
            var name = elements.get(i).getTagName();
            var xml = EditableXml.changed(
                    Sample.XML,
                    i,
                    element -> element.appendChild(element.getOwnerDocument().createTextNode("5")));

            if (!texts.contains(name)) {
                assertThat(Sample.problems(folder, xml))
                        .as(name)
                        .singleElement()
                        .satisfies(problem -> assertThat(problem.rule()).contains("text where only"));
            }
        }
    }

    @Test
    void shouldReportAnElementThatIsGivenTwice() {
        assertThat(Sample.problems(folder, Sample.with("<lanes>8</lanes>", "<lanes>8</lanes>\n<lanes>9</lanes>")))
                .extracting(Problem::line, Problem::element, Problem::rule)
                .containsExactly(tuple(Sample.line("<lanes>") + 1, "delivery/lanes", "is given more than once"));
    }

    @Test
    void shouldReportElementsOfANameSpaceAndIgnoreWhereTheSchemaIs() {
        var location = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"x\"";

        assertThat(Sample.problems(folder, Sample.with("-extension>\n  <da", "-extension" + location + ">\n  <da")))
                .isEmpty();
        assertThat(Sample.problems(folder, Sample.with("<delivery>", "<delivery xmlns=\"urn:x\">")))
                .extracting(Problem::element)
                .containsExactly("{urn:x}delivery");
    }
}
