// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.conflict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.Sample;
import io.github.hivemqtdengine.config.xml.Problem;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubtableNamesTest {

    private static final String FIRST_FILTER = "site/{site}/meter/{meter}/#";
    private static final String OTHERS = Sample.route()
            .replace("<id>meters", "<id>others")
            .replace("super-table=\"meters\"", "super-table=\"others\"");

    @TempDir
    Path folder;

    @Test
    void shouldReportOneTemplateForTwoSuperTables() {
        var xml = with(OTHERS);

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::line, Problem::element, Problem::rule)
                .containsExactly(tuple(
                        Sample.lineIn(xml, "<id>others") - 1,
                        "routes/route",
                        "has the sub-table \"m_${mqtt-topic:meter}\" of the route \"meters\", which has another super"
                                + " table; a subtable's name can be there only once in a TDengine database: write"
                                + " different text in front of one"));
    }

    @Test
    void shouldAllowDifferentTemplates() {
        assertThat(Sample.problems(folder, with(OTHERS.replace("sub-table=\"m_", "sub-table=\"o_"))))
                .isEmpty();
    }

    @Test
    void shouldAllowATemplateWithALevelThatIsNeverTheSame() {
        var template = "sub-table=\"m_${mqtt-topic:meter}\"";
        var byLevel = "sub-table=\"${mqtt-topic:1}_${mqtt-topic:meter}\"";
        var xml = with(OTHERS.replace(">site/{site}/meter/", ">plant/{site}/meter/"))
                .replace(template, byLevel);

        assertThat(Sample.problems(folder, xml)).isEmpty();
        assertThat(Sample.problems(folder, xml.replace(byLevel, "sub-table=\"${mqtt-topic:2}_${mqtt-topic:meter}\"")))
                .hasSize(1);
    }

    @Test
    void shouldAllowItInQuestDbWhereSubtablesAreOnlyValues() {
        assertThat(Sample.problems(folder, Sample.withUrl(with(OTHERS), "jdbc:postgresql://h/qdb")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"factory, 1", "office, 0"})
    void shouldLookAtTheDatabaseInTheServer(String name, int problems) {
        var database = Sample.XML.substring(Sample.XML.indexOf("<database>"), Sample.XML.indexOf("</databases>"));
        var second = database.replace("<id>plant", "<id>other").replace("<name>factory", "<name>" + name);

        assertThat(Sample.problems(
                        folder,
                        with(OTHERS.replace("<database-id>plant", "<database-id>other"))
                                .replace("</databases>", second + "</databases>")))
                .hasSize(problems);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#", "site/+/meter/+", "site/+/meter/7", "site/1/#", "+/+/+/+/more", "site/+/+/{x}/+"})
    void shouldReportWholeTopicsThatBothRoutesWant(String filter) {
        assertThat(Sample.problems(folder, withTopics(filter)))
                .singleElement()
                .extracting(Problem::element)
                .isEqualTo("routes/route");
    }

    @ParameterizedTest
    @ValueSource(strings = {"site/+/gate/+", "site/+", "hall/#", "$SYS/#", "site/test/#", "site/test/meter/5", "a"})
    void shouldAllowWholeTopicsThatOnlyOneRouteWants(String filter) {
        assertThat(Sample.problems(folder, withTopics(filter))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"$a/b, +/b, 0", "$a/b, $a/+, 1", "$a/#, $a, 1", "x/+, x/#, 1", "x, x/#, 1", "x/y, x/+/#, 1", "x, +/+, 0"
    })
    void shouldKnowWhichFiltersMeet(String one, String other, int problems) {
        assertThat(Sample.problems(folder, withTopics(other).replace(FIRST_FILTER, one)))
                .hasSize(problems);
        assertThat(Sample.problems(folder, withTopics(one).replace(FIRST_FILTER, other)))
                .hasSize(problems);
    }

    @Test
    void shouldNotTakeAWildcardExcludeForOneThatHidesTopicsOfTheBroker() {
        var xml = withTopics("$a/b").replace(FIRST_FILTER, "$a/b").replace("site/test/#", "+/b");

        assertThat(Sample.problems(folder, xml)).hasSize(1);
    }

    /** A second route with another super table, both with the whole topic as the subtable's name. */
    private static String withTopics(String filter) {
        var second = OTHERS.replace(FIRST_FILTER, filter).replace("<exclude>site/test/#</exclude>", "");
        return with(second).replace("m_${mqtt-topic:meter}", "${mqtt-topic}").replace("${mqtt-topic:site}", "x");
    }

    private static String with(String second) {
        return Sample.with("</routes>", second + "</routes>");
    }
}
