// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteReaderTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<id>meters</id>  |                      | id | '' | is missing",
                "<id>meters</id>  | <id>1 2</id>         | id | 1 2 "
                        + "| is not an id: 1 to 64 letters a-z, digits, hyphens and underscores",
                "<database-id>plant | <database-id>plan  | database-id | plan "
                        + "| is not the id of a <database>; did you mean plant?",
                "<source>publishes | <source>wills        | source | wills "
                        + "| is not allowed here; known are publishes, last-wills, client-events",
                "<source>publishes | <source>publishes,wills | source | publishes,wills "
                        + "| is not allowed here; known are publishes, last-wills, client-events",
                "<source>publishes | <source>last-wills, last-wills | source | last-wills, last-wills "
                        + "| names last-wills twice",
                "<source>publishes | <source>client-events, publishes | source | client-events, publishes | combines"
                        + " client-events, which have topics of their own, with another source; write a route of its own"
                        + " for them",
                "<source>publishes | <source>client-events | mqtt-topic-filters | '' | is not for"
                        + " <source>client-events</source>, whose topics are $client-events/{event}; leave it out",
                "<payload format=\"json\" rows=\"/readings\"/> | | payload | '' | is missing",
                "<payload format=\"json\" | <payload         | payload@format | '' | is missing",
                "format=\"json\"  | format=\"jason\"     | payload@format | jason "
                        + "| is not allowed here; did you mean json?",
                "format=\"json\"  | format=\"raw\"       | payload@rows | /readings | has no effect here",
                "rows=\"/readings\" | encoding=\"hex\"   | payload@encoding | hex | has no effect here",
                "rows=\"/readings\" | rows=\"readings\"  | payload@rows | readings "
                        + "| is not a JSON Pointer; write it like /readings, or leave it empty for an array at the top",
                "rows=\"/readings\" | rows=\"/a~2\"      | payload@rows | /a~2 "
                        + "| is not a JSON Pointer; write it like /readings, or leave it empty for an array at the top",
                "decode=\"drop\"  | decode=\"null\"      | on-error@decode | null "
                        + "| is not allowed here; known are dead-letter, drop, skip-row",
                "missing=\"null\" | missing=\"deadletter\" | on-error@missing | deadletter "
                        + "| is not allowed here; did you mean dead-letter?",
                "type-mismatch=\"null\" | type-mismatch=\"\" | on-error@type-mismatch | '' "
                        + "| is not allowed here; known are dead-letter, drop, skip-row, null, default",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String element, String value, String rule) {
        var xml = Sample.with(place, replacement == null ? "" : replacement);

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .contains(tuple("routes/route/" + element, value, rule));
    }

    @Test
    void shouldReportThatThereIsNoFilter() {
        var xml = Sample.with("<mqtt-topic-filter>site/{site}/meter/{meter}/#</mqtt-topic-filter>", "");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(
                        tuple("routes/route/mqtt-topic-filters", "", "needs at least one <mqtt-topic-filter>"));
    }

    @ParameterizedTest
    @CsvSource({"site/{site}/meter/{meter}/#, mqtt-topic-filter", "site/test/#, exclude"})
    void shouldReportAFilterThatIsNone(String filter, String element) {
        assertThat(Sample.problems(folder, Sample.with(filter, "site/{site}/{meter}/#/more")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.element()).isEqualTo("routes/route/mqtt-topic-filters/" + element);
                    assertThat(problem.value()).isEqualTo("site/{site}/{meter}/#/more");
                    assertThat(problem.rule()).contains("#");
                });
    }

    @Test
    void shouldGiveClientEventsTheirOwnTopics() {
        var filters =
                Sample.XML.substring(Sample.XML.indexOf("<mqtt-topic-filters>"), Sample.XML.indexOf("<payload format"));
        var xml = Sample.with(filters, "")
                .replace("<source>publishes", "<source>client-events")
                .replace("${mqtt-topic:meter}", "${mqtt-client-id}")
                .replace("${mqtt-topic:site}", "${mqtt-topic:event}");

        assertThat(Sample.settings(folder, xml).routes())
                .extracting(RouteSettings::sources, RouteSettings::filters, RouteSettings::excludes)
                .containsExactly(tuple(
                        Set.of(MessageSource.CLIENT_EVENTS),
                        List.of(TopicFilter.parse("$client-events/{event}")),
                        List.of()));
    }

    @Test
    void shouldReadTheFiltersOfLastWills() {
        var xml = Sample.with("<source>publishes", "<source>last-wills");

        assertThat(Sample.settings(folder, xml).routes())
                .extracting(RouteSettings::sources, RouteSettings::filters)
                .containsExactly(tuple(
                        Set.of(MessageSource.LAST_WILLS), List.of(TopicFilter.parse("site/{site}/meter/{meter}/#"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"publishes, last-wills", "last-wills,publishes"})
    void shouldReadSeveralSources(String sources) {
        var xml = Sample.with("<source>publishes", "<source>" + sources);

        assertThat(Sample.settings(folder, xml).routes())
                .extracting(RouteSettings::sources)
                .containsExactly(Set.of(MessageSource.PUBLISHES, MessageSource.LAST_WILLS));
    }

    @Test
    void shouldReadWhereTheRecordsAre() {
        var xml = Sample.with(
                "rows=\"/readings\"",
                "rows=\"/readings\" rows-from=\"object\" pivot=\"/l\" pivot-name=\"n\" pivot-value=\"v\"");

        assertThat(Sample.settings(folder, xml).routes().get(0).payload().shape())
                .isEqualTo(new RecordShape("/readings", RowsFrom.OBJECT, new Pivot("/l", "n", "v")));
        assertThat(Sample.problems(folder, Sample.with("rows=\"/readings\"", "rows-from=\"object\" pivot-name=\"n\"")))
                .extracting(Problem::element, Problem::rule)
                .containsExactlyInAnyOrder(
                        tuple("routes/route/payload@rows-from", "has no effect here"),
                        tuple("routes/route/payload@pivot-name", "has no effect here"));
    }

    @Test
    void shouldReportAKeyThatRowsDoNotHave() {
        assertThat(Sample.problems(folder, Sample.with("${payload:/p}", "${payload-key}")))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table/column@value",
                        "reads a key, which needs rows-from=\"object\", or a * in rows"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rows=\"/*\"|payload-key",
                "rows=\"/*\"|payload-key:..",
                "rows=\"/*/*\"|payload-key:../..",
                "rows=\"/x\" rows-from=\"object\"|payload-key",
                "rows=\"/*\" rows-from=\"object\"|payload-key:..",
                "rows=\"\"|payload-index",
                "rows=\"/*\"|payload-index:..",
            })
    void shouldReadKeysAndPositions(String rows, String reference) {
        assertThat(Sample.problems(folder, ofRows(rows, reference))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rows=\"/*\"|payload-key:../..|goes 2 elements up by ../.., but rows=\"/*\" has 1 around each row",
                "rows=\"/x\" rows-from=\"object\"|payload-key:..|which needs a * in rows",
                "rows=\"/x\"|payload-index:..|which needs a * in rows",
                "|payload-index|reads the position of a row, which needs rows",
                "rows=\"/*\"|payload-key:/x|needs .. after the colon, and a further /.. for each element up",
                "rows=\"/*\"|payload-index:../x|needs .. after the colon, and a further /.. for each element up",
                "rows=\"/*\"|payload-key:|needs something after the colon",
            })
    void shouldReportKeysAndPositionsThatRowsDoNotHave(@Nullable String rows, String reference, String rule) {
        assertThat(Sample.problems(folder, ofRows(rows == null ? "" : rows, reference)))
                .extracting(Problem::rule)
                .singleElement(as(STRING))
                .contains(rule);
    }

    private static String ofRows(String rows, String reference) {
        return Sample.with("rows=\"/readings\"", rows).replace("${payload:/p}", "${" + reference + "}");
    }

    @Test
    void shouldReadWhatBecomesOfNumbersThatAreNotFinite() {
        for (var format : List.of("json", "ndjson", "auto")) {
            var xml =
                    Sample.with("format=\"json\" rows=\"/readings\"", "format=\"" + format + "\" non-finite=\"null\"");

            assertThat(Sample.settings(folder, xml)
                            .routes()
                            .get(0)
                            .payload()
                            .format()
                            .toString())
                    .contains("nonFinite=NULL")
                    .doesNotContain("REJECT");
            assertThat(Sample.problems(folder, xml.replace("non-finite=\"null\"", "non-finite=\"nil\"")))
                    .extracting(Problem::element)
                    .containsExactly("routes/route/payload@non-finite");
        }
        assertThat(Sample.problems(folder, Sample.with("format=\"json\"", "format=\"cbor\" non-finite=\"null\"")))
                .extracting(Problem::rule)
                .containsExactly("has no effect here");
    }

    @Test
    void shouldReadSeveralTablesThatTreatEqualTimesAlike() {
        var table = Sample.XML.substring(Sample.XML.indexOf("<table "), Sample.XML.indexOf("</table>") + 8);
        var second = table.replace("\"meters\"", "\"copies\"").replace("m_$", "c_$");

        assertThat(Sample.settings(folder, Sample.with("</table>", "</table>" + second))
                        .routes()
                        .get(0)
                        .tables())
                .extracting(TableSettings::superTable)
                .containsExactly("meters", "copies");
        assertThat(Sample.problems(
                        folder, Sample.with("</table>", "</table>" + second.replaceFirst("(?s)<timestamp.*?/>", ""))))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table",
                        "treats times of arrival, or equal times, in another way than the route's first table;"
                                + " write a route of its own for it"));
    }

    @Test
    void shouldReportTablesOfOneRouteWhoseSubtablesHaveTheSameNames() {
        var table = Sample.XML.substring(Sample.XML.indexOf("<table "), Sample.XML.indexOf("</table>") + 8);

        assertThat(Sample.problems(
                        folder, Sample.with("</table>", "</table>" + table.replace("\"meters\"", "\"copies\""))))
                .extracting(Problem::rule)
                .singleElement()
                .asString()
                .contains("a subtable's name can be there only once");
    }

    @Test
    void shouldReportThatThereIsNoRoute() {
        var from = Sample.XML.indexOf("<route>");
        var to = Sample.XML.indexOf("</routes>");

        var xml = new StringBuilder(Sample.XML).delete(from, to).toString();

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple("routes", "needs at least one <route>"));
    }

    @Test
    void shouldReportEachMissingPartOnce() {
        var xml = "<hivemq-tdengine-extension><routes><route/></routes></hivemq-tdengine-extension>";

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactlyInAnyOrder(
                        tuple("databases", "is missing"),
                        tuple("routes/route/id", "is missing"),
                        tuple("routes/route/database-id", "is missing"),
                        tuple("routes/route/mqtt-topic-filters", "is missing"),
                        tuple("routes/route/payload", "is missing"),
                        tuple("routes/route", "needs at least one <table>"));
    }

    /** Their metrics would have the same names in Prometheus. */
    @Test
    void shouldReportIdsThatDifferInHyphensOnly() {
        var first = Sample.route().replace("<id>meters</id>", "<id>meters-2</id>");
        var second = Sample.route().replace("<id>meters</id>", "<id>Meters_2</id>");
        var xml = Sample.with("</routes>", first + second + "</routes>");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value)
                .containsExactly(tuple("routes/route/id", "Meters_2"));
    }

    @Test
    void shouldReportTwoRoutesOfOneId() {
        var xml = Sample.with("</routes>", Sample.route() + "</routes>");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/id",
                        "meters",
                        "is taken already (neither case nor - instead of _ makes a difference); choose another one"));
    }

    @Test
    void shouldNeedTheDatabaseOnlyWhereThereAreSeveral() {
        var one = Sample.with("<database-id>plant</database-id>", "");
        var database = one.substring(one.indexOf("<database>"), one.indexOf("</databases>"));
        var two = one.replace("</databases>", database.replace("<id>plant", "<id>office") + "</databases>");

        assertThat(Sample.settings(folder, one).routes())
                .extracting(RouteSettings::databaseId)
                .containsExactly("plant");
        assertThat(Sample.problems(folder, two))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple("routes/route/database-id", "is missing"));
    }

    @Test
    void shouldTakeAnEmptyPointerForAnArrayAtTheTop() {
        assertThat(Sample.settings(folder, Sample.with("rows=\"/readings\"", "rows=\"\""))
                        .routes())
                .extracting(RouteSettings::payload)
                .containsExactly(new PayloadSettings(
                        new JsonFormat(), RecordShape.rowsAt(""), PayloadCompression.NONE, OnEmpty.IGNORE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compression=\"gzip\" | GZIP | 16777216",
                "compression=\"snappy\" max-bytes=\"1 KiB\" | SNAPPY | 1024",
                "compression=\"content-encoding\" max-bytes=\"256 MiB\" | CONTENT_ENCODING | 268435456",
                "compression=\"none\" | NONE | 16777216",
                "rows-from=\"array\" | NONE | 16777216"
            })
    void shouldReadHowPayloadsAreDecompressed(String attributes, Compression compression, int maxBytes) {
        assertThat(Sample.settings(folder, Sample.with("rows=\"/readings\"", "rows=\"/readings\" " + attributes))
                        .routes())
                .extracting(route -> route.payload().compression())
                .containsExactly(new PayloadCompression(compression, maxBytes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compression=\"zip\" | compression | zip | is not allowed here; did you mean gzip?",
                "compression=\"lz4\" max-bytes=\"1023 B\" | max-bytes | 1023 B | is outside 1 KiB to 256 MiB",
                "compression=\"lz4\" max-bytes=\"1 GiB\" | max-bytes | 1 GiB | is outside 1 KiB to 256 MiB",
                "compression=\"none\" max-bytes=\"1 MiB\" | max-bytes | 1 MiB | has no effect here",
                "max-bytes=\"1 MiB\" | max-bytes | 1 MiB | has no effect here"
            })
    void shouldReportOtherCompressions(String attributes, String name, String value, String rule) {
        assertThat(Sample.problems(folder, Sample.with("rows=\"/readings\"", "rows=\"/readings\" " + attributes)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes/route/payload@" + name, value, rule));
    }

    @Test
    void shouldReadWhatBecomesOfRetainedMessages() {
        var xml = Sample.with("<retained-messages>ignore", "<retained-messages>at-start");

        assertThat(Sample.settings(folder, xml).routes().get(0).retained()).isEqualTo(Retained.AT_START);
        assertThat(Sample.settings(folder, Sample.XML).routes().get(0).retained())
                .isEqualTo(Retained.IGNORE);
        assertThat(Sample.problems(folder, xml.replace("<source>publishes", "<source>last-wills")))
                .extracting(Problem::element, Problem::rule)
                .contains(tuple("routes/route/retained-messages", "needs the source publishes"));
    }
}
