// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.loadtest.agent.Loads;
import io.github.hivemqtdengine.loadtest.agent.OwnLoads;
import io.github.hivemqtdengine.loadtest.live.Live;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.ProcessFigures;
import io.github.hivemqtdengine.loadtest.measure.TopicOrder;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.runner.StackPreconditions;
import io.github.hivemqtdengine.loadtest.runner.StackRounds;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.Storage.LaneDelay;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerHandle;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseKind;
import io.github.hivemqtdengine.loadtest.stack.extension.ExtensionZip;
import io.github.hivemqtdengine.loadtest.stack.rows.OrderWatch;
import io.github.hivemqtdengine.loadtest.stack.rows.RowObservation;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader;
import io.github.hivemqtdengine.loadtest.stack.rows.RowWatch;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of a stack with any database that is started here. */
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StackContract {

    private static final Duration QUIET = Duration.ofSeconds(30);
    private static final Duration COUNT_EVERY = Duration.ofMillis(50);
    /** Tolerance: faults are scheduled and recorded by different clocks. */
    private static final long CLOCK_MICROS = 10_000;

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Set<String> ALL_TABLES =
            Set.of("meters", "readings", "narrow", "wide", "grouped", "readings_avro", "wide_avro", "blocks");
    private static final BrokerPlan PLAIN = plan(Mode.EXTENSION, false, false);
    private static final BrokerPlan ARRAYS = plan(Mode.EXTENSION, true, false);
    private static final BrokerPlan RELAYED = plan(Mode.EXTENSION, false, true);

    @AutoClose
    private Stack stack;

    /** Returns the database; skips the tests if it is unavailable. */
    abstract DatabaseChoice database();

    static StackOptions own(InetSocketAddress broker, String name, DatabaseChoice where) {
        return new StackOptions(
                where, Optional.of(broker), Optional.of(name), Optional.empty(), List.of(), Duration.ofMillis(100));
    }

    @BeforeAll
    void start() throws Exception {
        PackagedExtension.need();
        stack = Stack.start(StackOptions.of(database()));
    }

    Stack stack() {
        return stack;
    }

    BrokerHandle anyBroker() throws IOException {
        return stack.broker(PLAIN);
    }

    private static BrokerPlan plan(Mode mode, boolean arrays, boolean relayed) {
        return new BrokerPlan(
                mode,
                "",
                arrays ? ALL_TABLES : Set.of(),
                false,
                false,
                relayed,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Mqtt5BlockingClient connect(BrokerHandle broker, String clientId) {
        return connect(broker.address(), clientId);
    }

    private static Mqtt5BlockingClient connect(InetSocketAddress address, String clientId) {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .identifier(clientId)
                .serverAddress(address)
                .buildBlocking();
        client.connect();
        return client;
    }

    private static void publish(Mqtt5BlockingClient client, String topic, byte[] payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    private static void publish(Mqtt5BlockingClient client, String topic, String payload) {
        publish(client, topic, payload.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] raw(int bytes, int publisher, long message) {
        var payload = ByteBuffer.allocate(Math.max(20, bytes))
                .putLong(1)
                .putInt(publisher)
                .putLong(message);
        return Arrays.copyOf(payload.array(), bytes);
    }

    private static String meter(int publisher, int message, int item) {
        long micros = 1_790_000_000_000_000L + publisher * 1_000_000L + message * 1_000L + item;
        return ("{\"s\":%d,\"p\":%d,\"n\":%d,\"i\":%d,\"t\":%d,\"voltage\":230.1,\"current\":1.25,\"phase\":7,"
                        + "\"state\":\"run\",\"count\":100001}")
                .formatted(micros, publisher, message, item, micros);
    }

    private static String wide(int publisher, int message, int item) {
        var samples = IntStream.range(0, 100).mapToObj(i -> "20." + i).collect(Collectors.joining(",", "[", "]"));
        return meter(publisher, message, item)
                .replace(
                        "\"voltage\"",
                        "\"total\":5,\"running\":true,\"level\":1.5,"
                                + "\"ratio\":0.5,\"image\":\"AAECAwQF\",\"device\":\"d\",\"place\":\"p\",\"samples\":"
                                + samples
                                + ",\"voltage\"");
    }

    private static String array(List<String> records) {
        return String.join(",", records).transform(all -> "[" + all + "]");
    }

    /** Returns the rows of a round as text, when all of them are stored. */
    private List<String> rows(String table, String prefix, long expected) throws Exception {
        try (var watch = RowWatch.ofClients(stack.database(), List.of(table), prefix, COUNT_EVERY)) {
            assertThat(watch.await(expected, QUIET, LIMIT)).as(table).isEqualTo(expected);
        }
        var rows = new ArrayList<String>();
        new RowReader(stack.database())
                .read(table, prefix, (publisher, message, item) -> rows.add(publisher + "/" + message + "/" + item));
        return rows;
    }

    @Test
    void shouldStoreObjectsInEveryTableAndReadThemBack() throws Exception {
        var broker = stack.broker(PLAIN);
        var client = connect(broker, "one-p3");
        for (int n = 0; n < 2; n++) {
            publish(client, "mqttloader-test-topic", raw(20, 3, n));
            publish(client, "raw/a", raw(1_000, 3, 10 + n));
            publish(client, "raw/short", raw(8, 3, n));
            publish(client, "plant/1/meter/" + n, meter(3, n, 0));
            publish(client, "gateway/3", meter(3, n, 0));
            publish(client, "s0/json/" + n, wide(3, n, 0));
            publish(client, "group/a/" + n, meter(3, n, 0));
            publish(client, "device/d/call", meter(3, n, 0));
        }
        client.disconnect();

        var raw = rows("raw_messages", "one", 6);
        assertThat(raw).containsExactlyInAnyOrder("3/0/0", "3/1/0", "3/10/0", "3/11/0");
        for (var table : List.of("meters", "readings", "wide", "grouped", "devices")) {
            assertThat(rows(table, "one", 2)).as(table).containsExactlyInAnyOrder("3/0/0", "3/1/0");
        }
    }

    @Test
    void shouldStoreEveryRecordOfAnArray() throws Exception {
        var client = connect(stack.broker(ARRAYS), "two-p0");
        var topics = List.of("plant/1/meter/2", "gateway/3", "s0/json/4", "block/5", "group/6");
        for (var topic : topics) {
            publish(client, topic, array(List.of(wide(0, 0, 0), wide(0, 0, 1), wide(0, 0, 2))));
        }
        client.disconnect();

        for (var table : List.of("meters", "readings", "wide", "blocks", "grouped")) {
            assertThat(rows(table, "two", 3)).as(table).containsExactlyInAnyOrder("0/0/0", "0/0/1", "0/0/2");
        }
    }

    @Test
    void shouldTellRoundsAndRolesApart() throws Exception {
        var broker = stack.broker(PLAIN);
        for (var clientId : List.of("three-p0", "threefold-p0", "three-c0", "three-px")) {
            var client = connect(broker, clientId);
            publish(client, "raw/roles", raw(20, 0, 5));
            client.disconnect();
        }

        assertThat(rows("raw_messages", "threefold", 1)).containsExactly("0/5/0");
        assertThat(rows("raw_messages", "three", 3)).containsExactly("0/5/0");
        assertThat(rows("nowhere", "three", 0)).isEmpty();
    }

    /** 3 nodes, 2 sessions of an NBIRTH of 20 metrics and 4 NDATA of 6, and 2 states. */
    @Test
    void shouldFindTheValuesAndStatesOfEdgeNodes() throws Exception {
        var small = Map.of(
                "num_publishers", "3",
                "x.metrics", "20",
                "x.records", "6",
                "x.rate", "30 for 1 s",
                "x.rebirth_after", "5");
        var scenario = Scenarios.in(Path.of("scenarios")).named("sparkplug-rebirth-storm", new Variation(true, small));
        assertThat(new StackPreconditions(stack, new OwnLoads()).unmet(scenario))
                .isEmpty();

        var round = new StackRounds(stack, new OwnLoads(), Live.NONE).run(scenario, Contenders.EXTENSION, 1);

        assertThat(round.notes()).isEmpty();
        assertThat(round.figures())
                .containsEntry(Figure.SENT, 30.0)
                .containsEntry(Figure.ROWS_EXPECTED, 3 * 2 * (20 + 4 * 6 + 2.0))
                .containsEntry(Figure.ROWS_STORED, 3 * 2 * (20 + 4 * 6 + 2.0))
                .containsEntry(Figure.ROWS_MISSING, 0.0)
                .containsEntry(Figure.ROWS_DUPLICATED, 0.0)
                .containsEntry(Figure.ROWS_LATE, 0.0)
                .containsKey(Figure.COMMIT_P99_MS);
        stack.keepOnly(List.of(PLAIN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "500 ms kill-broker for 200 ms", // without a relay before the broker, and with one
                "500 ms disconnect-all for 100 ms; 1 s kill-broker for 200 ms"
            })
    void shouldStoreEveryAcknowledgedMessageWhateverHappensToTheBroker(String faults) throws Exception {
        storeEveryAcknowledgedMessageDespite(faults);
    }

    @Test
    @Tag("full")
    void shouldStoreEveryAcknowledgedMessageOfABrokerThatIsRestarted() throws Exception {
        storeEveryAcknowledgedMessageDespite("500 ms restart-broker");
    }

    private void storeEveryAcknowledgedMessageDespite(String faults) throws Exception {
        var variation = new Variation(true, Map.of("x.rate", "500 for 1500 ms", "x.faults", faults));
        var scenario = Scenarios.in(Path.of("scenarios")).named("broker-killed", variation);

        var round = new StackRounds(stack, new OwnLoads(), Live.NONE).run(scenario, Contenders.EXTENSION, 1);

        assertThat(round.faults()).hasSameSizeAs(scenario.faults());
        assertThat(round.figures())
                .containsEntry(Figure.SENT, 750.0)
                .containsEntry(Figure.UNACKNOWLEDGED, 0.0)
                .containsEntry(Figure.ROWS_STORED, 750.0)
                .containsEntry(Figure.ROWS_MISSING, 0.0)
                .containsEntry(Figure.ROWS_LATE, 0.0)
                .containsEntry(Figure.RECONNECTS, round.figures().get(Figure.CONNECTIONS_LOST))
                .containsKeys(Figure.ROWS_DUPLICATED, Figure.DELIVERIES_LOST, Figure.DELIVERIES_DUPLICATED);
        assertThat(round.figures().get(Figure.RECONNECT_ALL_MS)).isGreaterThanOrEqualTo(75); // the shortest delay
        // a client may come back to a broker that is being closed, or be away when the next fault begins
        assertThat(round.figures().get(Figure.CONNECTIONS_LOST)).isGreaterThanOrEqualTo(12);
    }

    @Test
    void shouldCountRowsThatAreRepeatedWhenNoneIsMissing() throws Exception {
        var scenario = Scenarios.in(Path.of("scenarios"))
                .named("steady-plant", new Variation(true, Map.of("x.reconnect", "true")));

        var round = new StackRounds(stack, new RepeatingLoads(), Live.NONE).run(scenario, Contenders.EXTENSION, 1);

        assertThat(round.figures())
                .containsEntry(Figure.ROWS_STORED, 200.0)
                .containsEntry(Figure.ROWS_MISSING, 0.0)
                .containsEntry(Figure.ROWS_DUPLICATED, 1.0)
                .containsKey(Figure.ROWS_PER_SECOND)
                .doesNotContainKey(Figure.COMMIT_P99_MS);
        stack.keepOnly(List.of(PLAIN));
    }

    /** The suite's own load; 500 ms later a message of the first publisher comes again. */
    private static final class RepeatingLoads implements Loads {

        private final Loads own = new OwnLoads();

        @Override
        public Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
                throws IOException, InterruptedException {
            var loaded = own.run(scenario, broker, clientPrefix, listener);
            CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> {
                var client = connect(broker, clientPrefix + "-p0");
                publish(client, "plant/0/meter/0", meter(0, 0, 0));
                client.disconnect();
            });
            return loaded;
        }

        @Override
        public String title() {
            return own.title();
        }
    }

    @Test
    @Tag("full")
    void shouldReplaceABrokerThatStillHasSessionsOfARound() throws Exception {
        var settings =
                Map.of("x.rate", "500 for 500 ms", "exec_time", "2", "x.faults", "200 ms disconnect-all for 60 s");
        var scenario = Scenarios.in(Path.of("scenarios")).named("broker-killed", new Variation(true, settings));
        var plan = BrokerPlan.of(Mode.EXTENSION, scenario);
        var before = stack.broker(plan);

        var round = new StackRounds(stack, new OwnLoads(), Live.NONE).run(scenario, Contenders.EXTENSION, 1);

        assertThat(round.notes()).contains("12 clients were not connected again when the run was over");
        assertThat(before.isAlive()).isFalse();
        assertThat(stack.broker(plan)).isNotSameAs(before);
        stack.keepOnly(List.of(PLAIN));
    }

    @ParameterizedTest
    @EnumSource(names = {"PAUSE", "SLOW", "CUT"})
    void shouldStoreEveryRowWhateverHappensToTheLink(Fault.Kind kind) throws Exception {
        storeEveryRowDespite(kind);
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(names = {"STOP", "KILL"})
    void shouldStoreEveryRowWhateverHappensToTheDatabase(Fault.Kind kind) throws Exception {
        storeEveryRowDespite(kind);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void shouldNotCountAgainWhenClosedDuringAPause() throws Exception {
        var watch = RowWatch.ofTables(stack.database(), List.of("meters"), Duration.ofHours(1));
        while (watch.observations().count() < 2) {
            watch.await(1, COUNT_EVERY, LIMIT);
        }

        watch.close();

        assertThat(watch.observations()).hasSize(2);
    }

    private void storeEveryRowDespite(Fault.Kind kind) throws Exception {
        var broker = stack.broker(RELAYED);
        var fault =
                new Fault(Duration.ofMillis(300), kind, Duration.ofMillis(700), kind == Fault.Kind.SLOW ? 40.0 : null);
        var prefix = "fault" + kind.name();
        var client = connect(broker, prefix + "-p0");
        publish(client, "plant/1/meter/1", meter(0, 0, 0));
        assertThat(rows("meters", prefix, 1)).hasSize(1);
        int messages = 1;
        try (var watch = RowWatch.ofTables(stack.database(), List.of("meters"), COUNT_EVERY)) {
            long start = EpochMicros.now();
            var faults = Faults.start(List.of(fault), stack.database(), broker, Optional.empty());
            try (faults) {
                while (faults.events().isEmpty() && faults.failures().isEmpty()) {
                    publish(client, "plant/1/meter/" + messages % 10, meter(0, messages, 0));
                    messages++;
                    Thread.sleep(1);
                }
            }
            assertThat(faults.failures()).isEmpty();
            var event = faults.events().get(0);
            assertThat(event.fromMicros() - start).isGreaterThanOrEqualTo(300_000 - CLOCK_MICROS);
            assertThat(event.toMicros() - start).isGreaterThanOrEqualTo(1_000_000 - CLOCK_MICROS);
            assertThat(watch.await(messages - 1, QUIET, LIMIT)).isEqualTo(messages - 1);
            var observations = watch.observations().toList();
            assertThat(observations.get(0).rows()).isZero();
            assertThat(observations).extracting(RowObservation::epochMicros).isSorted();
        }
        client.disconnect();

        var rows = rows("meters", prefix, messages);
        assertThat(Set.copyOf(rows))
                .isEqualTo(IntStream.range(0, messages)
                        .mapToObj(n -> "0/" + n + "/0")
                        .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @EnumSource(names = {"PAUSE", "SLOW", "CUT"})
    void shouldUndoAFaultOfTheLinkWhenTheRunIsOver(Fault.Kind kind) throws Exception {
        undoWhenTheRunIsOver(kind);
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(names = {"STOP", "KILL"})
    void shouldUndoAFaultOfTheDatabaseWhenTheRunIsOver(Fault.Kind kind) throws Exception {
        undoWhenTheRunIsOver(kind);
    }

    private void undoWhenTheRunIsOver(Fault.Kind kind) throws Exception {
        var broker = stack.broker(RELAYED);
        var fault = new Fault(Duration.ZERO, kind, Duration.ofHours(1), null);
        var before = stack.database().processes();
        var faults = Faults.start(List.of(fault), stack.database(), broker, Optional.empty());
        if (kind == Fault.Kind.STOP || kind == Fault.Kind.KILL) {
            before.forEach(process -> process.onExit().join());
        }

        faults.close();

        assertThat(faults.failures()).isEmpty();
        var client = connect(broker, "undone" + kind.name() + "-p0");
        publish(client, "raw/undone", raw(20, 0, 1));
        client.disconnect();
        assertThat(rows("raw_messages", "undone" + kind.name(), 1)).containsExactly("0/1/0");
    }

    @Test
    @Tag("full")
    void shouldEndTheWayToTheDatabaseOfABrokerThatDied() throws Exception {
        var plan = new BrokerPlan(
                Mode.EXTENSION,
                "<lanes>2</lanes>",
                Set.of(),
                false,
                false,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        var dead = stack.broker(plan);
        var url = dead.link().orElseThrow().jdbcUrl();
        int relay = URI.create(url.substring("jdbc:".length())).getPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), relay)) {
            assertThat(socket.isConnected()).isTrue();
        }
        var process = dead.processes().get(0);
        process.destroyForcibly();
        assertThat(process.onExit()).succeedsWithin(QUIET);

        var broker = stack.broker(plan);

        assertThat(broker.isAlive()).isTrue();
        assertThat(broker).isNotSameAs(dead);
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), relay))
                .isInstanceOf(ConnectException.class);
        stack.keepOnly(List.of(PLAIN));
    }

    @Test
    @Tag("full")
    void shouldRunThePackagedExtensionOfThePlan(@TempDir Path folder) throws Exception {
        var other = Files.copy(ExtensionZip.find().orElseThrow().file(), folder.resolve("other.zip"));
        var plan = new BrokerPlan(
                Mode.EXTENSION,
                "",
                Set.of(),
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.of(other));

        var client = connect(stack.broker(plan), "other-p0");
        publish(client, "raw/other", "0".repeat(20));
        client.disconnect();

        assertThat(stack.broker(plan)).isNotSameAs(stack.broker(PLAIN));
        assertThat(rows("raw_messages", "other", 1)).hasSize(1);
        stack.keepOnly(List.of(PLAIN));
    }

    @Test
    void shouldSayWhatCanNotBeDone() throws Exception {
        var faults = List.of(new Fault(Duration.ZERO, Fault.Kind.CUT, Duration.ZERO, null));

        assertThat(Faults.lacks(faults, stack.database(), stack.broker(PLAIN), Optional.empty()))
                .singleElement()
                .asString()
                .contains("no cut");
        assertThat(Faults.lacks(faults, stack.database(), stack.broker(RELAYED), Optional.empty()))
                .isEmpty();
        assertThat(stack.lacks(PLAIN, "raw_messages")).isEmpty();
        assertThat(stack.lacks(PLAIN, "elsewhere")).isPresent();
        assertThat(stack.lacks(PLAIN)).isEmpty();
    }

    @Test
    @Tag("full")
    void shouldDeliverButNotStoreInAnOutageAndStoreWhenSlow() throws Exception {
        var away = stack.broker(plan(Mode.OUTAGE, false, false));
        var slow = stack.broker(plan(Mode.SLOW, false, false));
        for (var broker : List.of(away, slow)) {
            var client = connect(broker, broker.mode().word() + "-p0");
            publish(client, "raw/modes", raw(20, 0, 1));
            client.disconnect();
        }

        assertThat(rows("raw_messages", "slow", 1)).containsExactly("0/1/0");
        assertThat(rows("raw_messages", "outage", 0)).isEmpty();
        stack.keepOnly(List.of(PLAIN));
        assertThat(away.processes()).noneMatch(ProcessHandle::isAlive);
        assertThat(slow.isAlive()).isFalse();
    }

    @Test
    void shouldOnlyLookAtABrokerAndADatabaseThatAreSomebodys() throws Exception {
        var theirs = stack.broker(PLAIN);
        var client = connect(theirs, "own-p0");
        publish(client, "raw/own", raw(20, 0, 1));
        client.disconnect();
        assertThat(rows("raw_messages", "own", 1)).hasSize(1);
        var database = stack.database();
        var url = database.jdbcUrl().endsWith("/" + database.name())
                ? database.jdbcUrl()
                : database.jdbcUrl() + "/" + database.name();

        try (var own = Stack.start(own(
                theirs.address(),
                "theirs",
                new DatabaseChoice.Running(url, database.username(), database.password())))) {
            var broker = own.broker(PLAIN);
            var faults = List.of(
                    new Fault(Duration.ZERO, Fault.Kind.KILL, Duration.ZERO, null),
                    new Fault(Duration.ZERO, Fault.Kind.CUT, Duration.ZERO, null),
                    new Fault(Duration.ZERO, Fault.Kind.KILL_BROKER, Duration.ZERO, null),
                    new Fault(Duration.ZERO, Fault.Kind.DISCONNECT_ALL, Duration.ZERO, null));

            assertThat(broker.address()).isEqualTo(theirs.address());
            assertThat(broker.processes()).isEmpty();
            assertThat(own.database().processes()).isEmpty();
            assertThat(own.lacks(plan(Mode.BARE, false, false))).isPresent();
            assertThat(unmet(own, "s3-groups", "groups-10").orElseThrow()).contains("measured as it is", "groups-10");
            assertThat(unmet(own, "c5", "extension")).isEmpty();
            assertThat(unmet(own, "broker-killed", "extension").orElseThrow()).contains("neither killed nor restarted");
            assertThat(Faults.lacks(faults, own.database(), broker, Optional.empty()))
                    .hasSize(4);
            var read = new ArrayList<Long>();
            new RowReader(own.database()).read("raw_messages", "own", (publisher, message, item) -> read.add(message));
            assertThat(read).hasSize(1);
        }

        assertThat(theirs.isAlive()).isTrue();
        assertThat(rows("raw_messages", "own", 1)).containsExactly("0/1/0");
    }

    private static Optional<String> unmet(Stack stack, String name, String modes) throws Exception {
        return unmet(stack, name, Map.of("x.modes", modes));
    }

    private static Optional<String> unmet(Stack stack, String name, Map<String, String> settings) throws Exception {
        return new StackPreconditions(stack, new OwnLoads())
                .unmet(Scenarios.in(Path.of("scenarios")).named(name, new Variation(true, settings)));
    }

    @Test
    void shouldNotSearchRowsByClientIdsOfTheUser() throws Exception {
        var clientId = Map.of("x.modes", "do-nothing, extension", "x.client_id", "m{client}");
        var withoutTable = Map.of("x.modes", "do-nothing, extension", "x.client_id", "m{client}", "x.table", "none");
        var bare = Map.of("x.modes", "bare", "x.client_id", "m{client}");

        assertThat(unmet(stack, "c5", clientId).orElseThrow()).contains("set x.table=none, or leave out x.client_id");
        assertThat(unmet(stack, "c5", withoutTable)).isEmpty();
        assertThat(unmet(stack, "c5", bare)).isEmpty();
        var database = stack.database();
        var queries = new SinkQueries("SELECT COUNT(*) FROM t WHERE c LIKE '{prefix}-%'", Optional.empty());
        try (var any = Stack.start(own(
                stack.broker(PLAIN).address(),
                "any",
                new DatabaseChoice.Sink(
                        database.jdbcUrl(), database.username(), database.password(), Optional.empty(), queries)))) {
            assertThat(unmet(any, "c5", Map.of("x.modes", "broker", "x.client_id", "m{client}"))
                            .orElseThrow())
                    .contains("use queries without {prefix}");
            assertThat(unmet(any, "c5", "broker")).isEmpty();
        }
    }

    @Test
    void shouldSlowLanesWhereTheyHaveEndpointsOnly() throws Exception {
        boolean tdengine = stack.database().kind() == DatabaseKind.TDENGINE;
        assertThat(unmet(stack, "s3-slow-lane", "by-topic").isEmpty()).isEqualTo(tdengine);
        assertThat(unmet(stack, "s3-groups-far", "lanes-4-groups-1")).isEmpty();
    }

    @Test
    @Tag("full")
    void shouldStoreThroughSlowLanes() throws Exception {
        var plan = new BrokerPlan(
                Mode.EXTENSION,
                "<lanes>4</lanes><lane-key>none</lane-key><group-size>1</group-size>",
                Set.of(),
                false,
                false,
                false,
                Optional.of(new LaneDelay(Duration.ofMillis(100), 1, 4, Duration.ofMillis(1))),
                Optional.empty(),
                Optional.empty());
        var client = connect(stack.broker(plan), "lanes-p0");
        for (int n = 0; n < 100; n++) {
            publish(client, "group/" + n % 6, meter(0, n, 0));
        }
        client.disconnect();

        assertThat(rows("grouped", "lanes", 100)).doesNotHaveDuplicates();
        stack.keepOnly(List.of(PLAIN));
    }

    @Test
    @Tag("full")
    void shouldStartABrokerForEachRoundOfAColdStart() throws Exception {
        var scenario = Scenarios.in(Path.of("scenarios")).named("cold-start", Variation.SMOKE);
        var plan = BrokerPlan.of(Mode.EXTENSION, scenario);
        var rounds = new StackRounds(stack, new OwnLoads(), Live.NONE);

        var first = rounds.run(scenario, Contenders.EXTENSION, 1);
        var ofFirst = stack.broker(plan);
        var second = rounds.run(scenario, Contenders.EXTENSION, 2);

        assertThat(stack.broker(plan)).isNotSameAs(ofFirst);
        assertThat(ofFirst.isAlive()).isFalse();
        assertThat(List.of(first, second))
                .allSatisfy(round -> assertThat(round.figures())
                        .containsEntry(Figure.ROWS_MISSING, 0.0)
                        .hasEntrySatisfying(
                                Figure.COMMIT_RESOLUTION_MS,
                                millis -> assertThat(millis).isPositive()));
        stack.keepOnly(List.of(PLAIN));
    }

    @Test
    @Tag("full")
    void shouldTellOverwrittenRowsFromLostOnes() throws Exception {
        var scenario = Scenarios.in(Path.of("scenarios")).named("coarse-clocks", Variation.SMOKE);

        var round = new StackRounds(stack, new OwnLoads(), Live.NONE).run(scenario, Contenders.EXTENSION, 1);

        // 100 devices send for three seconds, which span three or four steps of their clocks
        var figures = round.figures();
        assertThat(figures)
                .containsEntry(Figure.ROWS_EXPECTED, 1_500.0)
                .containsEntry(Figure.ROWS_LOST, 0.0)
                .containsEntry(Figure.ROWS_LATE, 0.0)
                .containsEntry(Figure.ROWS_DUPLICATED, 0.0)
                .containsEntry(Figure.ROWS_OVERWRITTEN, figures.get(Figure.ROWS_MISSING))
                .doesNotContainKey(Figure.COMMIT_P99_MS);
        assertThat(figures.get(Figure.ROWS_STORED)).isBetween(300.0, 400.0);
        assertThat(round.notes()).hasSize(20).first().asString().matches("publisher 0: messages .* overwritten");
        stack.keepOnly(List.of(PLAIN));
    }

    private OrderWatch orderWatch(String prefix, int topics, int rowsPerMessage) {
        return OrderWatch.start(stack.database(), "grouped", prefix, new TopicOrder(topics, rowsPerMessage));
    }

    @Test
    void shouldFindRowsThatAreCommittedAfterALaterOneOfTheirTopic() throws Exception {
        var client = connect(stack.broker(PLAIN), "disorder-p12");
        publish(client, "group/order/0", meter(12, 0, 0));
        publish(client, "group/order/0", meter(12, 6, 0)); // before 2 and 4
        publish(client, "group/order/1", meter(12, 1, 0));
        rows("grouped", "disorder", 3);
        var watch = orderWatch("disorder", 2, 1);
        try (watch) {
            while (watch.mostLacking().isEmpty()) {
                Thread.sleep(10);
            }
            publish(client, "group/order/0", meter(12, 2, 0));
            publish(client, "group/order/0", meter(12, 4, 0));
            client.disconnect();
            rows("grouped", "disorder", 5);
        }

        assertThat(watch.mostLacking()).hasValue(2);
    }

    @Test
    @Tag("full")
    void shouldFindNoDisorderWhereOrderIsKeptWhileTheDatabaseWasAway() throws Exception {
        var client = connect(stack.broker(PLAIN), "order-p0");
        var stop = new Fault(Duration.ofMillis(300), Fault.Kind.STOP, Duration.ofSeconds(2), null);
        int messages = 0;
        var watch = orderWatch("order", 3, 1);
        try (watch) {
            var faults = Faults.start(List.of(stop), stack.database(), stack.broker(PLAIN), Optional.empty());
            try (faults) {
                while (faults.events().isEmpty() && faults.failures().isEmpty()) {
                    publish(client, "group/kept/" + messages % 3, meter(0, messages, 0));
                    messages++;
                    Thread.sleep(1);
                }
            }
            assertThat(faults.failures()).isEmpty();
            client.disconnect();
            rows("grouped", "order", messages);
        }

        assertThat(watch.mostLacking()).hasValue(0);
    }

    @Test
    void shouldSeeNoOrderWhereThereAreNoRows() {
        var elsewhere = OrderWatch.start(stack.database(), "nowhere", "nobody", new TopicOrder(1, 1));
        var nobody = orderWatch("nobody", 1, 1);
        elsewhere.close();
        nobody.close();

        assertThat(elsewhere.mostLacking()).isEmpty();
        assertThat(nobody.mostLacking()).isEmpty();
    }

    @Test
    @Tag("full")
    void shouldHoldTheOrderOfATopicsRowsInARound() throws Exception {
        var settings = Map.of(
                "x.table",
                "readings",
                "x.topic",
                "gateway/{client}/{seq}",
                "x.topics",
                "4",
                "x.records",
                "3",
                "x.check_order",
                "true");
        var scenario = Scenarios.in(Path.of("scenarios")).named("steady-plant", new Variation(true, settings));

        var round = new StackRounds(stack, new OwnLoads(), Live.NONE).run(scenario, Contenders.EXTENSION, 1);

        assertThat(round.figures())
                .containsEntry(Figure.ROWS_EXPECTED, 600.0)
                .containsEntry(Figure.ROWS_MISSING, 0.0)
                .containsEntry(Figure.ROWS_OUT_OF_ORDER, 0.0);
        stack.keepOnly(List.of(PLAIN));
    }

    @Test
    void shouldNameWhatIsMeasured() throws Exception {
        assertThat(stack.database().title()).matches(".*(QuestDB|TDengine).*\\d+\\.\\d+.*");
        assertThat(stack.brokerTitle()).matches("HiveMQ CE \\d+\\.\\d+.*");
        assertThat(stack.extensionTitle()).matches("\\d+\\.\\d+\\.\\d+.*");
        var figures = ProcessFigures.of(stack.database().processes());
        assertThat(figures.memoryBytes().orElseThrow()).isGreaterThan(10_000_000);
        assertThat(figures.threads().orElseThrow()).isGreaterThan(1);
        assertThat(ProcessFigures.of(stack.database().processes())
                        .cpuSince(figures)
                        .orElseThrow())
                .isGreaterThanOrEqualTo(Duration.ZERO);
    }
}
