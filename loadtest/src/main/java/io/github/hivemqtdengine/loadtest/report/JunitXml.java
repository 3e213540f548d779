// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** JUnit XML of a run, for CI servers: a suite for each scenario, with a case for its rounds and for each threshold. */
public final class JunitXml {

    private static final String FAILURE = "failure";
    private static final String ERROR = "error";
    private static final String SKIPPED = "skipped";
    private static final String NO_XML = "[^\t\n\r -\uD7FF\uE000-\uFFFD\\x{10000}-\\x{10FFFF}]";

    private JunitXml() {}

    /** Writes all scenarios into a file. */
    public static void write(Run run, Path file) throws IOException {
        AtomicFile.write(file, text(run));
    }

    static String text(Run run) {
        var text = new StringWriter();
        try {
            var xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            begin(xml, 0, "testsuites", "name", "load tests");
            for (var scenario : run.scenarios()) {
                suite(xml, run, scenario);
            }
            xml.writeCharacters("\n");
            xml.writeEndDocument();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("A string takes all", e);
        }
        return text.append('\n').toString();
    }

    private static void suite(XMLStreamWriter xml, Run run, ScenarioResult scenario) throws XMLStreamException {
        var cases = Stream.concat(
                        Stream.of(rounds(scenario)),
                        scenario.verdicts().stream().map(each -> threshold(scenario, each)))
                .toList();
        var started = scenario.firstRound().orElse(run.environment().started());
        var time = seconds(scenario);
        begin(xml, 1, "testsuite", "name", scenario.name(), "tests", String.valueOf(cases.size()));
        attributes(xml, "failures", count(cases, FAILURE), "errors", count(cases, ERROR));
        attributes(xml, "skipped", count(cases, SKIPPED), "time", time);
        attributes(
                xml,
                "timestamp",
                started.truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""));
        for (var each : cases) {
            begin(xml, 2, "testcase", "name", each.name(), "classname", scenario.name());
            attributes(xml, "time", each.equals(cases.get(0)) ? time : "0");
            if (!each.kind().isEmpty()) {
                begin(xml, 3, each.kind(), "message", each.message(), "type", each.kind());
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** Returns the case of a scenario itself, which no threshold covers. */
    private static Case rounds(ScenarioResult scenario) {
        var incomplete = Optional.of("not complete").filter(why -> !scenario.complete());
        return scenario.skipped()
                .map(why -> new Case("rounds", SKIPPED, why))
                .or(() -> scenario.failure().or(() -> incomplete).map(why -> new Case("rounds", ERROR, why)))
                .orElse(new Case("rounds", "", ""));
    }

    private static Case threshold(ScenarioResult scenario, Verdict verdict) {
        var kind = verdict.undecided() ? SKIPPED : verdict.passed() ? "" : FAILURE;
        var found = "found " + ScenarioTables.found(scenario, verdict) + ", " + ScenarioTables.outcome(verdict);
        return new Case(verdict.threshold(), kind, found);
    }

    /** Returns how long the rounds took. */
    private static String seconds(ScenarioResult scenario) {
        return String.valueOf(scenario.rounds().stream()
                .flatMap(round -> round.timeline().stream())
                .mapToInt(slot -> Objects.requireNonNullElse(slot.seconds(), 1))
                .sum());
    }

    private static String count(List<Case> cases, String kind) {
        return String.valueOf(
                cases.stream().filter(each -> each.kind().equals(kind)).count());
    }

    private static void begin(XMLStreamWriter xml, int depth, String element, String... attributes)
            throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
        xml.writeStartElement(element);
        attributes(xml, attributes);
    }

    private static void attributes(XMLStreamWriter xml, String... namesAndValues) throws XMLStreamException {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            xml.writeAttribute(
                    namesAndValues[i],
                    ConsoleReport.oneLine(namesAndValues[i + 1]).replaceAll(NO_XML, "\uFFFD"));
        }
    }

    /** @param kind element for a result that is not a success */
    private record Case(String name, String kind, String message) {}
}
