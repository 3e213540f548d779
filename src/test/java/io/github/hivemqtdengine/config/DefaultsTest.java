// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultsTest {

    private static final String DEFAULTS = """
            <defaults>
              <database-id>second</database-id>
              <payload format="json" rows="/readings"/>
              <table on-tag-change="new-subtable">
                <timestamp name="at" value="${payload:/t}" unit="us" on-equal="reject"/>
              </table>
              <on-error decode="drop" missing="null"/>
            </defaults>
            """;

    @TempDir
    Path folder;

    @Test
    void shouldFillInWhatARouteLeavesOut() {
        var route = onlyRoute(route("<route>", ""));

        assertThat(route.databaseId()).isEqualTo("second");
        assertThat(route.payload())
                .isEqualTo(new PayloadSettings(
                        new JsonFormat(),
                        new RecordShape("/readings", RecordShape.RowsFrom.ARRAY, null),
                        PayloadCompression.NONE,
                        OnEmpty.IGNORE));
        assertThat(route.tables().get(0).timestamp())
                .isEqualTo(new TimestampSettings(
                        "at",
                        Template.parse("${payload:/t}"),
                        TimestampUnit.MICROSECONDS,
                        OnError.DEAD_LETTER,
                        EqualTimestamps.REJECT,
                        null));
        assertThat(route.tables().get(0).onTagChange()).isEqualTo(OnTagChange.NEW_SUBTABLE);
        assertThat(route.tables().get(0).columns())
                .extracting(
                        value -> value.errors().missing(),
                        value -> value.errors().mismatch())
                .containsExactly(tuple(OnError.NULL, OnError.DEAD_LETTER));
        assertThat(route.onDecodeError()).isEqualTo(OnError.DROP);
    }

    /** Only routes know where their rows are. */
    @Test
    void shouldLetDefaultsReferToWhatIsAroundTheRowsOfRoutes() {
        var defaults = DEFAULTS.replace("${payload:/t}", "${payload:../t}");
        var nested = route("<route><payload rows=\"/devices/*/readings\"/>", "");

        assertThat(Sample.problems(folder, configuration(defaults, nested))).isEmpty();
        assertThat(Sample.problems(folder, configuration(defaults, route("<route>", ""))))
                .extracting(Problem::element, Problem::value)
                .containsExactly(tuple("defaults/table/timestamp@value", "${payload:../t}"));
    }

    @Test
    void shouldLetARouteSayOtherwiseAttributeByAttribute() {
        var route = onlyRoute(route(
                "<route><database-id>first</database-id><payload rows=\"/more\"/>" + "<on-error missing=\"drop\"/>",
                "<timestamp unit=\"ns\"/>"));

        assertThat(route.databaseId()).isEqualTo("first");
        assertThat(route.payload().format()).isEqualTo(new JsonFormat());
        assertThat(route.payload().shape().rows()).isEqualTo("/more");
        assertThat(route.tables().get(0).timestamp().unit()).isEqualTo(TimestampUnit.NANOSECONDS);
        assertThat(route.tables().get(0).timestamp().column()).isEqualTo("at");
        assertThat(route.onDecodeError()).isEqualTo(OnError.DROP);
        assertThat(route.tables().get(0).columns())
                .extracting(value -> value.errors().missing())
                .containsExactly(OnError.DROP);
    }

    @Test
    void shouldNotGiveARouteWhatDoesNotSuitIt() {
        var route = onlyRoute(route("<route><payload format=\"raw\"/>", "<timestamp value=\"${arrival-time}\"/>")
                .replace("${payload:/v}", "${payload}"));

        assertThat(route.payload().shape().rows()).isNull();
        assertThat(route.tables().get(0).timestamp().value().isArrivalTime()).isTrue();
    }

    @Test
    void shouldInheritInIncludedFiles() throws IOException {
        Files.writeString(folder.resolve("a.xml"), route("<route>", ""));

        assertThat(onlyRoute("<include>a.xml</include>").databaseId()).isEqualTo("second");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "second</database-id> | third</database-id> | defaults/database-id | third",
                "format=\"json\" | format=\"jsn\" | defaults/payload@format | jsn",
                "rows=\"/readings\" | rows=\"readings\" | defaults/payload@rows | readings",
                "unit=\"us\" | unit=\"sec\" | defaults/table/timestamp@unit | sec",
                "on-equal=\"reject\" | on-equal=\"rejct\" | defaults/table/timestamp@on-equal | rejct",
                "on-tag-change=\"new-subtable\" | on-tag-change=\"new\" | defaults/table@on-tag-change | new",
                "missing=\"null\" | missing=\"nil\" | defaults/on-error@missing | nil",
                "decode=\"drop\" | decode=\"null\" | defaults/on-error@decode | null",
                "decode=\"drop\" | decod=\"drop\" | defaults/on-error@decod | decod",
                "<table on | <table super-table=\"x\" on | defaults/table@super-table | super-table",
                "<database-id>second</database-id> | <id>x</id> | defaults/id | id",
            })
    void shouldReportAMistakeOnceAtItsOwnLine(String place, String replacement, String element, String value) {
        var defaults = DEFAULTS.replace(place, replacement);
        assertThat(defaults).isNotEqualTo(DEFAULTS);
        var own = "<database-id>first</database-id>";
        var xml = configuration(
                defaults,
                route("<route>" + (element.equals("defaults/id") ? own : ""), "")
                        + route("<route>" + (element.equals("defaults/id") ? own : ""), "")
                                .replace("<id>x", "<id>y"));

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::line, Problem::element, Problem::value)
                .containsExactly(tuple(Sample.lineIn(xml, replacement), element, value));
    }

    @Test
    void shouldReportMistakesThatNoRouteInherits() {
        var xml = configuration(
                DEFAULTS.replace("unit=\"us\"", "unit=\"sec\""), route("<route>", "<timestamp unit=\"ns\"/>"));

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element)
                .containsExactly("defaults/table/timestamp@unit");
    }

    @Test
    void shouldNameTheRouteWhereNobodySaysWhatItNeeds() {
        var xml = configuration("", route("<route>", ""));

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element)
                .containsExactlyInAnyOrder("routes/route/database-id", "routes/route/payload");
    }

    private RouteSettings onlyRoute(String routes) {
        var settings = Sample.settings(folder, configuration(DEFAULTS, routes));
        assertThat(settings.routes()).hasSize(1);
        return settings.routes().get(0);
    }

    private static String configuration(String defaults, String routes) {
        return "<hivemq-tdengine-extension>" + defaults + "<databases>"
                + String.join("\n", List.of(database("first"), database("second"))) + "</databases>\n<routes>"
                + routes + "</routes></hivemq-tdengine-extension>";
    }

    private static String database(String id) {
        return """
                <database>
                  <id>%s</id>
                  <jdbc-url>jdbc:postgresql://%s:8812/qdb</jdbc-url>
                  <username>admin</username>
                  <password>quest</password>
                </database>""".formatted(id, id);
    }

    private static String route(String start, String timestamp) {
        return start + """
                  <id>x</id>
                  <mqtt-topic-filters><mqtt-topic-filter>a/b</mqtt-topic-filter></mqtt-topic-filters>
                  <table super-table="x" sub-table="x_${mqtt-topic}">%s
                    <tag name="topic" type="VARCHAR(9)" value="${mqtt-topic}"/>
                    <column name="v" type="DOUBLE" value="${payload:/v}"/>
                  </table>
                </route>
                """.formatted(timestamp);
    }
}
