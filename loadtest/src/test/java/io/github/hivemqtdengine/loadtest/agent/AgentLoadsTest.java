// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.loadtest.agent.Message.Connect;
import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries.OfGroup;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.LoadProbe;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.mqtt.Share;
import io.github.hivemqtdengine.loadtest.mqtt.SharedHiveMq;
import io.github.hivemqtdengine.loadtest.mqtt.TestBroker;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads by agents in processes of this machine. */
@ExtendWith(SharedHiveMq.class)
class AgentLoadsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String VERSION = Versions.read().suite();

    private static AgentLoads two;

    private final TestBroker broker;

    @TempDir
    private Path folder;

    AgentLoadsTest(TestBroker broker) {
        this.broker = broker;
    }

    @BeforeAll
    static void start() throws Exception {
        two = AgentLoads.start(AgentAddress.parseAll("local:2"));
    }

    @AfterAll
    static void end() {
        two.close();
    }

    @Test
    void shouldMeasureALoadOfTwoAgents() throws Exception {
        var scenario = ScenarioText.read("""
                num_publishers = 3
                num_subscribers = 2
                num_messages = 200
                qos_publisher = 1
                qos_subscriber = 1
                x.topic = agents/{client}/{seq}
                x.window = 50
                x.connections = 5
                """);
        for (int round = 0; round < 2; round++) {
            var loaded = two.run(scenario, broker.address(), "ag" + round, RunListener.NONE);
            var result = loaded.result();

            assertThat(result.sent()).extracting(SentLog::publisher).containsExactly(0, 1, 2);
            assertThat(result.acknowledgedCount()).isEqualTo(600);
            assertThat(result.deliveries().received()).isEqualTo(1_200);
            assertThat(result.deliveries().lost()).isZero();
            assertThat(result.deliveries().duplicated()).isZero();
            assertThat(result.deliveries().latency().count()).isEqualTo(1_200);
            assertThat(result.sentPerSecond().total()).isEqualTo(600);
            assertThat(result.connections().connected()).isEqualTo(10);
            assertThat(loaded.agents()).hasSize(2).allSatisfy(AgentLoadsTest::assertPlausible);
        }
    }

    @Test
    void shouldSpreadClientsOverProcessesOfThisMachine() throws Exception {
        var scenario = ScenarioText.read("""
                num_publishers = 3
                num_subscribers = 2
                num_messages = 10
                qos_publisher = 1
                qos_subscriber = 1
                x.connections = 31
                x.calls = 40
                x.devices = 31
                """);
        var before = children();
        try (var loads = AgentLoads.start(AgentAddress.parseAll("local:2"))) {
            var loaded = loads.run(scenario, broker.address(), "agl", RunListener.NONE);
            var result = loaded.result();

            assertThat(result.failures()).isEmpty();
            assertThat(result.acknowledgedCount()).isEqualTo(30);
            assertThat(result.deliveries().received()).isEqualTo(60);
            assertThat(result.deliveries().lost()).isZero();
            assertThat(result.connections().connected()).isEqualTo(31 + 5 + 1);
            assertThat(result.calls().answered().count()).isEqualTo(40);
            assertThat(loaded.agents()).extracting(AgentFigures::name).containsExactly("local:1", "local:2");
            assertThat(children()).hasSize(before.size() + 2).containsAll(before);
        }
        assertThat(children()).isEqualTo(before);
    }

    @Test
    void shouldStartAProcessAgainThatWasKilled() throws Exception {
        var scenario = ScenarioText.read("num_publishers = 1\nnum_messages = 10");
        var before = children();
        try (var loads = AgentLoads.start(AgentAddress.parseAll("local:1"))) {
            children().stream().filter(process -> !before.contains(process)).forEach(ProcessHandle::destroyForcibly);

            assertThatThrownBy(() -> loads.run(scenario, broker.address(), "agk", RunListener.NONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Agent local:1 is lost: ")
                    .hasMessageContaining("exit code 137");
            var again = loads.run(scenario, broker.address(), "agk", RunListener.NONE);
            assertThat(again.result().sentCount()).isEqualTo(10);
        }
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    @Test
    void shouldTellTheCountsOfAllAgentsWhileTheyRun() throws Exception {
        var scenario = ScenarioText.read("""
                num_publishers = 4
                num_subscribers = 1
                qos_publisher = 1
                x.rate = 200 for 2 s
                """);
        var listener = new Counting();
        var unused = two.run(scenario, broker.address(), "agc", listener);

        assertThat(listener.meanwhile.get().sent()).isBetween(1L, 399L);
        assertThat(listener.meanwhile.get().recent().count()).isPositive();
        assertThat(listener.atTheEnd.get().sent()).isEqualTo(400);
        assertThat(listener.atTheEnd.get().acknowledged()).isEqualTo(400);
        assertThat(listener.atTheEnd.get().received()).isBetween(1L, 400L);
    }

    /** Reads the counts until some messages were received, and again when all were sent. */
    private static final class Counting implements RunListener {

        private final CompletableFuture<LoadCounts> meanwhile = new CompletableFuture<>();
        private final CompletableFuture<LoadCounts> atTheEnd = new CompletableFuture<>();
        private @Nullable LoadProbe probe;

        @Override
        public void running(LoadProbe ofTheLoad) {
            probe = ofTheLoad;
            var unused = meanwhile.completeAsync(() -> {
                var counts = counts(ofTheLoad);
                while (counts.received() == 0) {
                    counts = counts(ofTheLoad);
                }
                return counts;
            });
        }

        private static LoadCounts counts(LoadProbe probe) {
            try {
                Thread.sleep(10);
                return probe.counts();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void sendingIsOver(long epochMicros) {
            atTheEnd.complete(counts(Objects.requireNonNull(probe)));
        }
    }

    @Test
    void shouldMeasureGroupsOfClients() throws Exception {
        var scenario = ScenarioText.read("""
                num_publishers = 0
                num_subscribers = 0
                num_messages = 100
                qos_publisher = 1
                qos_subscriber = 1
                x.window = 50
                x.group.one.num_publishers = 3
                x.group.one.num_subscribers = 1
                x.group.one.x.topic = agents-one/{client}
                x.group.two.num_publishers = 2
                x.group.two.num_subscribers = 3
                x.group.two.shared_subscription = true
                x.group.two.x.topic = agents-two/{client}
                """);
        var result =
                two.run(scenario, broker.address(), "agg", RunListener.NONE).result();

        assertThat(result.sent()).extracting(SentLog::publisher).containsExactly(0, 1, 2, 3, 4);
        assertThat(result.acknowledgedCount()).isEqualTo(500);
        assertThat(result.deliveries().byGroup())
                .extracting(
                        OfGroup::expected,
                        OfGroup::received,
                        OfGroup::lost,
                        OfGroup::duplicated,
                        group -> group.latency().count())
                .containsExactly(tuple(300L, 300L, 0L, 0L, 300L), tuple(200L, 200L, 0L, 0L, 200L));
        assertThat(result.deliveries().expected()).isEqualTo(500);
        assertThat(result.deliveries().received()).isEqualTo(500);
        assertThat(result.deliveries().lost()).isZero();
        assertThat(result.deliveries().duplicated()).isZero();
    }

    private static void assertPlausible(AgentFigures agent) {
        assertThat(agent.name()).startsWith("local:");
        assertThat(Math.abs(agent.offsetMs())).isLessThanOrEqualTo(agent.uncertaintyMs());
        assertThat(agent.uncertaintyMs()).isPositive();
    }

    @Test
    void shouldNameAnAgentThatCannotConnectItsClients() throws Exception {
        var scenario = ScenarioText.read("num_publishers = 2");
        int closed;
        try (var socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), closed);

        assertThatThrownBy(() -> two.run(scenario, address, "ag", RunListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("Agent local:[12]: A client could not connect.*");
        var next = two.run(scenario, broker.address(), "ag", RunListener.NONE);
        assertThat(next.result().sentCount()).isEqualTo(200);
    }

    @Test
    void shouldDisconnectItsClientsWhenTheCommanderIsGone() throws Exception {
        var plan = ScenarioText.read("num_publishers = 2\nx.connections = 3").load();
        var orders = new PipedOutputStream();
        var answers = new PipedOutputStream();
        var commander = new MessageStream(new PipedInputStream(answers), orders);
        var session = new AgentSession(new MessageStream(new PipedInputStream(orders), answers));
        var agent = new Thread(() -> session.serve(VERSION));
        agent.start();
        commander.write(new Connect("127.0.0.1", broker.address().getPort(), "gone", plan, Share.WHOLE, 0));
        assertThat(List.of(commander.read(), commander.read()))
                .containsExactly(new Message.Welcome(VERSION), new Message.Done());
        assertThat(eventLoops()).isNotEmpty();

        orders.close();
        agent.join();

        for (var loop : eventLoops()) {
            loop.join(LIMIT.toMillis());
            assertThat(loop.isAlive()).as(loop.getName()).isFalse();
        }
    }

    private static List<Thread> eventLoops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("loader-")
                        || thread.getName().startsWith("crowd-"))
                .toList();
    }

    @Test
    void shouldGoOnAfterAnOrderThatFails() throws Exception {
        try (var link = AgentLink.open(AgentAddress.parseAll("local:1").get(0), VERSION)) {
            assertThatThrownBy(() -> link.ask(new Message.Poll(), Message.Polled.class, LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent local:1: no clients are connected");
            var clock = link.compareClocks();
            assertThat(Math.abs(clock.micros())).isLessThanOrEqualTo(clock.uncertaintyMicros());
        }
    }

    @Test
    void shouldSayWhyAnAgentHasEnded() {
        var agent = agent("echo 'sh: 1: java: not found' >&2; exit 127");

        assertThatThrownBy(() -> AgentLoads.start(List.of(agent)))
                .isInstanceOf(IOException.class)
                .hasMessage("Agent fake is lost: its output has ended, exit code 127\n    sh: 1: java: not found");
    }

    @Test
    void shouldRefuseAnotherVersion() throws Exception {
        assertThatThrownBy(() -> AgentLink.open(agent(welcome("0.1")), VERSION))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("Agent fake has version 0.1", VERSION);
    }

    @Test
    void shouldEndAnAgentThatDoesNotAnswer() throws Exception {
        try (var link = AgentLink.open(agent(welcome(VERSION) + "; echo stuck >&2; exec sleep 600"), VERSION)) {
            assertThatThrownBy(() -> link.ask(new Message.Poll(), Message.Polled.class, Duration.ofSeconds(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent fake is lost: it did not answer within 1 s, exit code 137\n    stuck");
            assertThatThrownBy(() -> link.ask(new Message.Poll(), Message.Polled.class, LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent fake has ended");
        }
    }

    private static AgentAddress agent(String script) {
        return new AgentAddress("fake", true, List.of("/bin/sh", "-c", script));
    }

    /** Returns a command that prints the first message of an agent. */
    private String welcome(String version) throws IOException {
        var bytes = new ByteArrayOutputStream();
        new MessageStream(InputStream.nullInputStream(), bytes).write(new Message.Welcome(version));
        return "cat '" + Files.write(folder.resolve("welcome"), bytes.toByteArray()) + "'";
    }

    @ParameterizedTest
    @CsvSource({
        "x.link = 100 Mbit/s, x.link",
        "x.faults = 1 s disconnect-all, disconnect-all",
        "x.payload = edge-node, edge nodes",
        "output = /tmp, output"
    })
    void shouldSayWhatAgentsCannotDo(String line, String named) throws Exception {
        var scenario =
                ScenarioText.read(line + (line.contains("edge") ? "\nnum_subscribers = 0\nx.rate = 10 for 1 s" : ""));
        assertThat(two.unmet(scenario)).get().asString().contains(named);
    }
}
