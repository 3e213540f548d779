// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CallPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenario files in {@code scenarios}. */
class ScenarioFilesTest {

    private static final Path FOLDER = Path.of("scenarios");
    private static final Duration SMOKE_LIMIT = Duration.ofSeconds(5);
    private static final long MOST_SMOKE_MESSAGES = 10_000;

    static List<String> names() throws Exception {
        return Scenarios.in(FOLDER).names();
    }

    private static Scenario scenario(String name, Variation variation) throws Exception {
        return Scenarios.in(FOLDER).named(name, variation);
    }

    @Test
    void shouldHaveAllCases() throws Exception {
        assertThat(names())
                .contains("c1", "c2", "c3", "c4", "c5", "c5-narrow", "c5-raw", "siblings-100", "siblings-500")
                .contains("c1-bursts", "siblings-bursts")
                .contains("s0-json", "s0-avro", "s0-json-loaded", "s0-avro-loaded", "s0-json-many", "s0-avro-many")
                .contains("s1-blocks", "s1-blocks-snappy", "s1-blocks-zstd", "s1-loopback", "s1-commit")
                .contains("s3-groups", "s3-groups-far", "s3-slow-lane")
                .contains(
                        "s4-connections",
                        "s4-calls",
                        "s4-storm",
                        "steady-plant",
                        "arrays",
                        "arrays-avro",
                        "arrays-narrow",
                        "burst",
                        "outage",
                        "broker-killed")
                .contains(
                        "cold-start",
                        "heap",
                        "subtables",
                        "paced-2000",
                        "many-topics",
                        "mixed-plant",
                        "sparkplug-plant",
                        "sparkplug-rebirth-storm",
                        "slow-subscriber",
                        "coarse-clocks");
    }

    @Test
    void shouldHaveAPlaceOfItsOwnInTheMenu() throws Exception {
        var all = Scenarios.in(FOLDER).all(Variation.NONE);

        assertThat(all).extracting(Scenario::order).doesNotHaveDuplicates();
        assertThat(all)
                .extracting(Scenario::title)
                .doesNotHaveDuplicates()
                .allSatisfy(title -> assertThat(title).hasSizeLessThan(90));
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldSayWhatItShowsAndHoldItsRows(String name) throws Exception {
        var scenario = scenario(name, Variation.NONE);

        assertThat(scenario.about()).hasSizeGreaterThan(200);
        assertThat(scenario.load().tables()).isNotEmpty();
        assertThat(scenario.thresholds())
                .anySatisfy(threshold -> assertThat(threshold.figure()).isIn(Figure.ROWS_MISSING, Figure.ROWS_LOST));
        assertThat(scenario.settings()).containsKeys("x.title", "x.order", "x.modes", "x.rounds");
        assertThat(scenario.settings().keySet()).anyMatch(key -> key.endsWith("x.table"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldTakeAFewSecondsInASmokeRun(String name) throws Exception {
        var scenario = scenario(name, Variation.SMOKE);
        var load = scenario.load();

        assertThat(load.length()).isLessThanOrEqualTo(SMOKE_LIMIT);
        assertThat(load.crowd().hold()).isLessThanOrEqualTo(SMOKE_LIMIT);
        assertThat(load.calls().map(CallPlan::count).orElse(0)).isLessThan(1_000);
        assertThat(scenario.comparison().rounds()).isEqualTo(1);
        assertThat(load.groups())
                .map(ClientGroup::publishers)
                .filteredOn(its -> !(its.pace() instanceof Pace.PartOfCapacity))
                .allSatisfy(its ->
                        assertThat((long) its.messages() * its.count()).isLessThanOrEqualTo(MOST_SMOKE_MESSAGES));
        assertThat(scenario.thresholds()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeASensibleLoadForMqttloaderItself(String name) throws Exception {
        var base = Files.readAllLines(FOLDER.resolve(name + ".conf")).stream()
                .filter(line -> !line.startsWith("x."))
                .collect(Collectors.joining("\n"));

        var scenario = ScenarioText.read(base);

        var load = scenario.load();
        assertThat(scenario.broker()).contains(new BrokerAddress("127.0.0.1", 1883));
        assertThat(load.only().publishers().count()).isPositive();
        var length =
                load.only().publishers().pace().length(load.only().publishers().messages());
        assertThat(length).isLessThanOrEqualTo(load.execTime());
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldEndBeforeItsTimeIsOver(String name) throws Exception {
        var load = scenario(name, Variation.NONE).load();

        assertThat(load.length().plus(load.subscriberTimeout())).isLessThanOrEqualTo(load.execTime());
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldPromiseTheSameFiguresForBothDatabases(String name) throws Exception {
        var scenario = scenario(name, Variation.NONE);

        assertThat(scenario.thresholds().stream().flatMap(threshold -> threshold.database().stream()))
                .isSubsetOf(DatabaseKind.TDENGINE.word(), DatabaseKind.QUESTDB.word());
        assertThat(promised(scenario, DatabaseKind.TDENGINE))
                .containsExactlyInAnyOrderElementsOf(promised(scenario, DatabaseKind.QUESTDB));
    }

    private static List<String> promised(Scenario scenario, DatabaseKind database) {
        return scenario.promisedFor(database.word()).thresholds().stream()
                .map(threshold -> threshold.figure() + " of " + threshold.contenders())
                .toList();
    }

    @Test
    void shouldBeTheCasesThatWerePublished() throws Exception {
        assertThat(Stream.of("c1", "c2", "c3", "siblings-100", "siblings-500").map(ScenarioFilesTest::shape))
                .containsExactly("1 x 1 x 1000", "10 x 10 x 100", "10 x 10 x 1000", "20 x 1 x 100", "20 x 1 x 500");
        assertThat(scenario("c3", Variation.NONE).published())
                .contains(
                        new PublishedFigure(Figure.LATENCY_AVERAGE_MS, 6416.67, "report of 2020"),
                        new PublishedFigure(Figure.LATENCY_MAXIMUM_MS, 13_495, "report of 2020"));
    }

    @Test
    void shouldPutThePublishedFiguresBesideOurs() throws Exception {
        assertThat(names().stream().filter(name -> name.matches("(s\\d|c[1-4]|siblings).*(?<!bursts|s4-storm)")))
                .allSatisfy(name ->
                        assertThat(scenario(name, Variation.NONE).published()).isNotEmpty());
        assertThat(scenario("s3-slow-lane", Variation.NONE).published())
                .containsExactly(new PublishedFigure(
                        Figure.ROWS_PER_SECOND,
                        1.98,
                        "records to Kafka, one broker slow",
                        new Contender("by-cost"),
                        new Contender("by-topic")));
    }

    private static String shape(String name) {
        try {
            var load = scenario(name, Variation.NONE).load();
            assertThat(load.only().publishers().payload())
                    .isEqualTo(new PayloadPlan(PayloadPlan.Format.MQTTLOADER, 20, "", 1, PayloadPlan.Compression.NONE));
            assertThat(load.only().publishers().qos()).isZero();
            return load.only().publishers().count() + " x "
                    + load.only().subscribers().count() + " x "
                    + load.only().publishers().messages();
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void shouldSayWhatTheExtensionMustKnow() throws Exception {
        var requiring = Scenarios.in(FOLDER).all(Variation.NONE).stream()
                .filter(scenario -> !scenario.requires().isEmpty())
                .map(scenario -> scenario.name() + " " + String.join(",", scenario.requires()));

        assertThat(requiring)
                .containsExactlyInAnyOrder(
                        "arrays-avro avro",
                        "s0-avro avro",
                        "s0-avro-loaded avro",
                        "s0-avro-many avro",
                        "s1-blocks-snappy snappy",
                        "s1-blocks-zstd zstd",
                        "sparkplug-plant sparkplug",
                        "sparkplug-rebirth-storm sparkplug");
    }
}
