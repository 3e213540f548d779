// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatesTest {

    private static final String FILTER = "<mqtt-topic-filter>site/{site}/meter/{meter}/#</mqtt-topic-filter>";

    @TempDir
    Path folder;

    @Test
    void shouldReportALevelThatOneOfTheFiltersDoesNotHave() {
        var xml = Sample.with(FILTER, FILTER + "<mqtt-topic-filter>old/{meter}</mqtt-topic-filter>");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table/tag@value",
                        "${mqtt-topic:site}",
                        "uses the topic level \"site\", which the filter old/{meter} does not have; "
                                + "write {site} for one of its levels"));
    }

    @Test
    void shouldReportALevelInTheNameOfTheSubtableAndInTheTimestamp() {
        var xml = Sample.XML
                .replace("m_${mqtt-topic:meter}", "m_${mqtt-topic:metre}")
                .replace("value=\"${payload:/t}\"", "value=\"${mqtt-topic:time}\"");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element)
                .containsExactly("routes/route/table@sub-table", "routes/route/table/timestamp@value");
    }

    @Test
    void shouldNotAskTheLevelsOfAFilterThatIsWrongItself() {
        assertThat(Sample.problems(folder, Sample.with("site/{site}/meter/{meter}/#", "site/{site/meter")))
                .extracting(Problem::element)
                .containsExactly("routes/route/mqtt-topic-filters/mqtt-topic-filter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${payload:/v}", "${payload-root:/v}"})
    void shouldReportFieldsOfARawPayload(String value) {
        var xml = raw(value);

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table/column@value",
                        value,
                        "reads a field of the payload, which needs a format with fields, such as json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"${payload}", "${payload-encoding}", "${payload-bytes}", "${mqtt-qos}", "constant"})
    void shouldAcceptWhatRawPayloadsHave(String value) {
        assertThat(Sample.problems(folder, raw(value))).isEmpty();
    }

    private static String raw(String value) {
        return Sample.XML
                .replace("<payload format=\"json\" rows=\"/readings\"/>", "<payload format=\"raw\"/>")
                .replace("value=\"${payload:/t}\" unit=\"us\"", "value=\"${arrival-time}\"")
                .replace("type=\"DOUBLE\" value=\"${payload:/v}\"", "type=\"VARCHAR(64)\" value=\"" + value + "\"")
                .replace("value=\"${payload:/p}\"", "value=\"${mqtt-qos}\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${payload-encoding}", "${payload-bytes}"})
    void shouldReportWhatJsonPayloadsDoNotHave(String value) {
        assertThat(Sample.problems(folder, Sample.with("value=\"${payload:/v}\"", "value=\"" + value + "\"")))
                .extracting(Problem::value, Problem::rule)
                .containsExactly(tuple(value, "reads what only payloads of format=\"raw\" have"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${mqtt-payload-utf8} | ${payload}",
                "${mqtt-payload-base64} | ${payload-bytes}",
                "${timestamp} | ${arrival-time}",
                "${timestamp-ms} | ${arrival-time}",
                "${concat(mqtt-qos, timestamp-iso-8601)} | ${arrival-time}"
            })
    void shouldNameTheReferenceInPlaceOfOneThatOnlyStatementsHave(String value, String name) {
        assertThat(Sample.problems(folder, Sample.with("value=\"${payload:/v}\"", "value=\"" + value + "\"")))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table/column@value",
                        value,
                        "uses a name that only <statement-template> has; write " + name));
    }

    @Test
    void shouldAcceptNoNameOfStatementsInACondition() {
        var xml = Sample.with("<table super", "<table where=\"timestamp-ms > 3\" super");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element)
                .containsExactly("routes/route/table@where");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${mqtt-topik}", "${payload:v}", "${mqtt-topic", "${mqtt-user-property}"})
    void shouldReportATemplateThatCannotBeRead(String value) {
        assertThat(Sample.problems(folder, Sample.with("value=\"${payload:/v}\"", "value=\"" + value + "\"")))
                .extracting(Problem::element, Problem::value)
                .containsExactly(tuple("routes/route/table/column@value", value));
    }

    @Test
    void shouldReadFieldsOfTheElementsAroundARow() {
        var xml = Sample.with("rows=\"/readings\"", "rows=\"/lines/*/devices/*/readings\"")
                .replace("${payload:/v}", "${payload:../v}")
                .replace("${payload:/p}", "${payload:../../p}");

        assertThat(Sample.problems(folder, xml)).isEmpty();
    }

    @Test
    void shouldReportFieldsOfElementsThatAreNotThere() {
        assertThat(Sample.problems(folder, Sample.with("${payload:/v}", "${payload:../v}")))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table/column@value",
                        "${payload:../v}",
                        "reads ../v, a field of an element around the row, which needs a * in rows,"
                                + " for example rows=\"/devices/*/readings\""));
        var nested = Sample.with("rows=\"/readings\"", "rows=\"/devices/*/readings\"");
        assertThat(Sample.problems(folder, nested.replace("${payload:/v}", "${payload:../../v}")))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table/column@value",
                        "goes 2 elements up by ../../v, but rows=\"/devices/*/readings\" has 1 around each row;"
                                + " ${payload-root:...} is of the whole message"));
        assertThat(Sample.problems(folder, nested.replace("<table ", "<table where=\"payload:../../v = 1\" ")))
                .extracting(Problem::element)
                .containsExactly("routes/route/table@where");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${payload-root:/devices/0/v}", "${payload:../readings/0}"})
    void shouldReportAFieldInOneOfManyRows(String value) {
        var xml = Sample.with("rows=\"/readings\"", "rows=\"/devices/*/readings\"");

        assertThat(Sample.problems(folder, xml.replace("${payload:/v}", value)))
                .extracting(Problem::element, Problem::value)
                .containsExactly(tuple("routes/route/table/column@value", value));
    }
}
