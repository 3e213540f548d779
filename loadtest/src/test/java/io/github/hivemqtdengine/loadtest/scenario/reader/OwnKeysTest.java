// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.Pace.Step;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Comparator;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnKeysTest {

    private static final String EDGE_NODES = "num_subscribers = 0\nx.payload = edge-node\n";
    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            x.title = A plant | title=A plant,
            `` | title=test
            x.topic = a/{client}/{seq}\\nx.topics = 3 | TopicPattern[pattern=a/{client}/{seq}, topics=3]
            x.topic = a/{client} | shared=false, filter=a/+,
            x.topic = a\\nx.subscriber_filter = a/# | filter=a/#,
            x.subscriber_delay = 2.5 ms | delay=PT0.0025S
            x.payload = wide-json\\nx.records = 20\\nx.compression = zstd | [format=WIDE_JSON, bytes=20, template=, records=20, compression=ZSTD,
            x.payload = edge-node\\nnum_subscribers = 0\\nx.records = 5\\nx.rebirth_after = 9 | EdgeNodePlan[metrics=50, changed=5, rebirthAfter=9]
            x.payload = edge-node\\nnum_subscribers = 0\\nx.metrics = 8 | perMessage=10,
            x.payload = template\\nx.template = {"a": ${random}} | template={"a": ${random}},
            x.payload = block\\npayload = 102400 | bytes=102400,
            x.window = 100 | window=100,
            x.rate = 10 | window=1000,
            x.keep_alive = 0 | keepAlive=PT0S,
            x.websocket = /mqtt | webSocketPath=Optional[/mqtt],
            x.sources = 4 | sourceAddresses=4,
            x.connections = 500\\nx.hold = 10 min\\nx.storm = 100 every 10s | [connections=500, hold=PT10M, stormSize=100, stormInterval=PT10S]
            x.connections = 500\\nx.calls = 60000\\nx.devices = 5\\nx.call_timeout = 1 s | CallPlan[count=60000, devices=5, qos=0, timeout=PT1S]
            `` | RowPlan[table=Optional[raw_messages], willTable=Optional.empty, perMessage=1, inSinks=true]
            x.topic = plant/{client}/meter/{seq} | table=Optional[meters],
            topic = elsewhere | table=Optional.empty,
            x.table = none | RowPlan[table=Optional.empty, willTable=Optional.empty, perMessage=1, inSinks=false]
            x.table = t1\\nx.rows = 5 | RowPlan[table=Optional[t1], willTable=Optional.empty, perMessage=5, inSinks=true]
            `` | Storage[late=PT10S, checkOrder=false, countEvery=PT0.05S, disk=false, delivery=, zip=Optional.empty]
            x.late = 1 min | late=PT1M,
            x.payload = json\\nx.records = 100 | perMessage=100,
            x.table = meters\\nx.check_order = true | checkOrder=true,
            x.count_every = 1 ms | countEvery=PT0.001S,
            x.disk = true | disk=true,
            x.delivery = <lanes>2</lanes><batch rows="200"/> | delivery=<lanes>2</lanes><batch rows="200"/>,
            x.link = 100 Mbit/s | link=Optional[Link[bitsPerSecond=100000000, bulkFlows=0]]
            x.link = 1.5 kbit/s with 64 bulk flows | [bitsPerSecond=1500, bulkFlows=64]
            `` | link=Optional.empty, laneDelay=Optional.empty
            x.lane_delay = 50 ms on 1 of 4 | LaneDelay[slow=PT0.05S, slowEndpoints=1, endpoints=4, others=PT0S]
            x.lane_delay = 50 ms on 1 of 16, 1 ms on the others | LaneDelay[slow=PT0.05S, slowEndpoints=1, endpoints=16, others=PT0.001S]
            x.lane_delay = 1 ms | LaneDelay[slow=PT0S, slowEndpoints=0, endpoints=1, others=PT0.001S]
            `` | [contenders=[Contender[word=bare], Contender[word=do-nothing], Contender[word=extension]], rounds=5, warmUp=1, freshBroker=false, heap=false, rateMayFall=false]
            x.modes = outage extension, slow\\nx.rounds = 2\\nx.warm_up = 0 | [contenders=[Contender[word=outage], Contender[word=extension], Contender[word=slow]], rounds=2, warmUp=0,
            x.fresh_broker = true\\nx.heap = true\\nx.rate_may_fall = true | freshBroker=true, heap=true, rateMayFall=true]
            x.requires = avro | requires=[avro]
            x.published.1 = latency-average-ms 6416.67 report of 2020 | [figure=LATENCY_AVERAGE_MS, value=6416.67, source=report of 2020, contender=null, base=null]
            x.published.1 = rows-per-second extension / do-nothing 1.11 report of 2020 | value=1.11, source=report of 2020, contender=Contender[word=extension], base=Contender[word=do-nothing]]
            """)
    void shouldReadOwnKeys(String text, String components) throws Exception {
        assertThat(ScenarioText.components(text)).contains(components);
    }

    @Test
    void shouldReadSeveralRequirements() throws Exception {
        assertThat(ScenarioText.read("x.requires = avro, zstd").requires()).containsOnly("avro", "zstd");
    }

    static Stream<Arguments> rates() {
        return Stream.of(
                Arguments.of("2000", List.of(new Step(2_000, 2_000, Duration.ofSeconds(60)))),
                Arguments.of("2000.5 for 10 s", List.of(new Step(2_000.5, 2_000.5, Duration.ofSeconds(10)))),
                Arguments.of(
                        "100..5000 in 20s, 5000 for 0.5 min",
                        List.of(
                                new Step(100, 5_000, Duration.ofSeconds(20)),
                                new Step(5_000, 5_000, Duration.ofSeconds(30)))),
                Arguments.of(
                        "100..5000 in 20s, 5000",
                        List.of(
                                new Step(100, 5_000, Duration.ofSeconds(20)),
                                new Step(5_000, 5_000, Duration.ofSeconds(40)))),
                Arguments.of(
                        "2 times 0 for 9 s, 7 for 1 s",
                        List.of(
                                new Step(0, 0, Duration.ofSeconds(9)),
                                new Step(7, 7, SECOND),
                                new Step(0, 0, Duration.ofSeconds(9)),
                                new Step(7, 7, SECOND))));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void shouldReadRates(String text, List<Step> steps) throws Exception {
        var publishers = ScenarioText.read("x.rate = " + text).load().only().publishers();

        assertThat(publishers.pace()).isEqualTo(new Pace.OpenLoop(steps));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100 for 5 min",
                "50% of bare for 61 s",
                "4 times 0 for 9 s, 20 for 6500 ms",
                "0 for 60 s, 100",
                "70 for 70 s, 100",
            })
    void shouldRefuseARateThatLastsLongerThanTheRun(String rate) {
        assertThat(ScenarioText.problems("x.rate = " + rate))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule())
                        .isEqualTo("lasts longer than the run: set exec_time to more than 60"));
    }

    @Test
    void shouldRefuseARateWithMoreMessagesThanAPublisherHasNumbers() throws Exception {
        var days = "exec_time = 2000000\nx.rate = 2000 for 300 h";
        assertThat(ScenarioText.problems(days))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule()).startsWith("leads to more than 1000000000 messages"));
        assertThat(ScenarioText.read("num_publishers = 3\n" + days).load().planned())
                .isEqualTo(2_160_000_000L);
    }

    @Test
    void shouldSendAsManyMessagesAsTheRateTakes() throws Exception {
        var publishers = ScenarioText.read("num_publishers = 4\nx.rate = 100..300 in 10 s, 1 for 1 s")
                .load()
                .only()
                .publishers();

        assertThat(publishers.messages()).isEqualTo(501); // 2,001 messages of four publishers
    }

    @Test
    void shouldMakeARateOfAPartOfTheCapacity() throws Exception {
        var publishers = ScenarioText.read("num_publishers = 10\nx.rate = 50% of bare for 4 s")
                .load()
                .only()
                .publishers();

        var part = new Pace.PartOfCapacity(0.5, Duration.ofSeconds(4));
        assertThat(publishers.pace()).isEqualTo(part);
        assertThat(publishers.withPace(part.of(5_000)))
                .isEqualTo(new PublisherPlan(
                        10,
                        0,
                        false,
                        publishers.topics(),
                        publishers.payload(),
                        1_000,
                        new Pace.OpenLoop(List.of(new Step(2_500, 2_500, Duration.ofSeconds(4)))),
                        1_000));
    }

    @Test
    void shouldReadFaultsInTheOrderOfTime() throws Exception {
        var text = """
                exec_time = 90
                x.faults = 30s cut; 10 s stop for 5 s; 40s slow 50 ms for 10s; \\
                    60s pause for 5s; 80 s kill for 2s; 85 s kill
                """;

        assertThat(ScenarioText.read(text).faults())
                .containsExactly(
                        fault(10, Fault.Kind.STOP, 5),
                        fault(30, Fault.Kind.CUT, 0),
                        new Fault(Duration.ofSeconds(40), Fault.Kind.SLOW, Duration.ofSeconds(10), 50.0),
                        fault(60, Fault.Kind.PAUSE, 5),
                        fault(80, Fault.Kind.KILL, 2),
                        fault(85, Fault.Kind.KILL, 0));
    }

    @Test
    void shouldReadFaultsOfTheBrokerAndLetClientsReconnect() throws Exception {
        var faults = "x.faults = 10 s kill-broker for 3 s; 20 s restart-broker; 30 s disconnect-all for 1 s\n";

        var scenario = ScenarioText.read(faults);

        assertThat(scenario.faults())
                .containsExactly(
                        fault(10, Fault.Kind.KILL_BROKER, 3),
                        fault(20, Fault.Kind.RESTART_BROKER, 0),
                        fault(30, Fault.Kind.DISCONNECT_ALL, 1));
        assertThat(scenario.load().clients().reconnect()).isTrue();
        assertThat(ScenarioText.problems(faults + "x.modes = bare")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"x.faults = 10 s kill for 3 s, false", "x.reconnect = false, false", "x.reconnect = true, true"})
    void shouldLetClientsReconnectOnRequestOnly(String text, boolean reconnect) throws Exception {
        assertThat(ScenarioText.read(text).load().clients().reconnect()).isEqualTo(reconnect);
    }

    @Test
    void shouldSayHowAFaultOfTheBrokerIsWritten() {
        assertThat(ScenarioText.problems("\nx.faults = 10 s kill-brokers"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).isEqualTo(2);
                    assertThat(problem.key()).isEqualTo("x.faults");
                    assertThat(problem.rule()).contains("10 s kill-broker for 3 s", "30 s restart-broker");
                });
    }

    private static Fault fault(int at, Fault.Kind kind, int length) {
        return new Fault(Duration.ofSeconds(at), kind, Duration.ofSeconds(length), null);
    }

    @Test
    void shouldReadThresholdsInTheOrderOfTheirNumbers() throws Exception {
        var text = """
                x.modes = do-nothing, extension, outage
                x.threshold.10 = rows-missing extension=0
                x.threshold.8 = latency-p99-ms extension - do-nothing <= 1
                x.threshold.9 = latency-p99-ms outage / extension <= 1.1
                x.threshold.1 = deliveries-per-second extension/do-nothing >= 0.95
                """;

        assertThat(ScenarioText.read(text).thresholds())
                .containsExactly(
                        new Threshold(
                                Figure.DELIVERIES_PER_SECOND,
                                Contenders.EXTENSION,
                                Optional.of(Contenders.DO_NOTHING),
                                Comparator.AT_LEAST,
                                0.95),
                        new Threshold(
                                Figure.LATENCY_P99_MS,
                                Contenders.EXTENSION,
                                Optional.of(Contenders.DO_NOTHING),
                                Threshold.Operator.DIFFERENCE,
                                Comparator.AT_MOST,
                                1,
                                Optional.empty()),
                        new Threshold(
                                Figure.LATENCY_P99_MS,
                                Contenders.OUTAGE,
                                Optional.of(Contenders.EXTENSION),
                                Comparator.AT_MOST,
                                1.1),
                        new Threshold(
                                Figure.ROWS_MISSING, Contenders.EXTENSION, Optional.empty(), Comparator.EQUAL, 0));
    }

    @Test
    void shouldPromiseAThresholdForOneDatabase() throws Exception {
        var scenario = ScenarioText.read("""
                x.threshold.1 = latency-p99-ms extension/do-nothing <= 1.5 with tdengine
                x.threshold.2 = latency-p99-ms extension/do-nothing <= 2.5 with questdb
                x.threshold.3 = rows-missing extension = 0
                """);

        assertThat(scenario.thresholds())
                .extracting(Threshold::database)
                .containsExactly(Optional.of("tdengine"), Optional.of("questdb"), Optional.empty());
        assertThat(limits(scenario.promisedFor("tdengine"))).containsExactly(1.5, 0.0);
        assertThat(limits(scenario.promisedFor("questdb"))).containsExactly(2.5, 0.0);
        assertThat(limits(scenario.promisedFor("other"))).containsExactly(0.0);
    }

    private static List<Double> limits(Scenario scenario) {
        return scenario.thresholds().stream().map(Threshold::limit).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.modes | control, extension",
                "x.order | first",
                "x.topic | a/+",
                "x.topics | 0",
                "x.topics | 5",
                "x.payload | jsn",
                "x.payload | template",
                "x.template | {}",
                "x.records | 2",
                "x.metrics | 8",
                "x.rebirth_after | 9",
                "x.compression | zip",
                "x.rate | 0",
                "x.rate | fast",
                "x.rate | 100 for 0 s",
                "x.rate | 100, 200 for 1 s",
                "x.rate | 0% of bare",
                "x.rate | 0 times 100 for 1 s",
                "x.rate | 2 times 100",
                "x.rate | 100 for 2 weeks",
                "x.window | 0",
                "x.keep_alive | 60",
                "x.websocket | mqtt",
                "x.websocket | /a<b",
                "x.sources | 251",
                "x.connections | many",
                "x.hold | 10 minutes",
                "x.storm | 10 every 0 s",
                "x.storm | 10 every 1 s",
                "x.calls | 1",
                "x.devices | 0",
                "x.call_timeout | 5000000000 s",
                "x.subscriber_delay | 1",
                "x.table | my table",
                "x.rows | 0",
                "x.late | soon",
                "x.check_order | yes",
                "x.check_order | true", // raw messages have no numbers
                "x.delivery | <lanes>4</lane>",
                "x.delivery | <!DOCTYPE a><a/>",
                "x.faults | 10 s burn for 5 s",
                "x.faults | 10 s stop for 5 s; 12 s cut",
                "x.faults | 10 s slow for 5 s",
                "x.faults | 10 s slow 5 ms",
                "x.faults | 10 s cut 5 ms",
                "x.faults | 10 s pause",
                "x.faults | 60 s cut",
                "x.faults | 10 s kill-broker 5 ms",
                "x.faults | 10 s restart-broker for 5 s; 12 s disconnect-all",
                "x.reconnect | yes",
                "x.link | 100 MB/s",
                "x.link | 0 Mbit/s",
                "x.lane_delay | 50 ms on 5 of 4",
                "x.lane_delay | 50 ms on 0 of 4",
                "x.lane_delay | 0 on 1 of 4",
                "x.modes | bare, bear",
                "x.modes | bare, bare",
                "x.rounds | 0",
                "x.warm_up | -1",
                "x.requires | Avro!",
                "x.threshold.1 | rows-missing extension",
                "x.threshold.1 | rows-missing extension == 0",
                "x.threshold.1 | rows-missing extension = none",
                "x.threshold.1 | rows-missing extension = 0 with oracle",
                "x.threshold.1 | rows-mising extension = 0",
                "x.threshold.1 | rows-missing on = 0",
                "x.threshold.1 | rows-missing outage = 0",
                "x.threshold.1 | rows-missing extension/slow = 0",
                "x.published.1 | latency-average-ms",
                "x.published.1 | latency-average-ms much report",
                "x.published.1 | latency-average-ms extension/nothing 1.1 report"
            })
    void shouldRefuseMalformedValues(String key, String value) {
        var problems = ScenarioText.problems("\n" + key + " = " + value);

        assertThat(problems).hasSize(1);
        var problem = problems.get(0);
        assertThat(List.of(problem.line(), problem.key(), problem.value())).containsExactly(2, key, value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.payload = block\nx.records = 3",
                "x.connections = 10\nmqtt_version = 3\nx.calls = 1",
                "x.modes = bare\nx.faults = 1 s cut",
                "x.connections = 1\nx.calls = 1\nx.faults = 1 s kill-broker",
                "x.connections = 1\nx.calls = 1\nx.reconnect = true",
                EDGE_NODES + "x.faults = 1 s kill-broker",
                "x.connections = 2\nx.storm = 1 every 1 s\nx.faults = 1 s disconnect-all",
                "x.table = none\nx.check_order = true",
                "x.table = t1\nx.check_order = true\nx.payload = template\nx.template = {\"t\":{time:1 s}}",
                EDGE_NODES + "x.metrics = 4\nx.records = 5",
                EDGE_NODES + "qos_publisher = 1",
                EDGE_NODES + "retain = true",
                EDGE_NODES + "x.compression = gzip",
                EDGE_NODES + "x.topic = a/{client}",
                EDGE_NODES + "x.rows = 5",
                EDGE_NODES + "mqtt_version = 3",
                EDGE_NODES + "num_messages = 256\nx.rebirth_after = 1",
                EDGE_NODES + "x.connections = 1\nx.calls = 1",
                EDGE_NODES + "x.table = spb_float\nx.check_order = true",
                "x.metrics = 8\nx.payload = edge-node"
            })
    void shouldRefuseWhatDoesNotGoTogether(String text) {
        assertThat(ScenarioText.problems(text))
                .singleElement()
                .satisfies(problem -> assertThat(problem.line()).isGreaterThan(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "o2o/{client}  | 3 | 0 | ",
                "o2o/{client}  | 4 | 0 | its filter is o2o/3, topics are like o2o/0",
                "o2o/{client}  | 3 | 3 | does not go with shared_subscription",
                "o2o/x{client} | 3 | 0 | its filter is o2o/x0, topics are like o2o/0",
                "o2o/{name}    | 1 | 0 | its filter is o2o/{name}",
                "o2o/2         | 1 | 0 | ",
                "o2o/3         | 1 | 0 | its filter is o2o/3",
                "+/+           | 1 | 1 | ",
                "o2o/+/#       | 1 | 0 | ",
                "o2o           | 1 | 0 | its filter is o2o,",
                "#             | 1 | 0 | ",
                "gone/2        | 1 | 0 | ",
            })
    void shouldRefuseAFilterThatNoMessageMatches(String filter, int subscribers, int shared, @Nullable String why) {
        var problems = ScenarioText.problems("num_publishers = 3\nx.topic = o2o/{client}\nx.will = gone/{client}\n"
                + "num_subscribers = " + subscribers + "\nx.subscriber_filter = " + filter
                + "\nshared_subscription = " + (shared > 0));

        assertThat(problems).hasSize(why == null ? 0 : 1).allSatisfy(problem -> {
            assertThat(problem.key()).isEqualTo("x.subscriber_filter");
            assertThat(problem.rule()).contains(why);
        });
    }

    @Test
    void shouldRefuseASubscriberOfAGroupThatNobodyPublishesFor() {
        assertThat(ScenarioText.problems("""
                        x.group.a.x.topic = a/{client}
                        x.group.b.num_publishers = 0
                        x.group.b.x.topic = b/{client}
                        """))
                .singleElement()
                .extracting(Problem::rule)
                .asString()
                .contains("its filter is b/+, topics are like a/0");
    }

    @Test
    void shouldRefuseALoadOfNobody() {
        assertThat(ScenarioText.problems("num_publishers = 0\nnum_subscribers = 0"))
                .singleElement()
                .extracting(Problem::rule)
                .asString()
                .contains("no clients");
        assertThat(ScenarioText.problems("num_publishers = 0\nnum_subscribers = 0\nx.connections = 1"))
                .isEmpty();
    }

    @Test
    void shouldPadATemplateToTheLengthOfAMessage() throws Exception {
        var text = "payload = 1000\nx.payload = template\nx.template = {\"n\":{n},\"text\":\"{pad}\"}";

        var template =
                ScenarioText.read(text).load().only().publishers().payload().template();

        assertThat(template).hasSize(1_000).matches("\\{\"n\":\\{n},\"text\":\"[a-z]+\"}");
    }

    @Test
    void shouldLeaveOutThresholdsOfModesThatTheCommandLineDoesNotWant() throws Exception {
        var text = """
                x.modes = do-nothing, extension
                x.threshold.1 = deliveries-per-second extension/do-nothing >= 0.95
                x.threshold.2 = rows-missing extension = 0
                """;
        var scenario = ScenarioText.read(text, new Variation(false, Map.of("x.modes", "extension, outage")));

        assertThat(scenario.thresholds()).hasSize(1).allMatch(threshold -> threshold.figure() == Figure.ROWS_MISSING);
        assertThat(ScenarioText.problems(text.replace("do-nothing, ", ""))).hasSize(1);
    }
}
