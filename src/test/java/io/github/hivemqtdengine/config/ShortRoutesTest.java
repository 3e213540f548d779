// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.Rebirth;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.RateLimits.Rate;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShortRoutesTest {

    private static final Path PRESET = Path.of("conf/examples/sparkplug/preset.xml");
    private static final Path NAMESPACE_PRESET = Path.of("conf/examples/namespace/preset.xml");
    private static final String NAMESPACE = "<route><id>everything</id>%s<payload format=\"namespace\"/></route>";
    private static final String SHORT = "<route><id>plant</id><payload format=\"sparkplug\"/></route>";

    @TempDir
    Path folder;

    @Test
    void shouldStandForTheRoutesThatShip() throws Exception {
        assertThat(settings(SHORT).routes())
                .isEqualTo(Sample.reader().read(PRESET).routes())
                .hasSize(2);
    }

    @Test
    void shouldStandForTheRouteOfTheNamespaceThatShips() throws Exception {
        var routes = Sample.reader().read(NAMESPACE_PRESET).routes();

        assertThat(settings(NAMESPACE.formatted("").replace("<route>", "<route><database-id>plant</database-id>"))
                        .routes())
                .usingRecursiveComparison()
                .ignoringFields("databaseId")
                .isEqualTo(routes);
        assertThat(routes)
                .singleElement()
                .satisfies(route -> assertThat(route.tables())
                        .hasSize(4)
                        .allSatisfy(table -> assertThat(table.maxSubtables()).isEqualTo(100_000)));
    }

    /** The route of the state has no message for long in a plant that works. */
    @Test
    void shouldLetOnlyTheRouteOfTheMetricsBeSilent() {
        assertThat(settings(shortRoute("<silence>5 min</silence>")).silences())
                .containsExactly(Map.entry("plant", new Silence(Duration.ofMinutes(5), null)));
    }

    @Test
    void shouldNarrowTheNamespaceToTheFiltersThatTheUserWrites() {
        var filters = "<mqtt-topic-filters><mqtt-topic-filter>plant/{hall}/#</mqtt-topic-filter>"
                + "<exclude>plant/test/#</exclude></mqtt-topic-filters>";

        assertThat(settings(NAMESPACE.formatted(filters)).routes())
                .singleElement()
                .satisfies(route -> {
                    assertThat(route.filters()).containsExactly(TopicFilter.parse("plant/+/#"));
                    assertThat(route.excludes()).containsExactly(TopicFilter.parse("plant/test/#"));
                });
        assertThat(problems(NAMESPACE.formatted(filters.replace("plant/{hall}/#", "$SYS/#"))))
                .extracting(Problem::value, Problem::rule)
                .contains(tuple(
                        "$SYS/#", "matches no topic of a client; write it like plant/#, or leave it out for all"));
    }

    @Test
    void shouldStoreEachKindOfValueAndTheState() {
        assertThat(settings(SHORT).routes())
                .flatExtracting(RouteSettings::tables)
                .extracting(
                        TableSettings::superTable,
                        table -> table.columns().get(0).column().type().toString())
                .containsExactly(
                        tuple("spb_float", "DOUBLE"),
                        tuple("spb_integer", "BIGINT"),
                        tuple("spb_unsigned", "BIGINT UNSIGNED"),
                        tuple("spb_boolean", "BOOL"),
                        tuple("spb_text", "NCHAR(4096)"),
                        tuple("spb_time", "TIMESTAMP"),
                        tuple("spb_bytes", "VARBINARY(32763)"),
                        tuple("spb_json", "VARCHAR(16384)"),
                        tuple("spb_property", "NCHAR(64)"),
                        tuple("spb_state", "BOOL"));
    }

    @Test
    void shouldStoreDeathsAsPublishesAndAsWills() {
        assertThat(settings(SHORT).routes())
                .extracting(RouteSettings::id, RouteSettings::sources, RouteSettings::filters)
                .containsExactly(
                        tuple(
                                "plant",
                                Set.of(MessageSource.PUBLISHES),
                                filters(
                                        "spBv1.0/+/NBIRTH/+",
                                        "spBv1.0/+/NDATA/+",
                                        "spBv1.0/+/DBIRTH/+/+",
                                        "spBv1.0/+/DDATA/+/+",
                                        "spBv1.0/+/DDEATH/+/+")),
                        tuple(
                                "plant-state",
                                Set.of(MessageSource.PUBLISHES, MessageSource.LAST_WILLS),
                                filters(
                                        "spBv1.0/+/NBIRTH/+",
                                        "spBv1.0/+/NDEATH/+",
                                        "spBv1.0/+/DBIRTH/+/+",
                                        "spBv1.0/+/DDEATH/+/+")));
    }

    @Test
    void shouldLimitTheRateOfBothRoutes() {
        var limits = new RateLimits(new Rate(Duration.ofMillis(200), 5), null, Duration.ofMillis(2_500));

        assertThat(settings(shortRoute("<rate-limit per-second=\"5\"/>")).routes())
                .extracting(RouteSettings::rateLimits)
                .containsExactly(limits, limits);
        assertThat(problems(shortRoute("<rate-limit burst=\"5\"/>")))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(
                        tuple("routes/route/rate-limit", "needs per-second, client-per-second, or both"),
                        tuple("routes/route/rate-limit@burst", "has no effect here"));
    }

    @Test
    void shouldStoreOnlyTopicsOfTheFiltersThatTheUserWrites() {
        var routes = settings(shortRoute("""
                <mqtt-topic-filters>
                  <mqtt-topic-filter>spBv1.0/{hall}/#</mqtt-topic-filter>
                  <mqtt-topic-filter>spBv1.0/north/NDATA/#</mqtt-topic-filter>
                  <mqtt-topic-filter>spBv1.0/west/+/edge-1/#</mqtt-topic-filter>
                  <exclude>spBv1.0/test/#</exclude>
                </mqtt-topic-filters>
                """)).routes();

        assertThat(routes.get(0).filters())
                .isEqualTo(filters(
                        "spBv1.0/+/NBIRTH/+",
                        "spBv1.0/+/NDATA/+",
                        "spBv1.0/+/DBIRTH/+/+",
                        "spBv1.0/+/DDATA/+/+",
                        "spBv1.0/+/DDEATH/+/+",
                        "spBv1.0/north/NDATA/+",
                        "spBv1.0/west/NBIRTH/edge-1",
                        "spBv1.0/west/NDATA/edge-1",
                        "spBv1.0/west/DBIRTH/edge-1/+",
                        "spBv1.0/west/DDATA/edge-1/+",
                        "spBv1.0/west/DDEATH/edge-1/+"));
        assertThat(routes.get(1).filters())
                .contains(TopicFilter.parse("spBv1.0/west/NDEATH/edge-1"))
                .doesNotContain(TopicFilter.parse("spBv1.0/north/NDATA/+"));
        assertThat(routes).extracting(RouteSettings::excludes).containsOnly(filters("spBv1.0/test/#"));
    }

    @Test
    void shouldLeaveOutTheRouteWhoseTopicsAreNotWanted() {
        var filters = "<mqtt-topic-filter>spBv1.0/+/NBIRTH/+</mqtt-topic-filter>"
                + "<mqtt-topic-filter>spBv1.0/+/NDATA/+</mqtt-topic-filter>";
        var births = "<mqtt-topic-filter>spBv1.0/+/NDATA/+</mqtt-topic-filter>";
        var other =
                "<route><id>births</id><mqtt-topic-filters><mqtt-topic-filter>spBv1.0/+/NBIRTH/+</mqtt-topic-filter>"
                        + "</mqtt-topic-filters><payload format=\"sparkplug\"/></route>";

        assertThat(settings(shortRoute("<mqtt-topic-filters>" + filters + "</mqtt-topic-filters>"))
                        .routes())
                .extracting(RouteSettings::id)
                .containsExactly("plant", "plant-state");
        assertThat(settings(shortRoute("<mqtt-topic-filters>" + births + "</mqtt-topic-filters>") + other)
                        .routes())
                .extracting(RouteSettings::id)
                .containsExactly("plant", "births", "births-state");
    }

    @Test
    void shouldTakeTheDatabaseThePayloadAndTheErrorsOfTheShortRoute() {
        var second = "<database><id>other</id><jdbc-url>jdbc:TAOS-WS://other:6041</jdbc-url><username>u</username>"
                + "<password>p</password><name>n</name></database></databases>";
        var xml = xml("<route><id>plant</id><database-id>other</database-id>"
                        + "<payload format=\"sparkplug\" compression=\"gzip\" max-bytes=\"1 MiB\" rebirth=\"when-needed\"/>"
                        + "<on-error decode=\"drop\"/></route>")
                .replace("</databases>", second);

        assertThat(Sample.settings(folder, xml).routes()).hasSize(2).allSatisfy(route -> {
            assertThat(route.databaseId()).isEqualTo("other");
            assertThat(route.payload().compression().compression()).isEqualTo(Compression.GZIP);
            assertThat(route.payload().format()).isEqualTo(new SparkplugFormat(Rebirth.WHEN_NEEDED));
            assertThat(route.onDecodeError()).isEqualTo(OnError.DROP);
        });
        assertThat(problems(SHORT, "</databases>", second))
                .extracting(Problem::element, Problem::line, Problem::rule)
                .containsExactly(tuple("routes/route/database-id", lineOf(SHORT), "is missing"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rebirth=\"never\" on-sequence-gap=\"count\" | NEVER",
                "rebirth=\"when-needed\" | WHEN_NEEDED",
                "rebirth=\"when-needed\" on-sequence-gap=\"rebirth\" | ALSO_AFTER_GAPS"
            })
    void shouldReadWhenARebirthIsRequested(String attributes, Rebirth rebirth) {
        assertThat(settings(SHORT.replace("\"sparkplug\"", "\"sparkplug\" " + attributes))
                        .routes())
                .hasSize(2)
                .allSatisfy(route -> assertThat(route.payload().format()).isEqualTo(new SparkplugFormat(rebirth)));
    }

    /** Other defaults are for the mappings of the user. */
    @Test
    void shouldInheritTheDatabaseOnly() {
        var defaults = "<defaults><database-id>plant</database-id>"
                + "<payload format=\"sparkplug\" rows=\"/x\" pivot=\"/y\" compression=\"gzip\"/>"
                + "<table on-tag-change=\"alter\"><timestamp value=\"${payload:/t}\" unit=\"s\" on-equal=\"reject\"/></table>"
                + "<on-error missing=\"drop\"/></defaults><routes>";
        var route = "<route><id>plant</id></route>";

        assertThat(Sample.settings(folder, xml(route).replace("<routes>", defaults))
                        .routes())
                .isEqualTo(settings(SHORT).routes());
    }

    @Test
    void shouldLeaveRoutesWithTablesAlone() {
        var own = shortRoute("""
                <mqtt-topic-filters>
                  <mqtt-topic-filter>spBv1.0/+/NBIRTH/+</mqtt-topic-filter>
                  <mqtt-topic-filter>spBv1.0/+/NDATA/+</mqtt-topic-filter>
                </mqtt-topic-filters>
                <table super-table="own" sub-table="o_${payload-root:/node}">
                  <tag name="node" type="VARCHAR(256)" value="${payload-root:/node}"/>
                  <column name="seq" type="INT" value="${payload-root:/seq}"/>
                </table>
                """);

        assertThat(settings(own).routes())
                .singleElement()
                .satisfies(route -> assertThat(route.tables()).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:TAOS-WS://td1:6041", "jdbc:postgresql://quest:8812/qdb"})
    void shouldFitEveryDatabase(String url) {
        var xml = Sample.withUrl(xml(SHORT), url);

        assertThat(Sample.problems(folder, xml)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "sql", "statement"})
    void shouldFitEveryWriteEngine(String engine) {
        assertThat(problems(SHORT, "<write-engine>statement", "<write-engine>" + engine))
                .isEmpty();
    }

    @Test
    void shouldLetTwoShortRoutesFillTheSameTables() {
        var north = shortRoute(onlyGroup("north"));
        var south = north.replace("<id>plant", "<id>south").replace("/north/", "/south/");

        assertThat(settings(north + south).routes())
                .extracting(RouteSettings::id)
                .containsExactly("plant", "plant-state", "south", "south-state");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<source>publishes</source> | source | publishes | needs a <table> of your own; without one",
                "<retained-messages>at-start</retained-messages> | retained-messages | at-start "
                        + "| needs a <table> of your own; without one",
                "<mqtt-topic-filters><mqtt-topic-filter>plant/#</mqtt-topic-filter></mqtt-topic-filters> "
                        + "| mqtt-topic-filters/mqtt-topic-filter | plant/# "
                        + "| matches no topic of a BIRTH, DATA or DEATH of Sparkplug; write it like spBv1.0/group/#",
                "<mqtt-topic-filters><mqtt-topic-filter>a/#/b</mqtt-topic-filter></mqtt-topic-filters> "
                        + "| mqtt-topic-filters/mqtt-topic-filter | a/#/b | #",
                "<mqtt-topic-filters><exclude>a/#/b</exclude></mqtt-topic-filters> "
                        + "| mqtt-topic-filters/exclude | a/#/b | #",
                "<colour>red</colour> | colour | colour | is not an element of <route>",
                "<database-id>nowhere</database-id> | database-id | nowhere | is not the id of a <database>",
                "<on-error decode=\"null\"/> | on-error@decode | null | is not allowed here"
            })
    void shouldReportWhatTheShortRouteCannotHave(String element, String path, String value, String rule) {
        var route = shortRoute(element);

        assertThat(problems(route)).singleElement().satisfies(problem -> {
            assertThat(problem.element()).isEqualTo("routes/route/" + path);
            assertThat(problem.value()).isEqualTo(value);
            assertThat(problem.rule()).contains(rule);
            assertThat(problem.line()).isEqualTo(lineOf(route));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"rows=\"/metrics\"", "rows=\"/samples\"", "pivot=\"/metrics\""})
    void shouldReportAShapeWithoutATable(String attribute) {
        assertThat(problems(SHORT.replace("\"sparkplug\"", "\"sparkplug\" " + attribute)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule())
                        .startsWith("needs a <table> of your own")
                        .contains("explain --expand"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<id>plant</id> | '' | id | '' | is missing",
                "<id>plant</id> | <id>a b</id> | id | a b | is not an id",
                "<payload format=\"sparkplug\"/> | <payload format=\"sparkplug\" framing=\"datums\"/> "
                        + "| payload@framing | datums | has no effect here",
                "<payload format=\"sparkplug\"/> | <payload format=\"sparkplug\" colour=\"red\"/> "
                        + "| payload@colour | colour | is not an attribute of <payload>",
                "<payload format=\"sparkplug\"/> | <payload format=\"sparkplug\" rebirth=\"always\"/> "
                        + "| payload@rebirth | always | is not allowed here; known are never, when-needed",
                "<payload format=\"sparkplug\"/> | <payload format=\"sparkplug\" on-sequence-gap=\"rebirth\"/> "
                        + "| payload@on-sequence-gap | rebirth | needs rebirth=\"when-needed\" beside it",
            })
    void shouldReportProblemsOfItsPartsAtItsLine(
            String place, String replacement, String path, String value, String rule) {
        var route = SHORT.replace(place, replacement);

        assertThat(problems(route)).anySatisfy(problem -> {
            assertThat(problem.element()).isEqualTo("routes/route/" + path);
            assertThat(problem.value()).isEqualTo(value);
            assertThat(problem.rule()).contains(rule);
            assertThat(problem.line()).isEqualTo(lineOf(route));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "x", "${ENV:", "${ENV:NOTHING}", "${FILE:/nowhere}", "#/#", "+x", "{", "{}", "a\u0000"})
    void shouldRefuseOrReadAGarbledShortRoute(String garbage) {
        var places = List.of(
                "<route><id>%s</id><payload format=\"sparkplug\"/></route>",
                "<route><id>p</id><id>%s</id><payload format=\"sparkplug\"/></route>",
                "<route><id>p</id><database-id>%s</database-id><payload format=\"sparkplug\"/></route>",
                "<route><id>p</id><payload format=\"sparkplug\"/><payload format=\"%s\"/></route>",
                "<route><id>p</id><payload format=\"sparkplug\" compression=\"%s\"/></route>",
                "<route><id>p</id>%s<payload format=\"sparkplug\"/></route>",
                shortRoute("<mqtt-topic-filters>%s</mqtt-topic-filters>"),
                shortRoute("<mqtt-topic-filters><mqtt-topic-filter>%s</mqtt-topic-filter></mqtt-topic-filters>"),
                shortRoute("<mqtt-topic-filters><exclude>%s</exclude></mqtt-topic-filters>"));

        assertThat(places)
                .flatExtracting(place -> problems(place.formatted(garbage)))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.rule()).isNotEmpty());
    }

    @Test
    void shouldReportThatTheIdOfItsSecondRouteIsTaken() {
        var taken = shortRoute(onlyGroup("north")).replace("<id>plant", "<id>plant-state");

        assertThat(problems(SHORT + "\n" + taken))
                .extracting(Problem::value, Problem::rule)
                .containsExactly(tuple(
                        "plant-state",
                        "is taken already (neither case nor - instead of _ makes a difference); choose another one"));
    }

    @Test
    void shouldNameTheFileThatHasTheShortRoute() throws IOException {
        Files.writeString(
                folder.resolve("spb.xml"),
                "<routes>\n\n<route><id>a b</id><payload format=\"sparkplug\"/>" + "</route></routes>");

        assertThat(problems("<include>spb.xml</include>"))
                .allSatisfy(problem -> assertThat(problem.toString()).startsWith("spb.xml:3 <routes/route/id> \"a b"))
                .isNotEmpty();
    }

    @Test
    void shouldRefuseACaptureThatStoresNothingOfQos0() {
        assertThat(problems(SHORT, "<capture>on-publish", "<capture>on-ack"))
                .isNotEmpty()
                .allSatisfy(problem -> {
                    assertThat(problem.line()).isEqualTo(lineOf(SHORT));
                    assertThat(problem.rule()).contains("QoS 0", "<capture>on-publish</capture>");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "publishes | spBv1.0/# | | may match spBv1.0/+/NDEATH/+",
                "last-wills | spBv1.0/+/NDEATH/+ | | may match spBv1.0/+/NDEATH/+",
                "publishes, last-wills | spBv1.0/# | |",
                "publishes | spBv1.0/# | spBv1.0/+/NDEATH/+ |",
                "publishes | spBv1.0/+/NDATA/+ | | may match spBv1.0/+/NDATA/+, but no route",
                "publishes | spBv1.0/+/DDATA/+/+ | | may match spBv1.0/+/DDATA/+/+, but no route",
                "publishes | spBv1.0/+/NBIRTH/+ | |",
                "publishes | spBv1.0/STATE/+ | |"
            })
    void shouldRefuseOwnRoutesThatWouldMissMessages(String sources, String filter, String exclude, String rule) {
        var excluded = exclude == null ? "" : "<exclude>" + exclude + "</exclude>";
        var route = """
                <route>
                  <id>own</id>
                  <source>%s</source>
                  <mqtt-topic-filters><mqtt-topic-filter>%s</mqtt-topic-filter>%s</mqtt-topic-filters>
                  <payload format="sparkplug"/>
                  <table super-table="own" sub-table="o_${payload:/node}">
                    <tag name="node" type="VARCHAR(256)" value="${payload:/node}"/>
                    <column name="seq" type="INT" value="${payload:/seq}"/>
                  </table>
                </route>
                """.formatted(sources, filter, excluded);

        assertThat(problems(route))
                .extracting(Problem::rule)
                .allSatisfy(found -> assertThat(found).contains(rule))
                .hasSize(rule == null ? 0 : 1);
    }

    /** The lanes of the other database may learn a BIRTH later, as while it is away. */
    @Test
    void shouldRefuseValuesWhoseBirthsAreForAnotherDatabase() {
        var data = "<mqtt-topic-filter>spBv1.0/+/NDATA/+</mqtt-topic-filter>";
        var route =
                shortRoute("<database-id>second</database-id><mqtt-topic-filters>" + data + "</mqtt-topic-filters>");
        var births = shortRoute("<database-id>plant</database-id>").replace("<id>plant", "<id>births");
        var second = "<database><id>second</id><jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>"
                + "<username>u</username><password>p</password><name>other</name></database>";

        assertThat(problems(route + births, "</databases>", second + "</databases>"))
                .extracting(Problem::rule)
                .singleElement()
                .asString()
                .contains("no route of format=\"sparkplug\" to the same database matches spBv1.0/+/NBIRTH/+");
    }

    @Test
    void shouldPrintWhatItStandsForAsAFileToInclude() throws Exception {
        var short1 = shortRoute(onlyGroup("north") + "<on-error decode=\"drop\"/>");
        var snapshot = Sample.reader().snapshot(Sample.write(folder, xml(short1)));

        assertThat(snapshot.expandedRoutes()).containsOnlyKeys("plant", "plant-state");
        Files.writeString(
                folder.resolve("expanded.xml"),
                "<routes>\n" + String.join("\n", snapshot.expandedRoutes().values()) + "\n</routes>\n");

        assertThat(settings("<include>expanded.xml</include>").routes())
                .isEqualTo(snapshot.settings().routes());
        assertThat(Files.readAllLines(folder.resolve("expanded.xml")))
                .startsWith("<routes>", "  <route>", "    <id>plant</id>", "    <mqtt-topic-filters>")
                .contains("    <payload format=\"sparkplug\" rows=\"/metrics\"/>");
    }

    @Test
    void shouldExpandNothingWithoutAShortRoute() throws Exception {
        assertThat(Sample.reader().snapshot(PRESET).expandedRoutes()).isEmpty();
    }

    private static String onlyGroup(String group) {
        return "<mqtt-topic-filters><mqtt-topic-filter>spBv1.0/" + group
                + "/#</mqtt-topic-filter></mqtt-topic-filters>";
    }

    private static String shortRoute(String more) {
        return SHORT.replace("<payload", more + "<payload");
    }

    private static List<TopicFilter> filters(String... filters) {
        return List.of(filters).stream().map(TopicFilter::parse).toList();
    }

    /** The sample with other routes, and a capture that suits them. */
    private static String xml(String routes) {
        return (Sample.XML.substring(0, Sample.XML.indexOf("<route>"))
                        + routes
                        + Sample.XML.substring(Sample.XML.indexOf("</routes>")))
                .replace("<capture>on-ack", "<capture>on-publish");
    }

    private static int lineOf(String route) {
        return Sample.lineIn(xml(route), route);
    }

    private ExtensionSettings settings(String routes) {
        return Sample.settings(folder, xml(routes));
    }

    private List<Problem> problems(String routes) {
        return Sample.problems(folder, xml(routes));
    }

    private List<Problem> problems(String routes, String place, String replacement) {
        var xml = xml(routes);
        assertThat(xml).contains(place);
        return Sample.problems(folder, xml.replace(place, replacement));
    }
}
