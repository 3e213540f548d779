// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class JunitXmlTest {

    /** Elements and attributes on which the schemas of Ant, Surefire and Jenkins agree. */
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="testsuites">
                <xs:complexType>
                  <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
                  <xs:attribute name="name" type="xs:string"/>
                </xs:complexType>
              </xs:element>
              <xs:element name="testsuite">
                <xs:complexType>
                  <xs:sequence><xs:element ref="testcase" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
                  <xs:attribute name="name" type="xs:token" use="required"/>
                  <xs:attribute name="tests" type="xs:int" use="required"/>
                  <xs:attribute name="failures" type="xs:int" use="required"/>
                  <xs:attribute name="errors" type="xs:int" use="required"/>
                  <xs:attribute name="skipped" type="xs:int" use="required"/>
                  <xs:attribute name="time" type="xs:decimal" use="required"/>
                  <xs:attribute name="timestamp" use="required">
                    <xs:simpleType>
                      <xs:restriction base="xs:dateTime"><xs:pattern value="[0-9:T-]{19}"/></xs:restriction>
                    </xs:simpleType>
                  </xs:attribute>
                </xs:complexType>
              </xs:element>
              <xs:element name="testcase">
                <xs:complexType>
                  <xs:choice minOccurs="0">
                    <xs:element name="skipped" type="result"/>
                    <xs:element name="error" type="result"/>
                    <xs:element name="failure" type="result"/>
                  </xs:choice>
                  <xs:attribute name="name" type="xs:token" use="required"/>
                  <xs:attribute name="classname" type="xs:token" use="required"/>
                  <xs:attribute name="time" type="xs:decimal" use="required"/>
                </xs:complexType>
              </xs:element>
              <xs:complexType name="result">
                <xs:simpleContent>
                  <xs:extension base="xs:string">
                    <xs:attribute name="message" type="xs:string"/>
                    <xs:attribute name="type" type="xs:string" use="required"/>
                  </xs:extension>
                </xs:simpleContent>
              </xs:complexType>
            </xs:schema>
            """;

    private static Document parsed(Run run) throws Exception {
        var text = JunitXml.text(run);
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(SCHEMA)))
                .newValidator()
                .validate(new StreamSource(new StringReader(text)));
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }

    private static List<Element> all(Document document, String name) {
        var nodes = document.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static List<String> attributes(Document document, String element, String attribute) {
        return all(document, element).stream()
                .map(each -> each.getAttribute(attribute))
                .toList();
    }

    private static ScenarioResult with(ScenarioResult scenario, Verdict... verdicts) {
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                scenario.rounds(),
                List.of(verdicts),
                scenario.skipped(),
                Optional.empty(),
                true);
    }

    @Test
    void shouldHaveASuiteForEachScenarioAndACaseForEachThreshold() throws Exception {
        var document = parsed(SampleRuns.run(List.of(SampleRuns.c3(), SampleRuns.outage())));

        assertThat(attributes(document, "testsuite", "name")).containsExactly("c3", "outage");
        assertThat(attributes(document, "testsuite", "tests")).containsExactly("4", "2");
        assertThat(attributes(document, "testsuite", "failures")).containsExactly("1", "0");
        assertThat(attributes(document, "testsuite", "time")).containsExactly("360", "1440");
        assertThat(attributes(document, "testsuite", "timestamp").get(0)).isEqualTo("2026-03-01T08:01:10");
        assertThat(attributes(document, "testcase", "name"))
                .containsExactly(
                        "rounds",
                        "deliveries-per-second extension/do-nothing >= 0.95",
                        "latency-p99-ms extension/do-nothing <= 1.1",
                        "rows-missing extension = 0",
                        "rounds",
                        "rows-missing extension = 0");
        assertThat(attributes(document, "testcase", "classname")).endsWith("c3", "outage", "outage");
        assertThat(attributes(document, "testcase", "time")).startsWith("360", "0");
    }

    @Test
    void shouldCountSecondsNotSlotsOfALongRun() throws Exception {
        var slots = SampleRuns.withRounds(SampleRuns.c3(), round -> HtmlReportTest.withTimeline(round, 3, 1.0));
        var document = parsed(SampleRuns.run(List.of(slots)));

        assertThat(attributes(document, "testsuite", "time")).containsExactly("1080");
        assertThat(attributes(document, "testcase", "time")).startsWith("1080", "0");
    }

    @Test
    void shouldFailForAMissedThresholdAndSkipAnUndecidedOne() throws Exception {
        var missed = new Verdict("latency-p99-ms extension <= 1", Figure.LATENCY_P99_MS, 1.5, 1.25, 2.0, false);
        var undecided = new Verdict(
                "connects-per-second extension/bare >= 0.9", Figure.LATENCY_P99_MS, 0.95, 0.65, 1.25, true, 0.2, 0.75);
        var document = parsed(SampleRuns.run(List.of(with(SampleRuns.c3(), missed, undecided))));

        assertThat(all(document, "failure")).singleElement().satisfies(failure -> {
            assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo(missed.threshold());
            assertThat(failure.getAttribute("message")).isEqualTo("found 1.50 (1.25 to 2), MISSED");
        });
        assertThat(all(document, "skipped")).singleElement().satisfies(skipped -> {
            assertThat(((Element) skipped.getParentNode()).getAttribute("name")).isEqualTo(undecided.threshold());
            assertThat(skipped.getAttribute("message"))
                    .isEqualTo("found 0.95 (0.65 to 1.25), undecided: these rounds prove a miss from 0.75,"
                            + " more rounds earlier");
        });
        assertThat(attributes(document, "testsuite", "skipped")).containsExactly("1");
        assertThat(all(document, "error")).isEmpty();
    }

    @Test
    void shouldReportScenariosThatFailedOrWereNotCompleteOrSkipped() throws Exception {
        var document =
                parsed(SampleRuns.run(List.of(SampleRuns.failed(), SampleRuns.brokenOff(), SampleRuns.skipped())));

        assertThat(attributes(document, "error", "message"))
                .containsExactly("Client lt-p0 can't connect since the broker refuses it", "not complete");
        assertThat(attributes(document, "skipped", "message"))
                .containsExactly("the extension does not decode Avro yet");
        assertThat(attributes(document, "testsuite", "errors")).containsExactly("1", "1", "0");
        assertThat(attributes(document, "testcase", "name")).containsOnly("rounds");
    }

    @Test
    void shouldEscapeAnyText() throws Exception {
        var control = "a\u0000b\u001b\ud800c\uffff\n]]>";
        var failed = SampleRuns.failed();
        var controls = new ScenarioResult(
                control,
                "",
                "",
                failed.settings(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.of("\"<&>' \u0007"),
                false);
        var hostile = SampleRuns.hostile();

        var nasty = hostile.scenarios().get(0).name().strip();
        assertThat(attributes(parsed(hostile), "testcase", "classname")).containsOnly(nasty);
        var document = parsed(SampleRuns.run(List.of(controls)));
        assertThat(attributes(document, "testsuite", "name")).containsExactly("a\ufffdb\ufffd\ufffdc\ufffd ]]>");
        assertThat(attributes(document, "error", "message")).containsExactly("\"<&>' \ufffd");
    }
}
