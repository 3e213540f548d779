// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoTags;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TableSettings.SuperTableNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Super tables that records name, and automatic tags, in the configuration. */
class NamedTablesConfigurationTest {

    private static final String LINES = """
            <route>
              <id>lines</id>
              <mqtt-topic-filters><mqtt-topic-filter>telegraf/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="line-protocol"/>
              <table super-table="lp_${payload:/measurement}" tables="7" sub-table="${payload:/measurement}" tags="auto"
                     columns="auto">
                <timestamp value="${payload:/timestamp}"/>
                <tag name="measurement" type="VARCHAR(192)" value="${payload:/measurement}"/>
                <auto-columns from="/fields"/>
              </table>
            </route>
            """;

    @TempDir
    Path folder;

    private static String with(String... routes) {
        return Sample.XML.replace("</routes>", String.join("", routes) + "</routes>");
    }

    private TableSettings table(String xml) {
        return Sample.settings(folder, xml).routes().get(1).tables().get(0);
    }

    private List<String> rules(String xml) {
        return Sample.problems(folder, xml).stream().map(Problem::rule).toList();
    }

    @Test
    void shouldReadNamesAndTags() {
        var table = table(with(LINES));

        assertThat(table.superTable()).isEqualTo("lp_${payload:/measurement}");
        assertThat(table.names())
                .isEqualTo(new SuperTableNames(Template.parse("lp_${payload:/measurement}"), 7, 192, Set.of("meters")));
        assertThat(Objects.requireNonNull(table.auto()).tags()).isEqualTo(new AutoTags("/tags", 100));
        assertThat(table.onTagChange()).isEqualTo(OnTagChange.NEW_SUBTABLE);
    }

    @Test
    void shouldKnowTheLongestNameOfTheDatabase() {
        var table = table(Sample.withUrl(with(LINES), "jdbc:postgresql://h/qdb"));

        assertThat(Objects.requireNonNull(table.names()).longest()).isEqualTo(127);
    }

    @Test
    void shouldReadWhereTheTagsAreAndWhatBecomesOfTheirChanges() {
        var table = table(with(LINES.replace("<auto-columns", "<auto-tags from=\"/t\" limit=\"9\"/><auto-columns")
                .replace("tags=\"auto\"", "tags=\"auto\" on-tag-change=\"ignore\"")
                .replace(" sub-table=\"", " sub-table=\"x_")));

        assertThat(Objects.requireNonNull(table.auto()).tags()).isEqualTo(new AutoTags("/t", 9));
        assertThat(table.onTagChange()).isEqualTo(OnTagChange.IGNORE);
    }

    @Test
    void shouldReadFixedNamesAsBefore() {
        var table =
                table(with(LINES.replace("lp_${payload:/measurement}", "lines").replace("tables=\"7\"", "")));

        assertThat(table.superTable()).isEqualTo("lines");
        assertThat(table.names()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"lp_${payload:/measurement}\" | \"lp\" | limits the tables that records name",
                "lp_$ | l.p_$ | can't name super tables: beside the values, use letters, digits and _ only",
                "lp_$ | lp_${nonsense}$ | ~is nothing~",
                "sub-table=\"${payload:/measurement}\" | sub-table=\"${payload:/tags/host}\" | lacks a value of the",
                "sub-table=\"${payload:/measurement}\" | sub-table=\"${lower(payload:/measurement)}\" | lacks a value",
                "tables=\"7\" | tables=\"0\" | is outside 1 to 1000",
                "columns=\"auto\" | | tags to a table whose columns are added",
                "tags=\"auto\" | | ~~",
                "tags=\"auto\" | tags=\"all\" | is not allowed here; known are declared, auto",
                "<auto-columns | <auto-tags limit=\"128\"/><auto-columns | is outside 1 to 127",
                "<auto-columns | <auto-tags from=\"\"/><auto-columns | has the fields of <auto-columns>",
                "<auto-columns | <auto-tags from=\"/fields\"/><auto-columns | has the fields of <auto-columns>",
                "<auto-columns | <auto-tags from=\"t\"/><auto-columns | is not a JSON Pointer",
            })
    void shouldReportWhatCannotBe(String place, String replacement, String rule) {
        assertThat(LINES).contains(place);
        var found = rules(with(LINES.replace(place, Objects.requireNonNullElse(replacement, ""))));

        if (rule.isEmpty()) {
            assertThat(found).singleElement().asString().contains("subtable of the route");
        } else if (!rule.equals("is nothing")) {
            assertThat(found).anySatisfy(one -> assertThat(one).contains(rule));
        } else {
            assertThat(found).isNotEmpty();
        }
    }

    @Test
    void shouldReportTagsWithoutAMeaning() {
        assertThat(rules(with(LINES.replace("tags=\"auto\"", "on-tag-change=\"new-subtable\"")
                        .replace("<auto-columns", "<auto-tags/><auto-columns"))))
                .containsExactly("has no effect here");
    }

    /** Another route's subtables would otherwise be blocked by whoever publishes a line of that name. */
    @Test
    void shouldReportSuperTablesThatMayHaveTheNameOfASubtable() {
        var named = LINES.replace("lp_${", "${");

        assertThat(rules(with(named))).isEmpty();
        assertThat(rules(with(named).replace("on-tag-change=\"new-subtable\"", "")))
                .singleElement()
                .asString()
                .startsWith("has a super-table or a sub-table so that records may give a super table the name of a"
                        + " subtable of the route \"meters\"");
        var others = with(LINES).replace("on-tag-change=\"new-subtable\"", "");
        assertThat(rules(others)).isEmpty();
        assertThat(rules(others.replace("sub-table=\"m_$", "sub-table=\"lp_m_$")))
                .hasSize(1);
        assertThat(rules(others.replace("sub-table=\"m_$", "sub-table=\"$"))).isEmpty();
        assertThat(rules(with(LINES.replace("tags=\"auto\"", "tags=\"auto\" on-tag-change=\"ignore\"")
                        .replace(" sub-table=\"", " sub-table=\"lp_"))))
                .singleElement()
                .asString()
                .contains("subtable of the route \"lines\"");
        assertThat(rules(Sample.withUrl(
                        with(named).replace("on-tag-change=\"new-subtable\"", ""), "jdbc:postgresql://h/qdb")))
                .isEmpty();
    }

    @Test
    void shouldCompareTablesThatRecordsMayGiveOneName() {
        var second = LINES.replace("<id>lines", "<id>others").replace("telegraf/#", "others/#");
        var wider = second.replace("VARCHAR(192)", "VARCHAR(64)");

        assertThat(rules(with(LINES, second))).isEmpty();
        assertThat(rules(with(LINES, wider)))
                .singleElement()
                .asString()
                .contains("other keys, columns or tags than the route \"lines\"");
        var apart = wider.replace(" sub-table=\"$", " sub-table=\"o_$");
        assertThat(rules(with(LINES, apart.replace("\"lp_$", "\"$"))))
                .singleElement()
                .asString()
                .contains("other keys, columns or tags");
        assertThat(rules(with(LINES, apart.replace("\"lp_$", "\"other_$")))).isEmpty();
        assertThat(rules(with(LINES, wider.replace("\"lp_$", "\"other_$"))))
                .singleElement()
                .asString()
                .contains("has the sub-table \"${payload:/measurement}\" of the route \"lines\"");
    }

    @Test
    void shouldKnowTheTablesOfOtherRoutesOfTheDatabase() {
        var fixed = LINES.replace("<id>lines", "<id>fixed")
                .replace("super-table=\"lp_${payload:/measurement}\" tables=\"7\"", "super-table=\"Alarms\"")
                .replace("sub-table=\"", "sub-table=\"a_");

        assertThat(Objects.requireNonNull(table(with(LINES, fixed)).names()).taken())
                .containsExactlyInAnyOrder("meters", "alarms");
    }
}
