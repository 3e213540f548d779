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

class TableConflictsTest {

    private static final String SECOND = Sample.route().replace("<id>meters", "<id>others");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type=\"DOUBLE\"         | type=\"FLOAT\"",
                "name=\"voltage\"        | name=\"volts\"",
                "type=\"VARCHAR(64)\"    | type=\"VARCHAR(32)\"",
                "name=\"at\"             | name=\"ts\"",
                "sequence-name=\"no\"    | sequence-name=\"number\"",
                "<column name=\"phase\"  | <tag name=\"phase\"",
            })
    void shouldReportTwoRoutesThatGiveOneSuperTableDifferentShapes(String place, String replacement) {
        var xml = twice(SECOND.replace(place, replacement));

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::line, Problem::element, Problem::rule)
                .containsExactly(tuple(
                        Sample.lineIn(xml, "<id>others") - 1,
                        "routes/route",
                        "writes the super table \"meters\" with other keys, columns or tags than the route \"meters\";"
                                + " make them the same, or choose another super table"));
    }

    @Test
    void shouldReportTwoRoutesThatTreatTheTagsOfOneSuperTableDifferently() {
        assertThat(Sample.problems(folder, twice(SECOND.replace("new-subtable", "ignore"))))
                .singleElement()
                .extracting(Problem::rule)
                .isEqualTo("writes the super table \"meters\" with another on-tag-change than the route \"meters\";"
                        + " make them the same, or choose another super table");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "value=\"${payload:/v}\"  | value=\"${payload:/volts}\"",
                "sub-table=\"m_           | sub-table=\"other_",
                "on-mismatch=\"drop\"     | on-mismatch=\"null\"",
                "super-table=\"meters\" sub-table=\"m_ | super-table=\"others\" sub-table=\"o_",
            })
    void shouldAllowTwoRoutesThatAgreeOnTheShape(String place, String replacement) {
        assertThat(Sample.problems(folder, twice(SECOND.replace(place, replacement))))
                .isEmpty();
    }

    @Test
    void shouldNotMindTheOrderOfColumns() {
        var voltage = SECOND.lines()
                .filter(line -> line.contains("\"voltage\""))
                .findFirst()
                .orElseThrow();
        var moved = SECOND.replace(voltage, "").replace("</table>", voltage + "</table>");

        assertThat(Sample.problems(folder, twice(moved))).isEmpty();
    }

    @Test
    void shouldNotCompareWhatIsWrongAnyway() {
        assertThat(Sample.problems(folder, twice(SECOND.replace("type=\"DOUBLE\"", "type=\"DUOBLE\""))))
                .extracting(Problem::element)
                .containsExactly("routes/route/table/column@type");
    }

    @Test
    void shouldAllowDifferentShapesInDifferentDatabases() {
        var database = Sample.XML.substring(Sample.XML.indexOf("<database>"), Sample.XML.indexOf("</databases>"));
        var xml = twice(SECOND.replace("DOUBLE", "FLOAT").replace("<database-id>plant", "<database-id>office"))
                .replace("</databases>", database.replace("<id>plant", "<id>office") + "</databases>");

        assertThat(Sample.problems(folder, xml)).isEmpty();
    }

    private static String twice(String second) {
        return Sample.with("</routes>", second + "</routes>");
    }
}
