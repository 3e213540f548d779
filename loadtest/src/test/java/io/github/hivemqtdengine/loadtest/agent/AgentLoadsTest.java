// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.loadtest.agent.Message.Connect;
import io.github.hivemqtdengine.loadtest.agent.Message.Hello;
import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries.OfGroup;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.LoadProbe;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.mqtt.Share;
import io.github.hivemqtdengine.loadtest.mqtt.SharedHiveMq;
import io.github.hivemqtdengine.loadtest.mqtt.TestBroker;
import io.github.hivemqtdengine.loadtest.runner.Versions;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads by agents of this process, which share its clock. */
@ExtendWith(SharedHiveMq.class)
class AgentLoadsTest {

    private static final String TOKEN = "secret token";

    private final TestBroker broker;
    private final List<AgentServer> servers = new ArrayList<>();

    AgentLoadsTest(TestBroker broker) {
        this.broker = broker;
    }

    @AfterEach
    void close() throws IOException {
        for (var server : servers) {
            server.close();
        }
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
        try (var loads = AgentLoads.connect(List.of(agent(), agent()), TOKEN)) {
            for (int round = 0; round < 2; round++) {
                EpochMicros.correctBy(0); // agents of this process correct the clock that they are compared with
                var loaded = loads.run(scenario, broker.address(), "ag" + round, RunListener.NONE);
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
                assertThat(loaded.printed()).containsOnlyKeys(Figure.LOADER_CPU_US);
            }
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
        try (var loads = AgentLoads.connect(AgentAddress.parseAll("local:2"), "")) {
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
        try (var loads = AgentLoads.connect(AgentAddress.parseAll("local:1"), "")) {
            children().stream().filter(process -> !before.contains(process)).forEach(ProcessHandle::destroyForcibly);

            assertThatThrownBy(() -> loads.run(scenario, broker.address(), "agk", RunListener.NONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Agent local:1 is lost: ");
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
        try (var loads = AgentLoads.connect(List.of(agent(), agent()), TOKEN)) {
            var unused = loads.run(scenario, broker.address(), "agc", listener);
        }

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
    void shouldRefuseCountsThatAreMalformed() throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var agent = CompletableFuture.runAsync(() -> answerWithMalformedCounts(listener));
            var address = new AgentAddress.Tcp("127.0.0.1", listener.getLocalPort());
            var plan = ScenarioText.read("num_publishers = 1").load();
            try (var link = AgentLink.open(address, new Hello("1.0", ""))) {
                var task = new Connect("127.0.0.1", 1, "ag", plan, Share.WHOLE, 0);
                var generator = new RemoteGenerator(link, task, 1_000);
                var unused = generator.probe().orElseThrow().counts();

                assertThatThrownBy(generator::progress)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("Agent " + address + " sent counts that are malformed");
            }
            agent.join();
        }
    }

    private static void answerWithMalformedCounts(ServerSocket listener) {
        try (var socket = listener.accept()) {
            var in = socket.getInputStream();
            var out = socket.getOutputStream();
            for (var answer :
                    List.of(new Message.Welcome("1.0"), new Message.CountsRead(ByteBuffer.wrap(new byte[] {1})))) {
                var unused = Frames.read(in, MessageStream.MOST_BYTES);
                Frames.write(out, MessageJson.write(answer), MessageStream.MOST_BYTES);
            }
            var unused = in.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        try (var loads = AgentLoads.connect(List.of(agent(), agent()), TOKEN)) {
            var result = loads.run(scenario, broker.address(), "agg", RunListener.NONE)
                    .result();

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
    }

    private static void assertPlausible(AgentFigures agent) {
        assertThat(agent.name()).startsWith("tcp:127.0.0.1:");
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
        var agent = agent();
        try (var loads = AgentLoads.connect(List.of(agent), TOKEN)) {
            assertThatThrownBy(() -> loads.run(scenario, address, "ag", RunListener.NONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Agent " + agent + ": A client could not connect");
            var next = loads.run(scenario, broker.address(), "ag", RunListener.NONE);
            assertThat(next.result().sentCount()).isEqualTo(200);
        }
    }

    @Test
    void shouldDisconnectItsClientsWhenTheCommanderIsGone() throws Exception {
        var plan = ScenarioText.read("num_publishers = 2\nx.connections = 3").load();
        var agent = agent();
        var hello = new Hello(Versions.read().suite(), TOKEN);
        var port = broker.address().getPort();
        try (var link = AgentLink.open(agent, hello)) {
            var task = new Connect("127.0.0.1", port, "gone", plan, Share.WHOLE, 0);
            new RemoteGenerator(link, task, 1).connect();
            assertThat(eventLoops()).isPositive();
        }
        while (eventLoops() > 0) {
            Thread.sleep(5);
        }
        AgentLoads.connect(List.of(agent), TOKEN).close();
    }

    private static long eventLoops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("loader-")
                        || thread.getName().startsWith("crowd-"))
                .count();
    }

    @Test
    void shouldNameAnAgentThatIsLost() throws Exception {
        var scenario = ScenarioText.read("num_publishers = 2");
        var agent = agent();
        try (var fake = new FakeAgent();
                var loads = AgentLoads.connect(List.of(agent, fake.address()), TOKEN)) {
            assertThatThrownBy(() -> loads.run(scenario, broker.address(), "ag", RunListener.NONE))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent " + fake.address() + " is lost: the connection has ended");
        }
    }

    @Test
    @Timeout(20)
    void shouldRefuseResultsWithoutAnEnd() throws Exception {
        var plan = ScenarioText.read("num_publishers = 2").load();
        var empty = new Message.Chunk(ByteBuffer.allocate(0), false);
        try (var fake = new FakeAgent(new Message.Usage(Optional.empty(), OptionalLong.empty()), empty);
                var link =
                        AgentLink.open(fake.address(), new Hello(Versions.read().suite(), TOKEN))) {
            var generator = new RemoteGenerator(link, new Connect("h", 1, "p", plan, Share.WHOLE, 0), 1_000);

            assertThatThrownBy(generator::end)
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent " + fake.address() + " sent results without an end");
        }
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
        try (var loads = AgentLoads.connect(List.of(agent()), TOKEN)) {
            assertThat(loads.unmet(scenario)).get().asString().contains(named);
        }
    }

    private AgentAddress agent() throws IOException {
        var server = AgentServer.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Versions.read().suite(),
                TOKEN,
                new PrintWriter(Writer.nullWriter()));
        servers.add(server);
        start("agent-server", server::serve);
        return new AgentAddress.Tcp("127.0.0.1", server.address().getPort());
    }

    private static void start(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Agent that welcomes its commander, and leaves at the first order, or repeats its last answer to it for ever. */
    private static final class FakeAgent implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

        private final List<Message> answers;

        FakeAgent(Message... answers) throws IOException {
            this.answers = List.of(answers);
            start("fake-agent", this::serve);
        }

        AgentAddress address() {
            return new AgentAddress.Tcp("127.0.0.1", server.getLocalPort());
        }

        private void serve() {
            try (Socket socket = server.accept()) {
                Frames.read(socket.getInputStream(), MessageStream.MOST_FIRST_BYTES);
                var welcome =
                        MessageJson.write(new Message.Welcome(Versions.read().suite()));
                Frames.write(socket.getOutputStream(), welcome, MessageStream.MOST_BYTES);
                Frames.read(socket.getInputStream(), MessageStream.MOST_BYTES);
                for (int i = 0; !answers.isEmpty(); i = Math.min(i + 1, answers.size() - 1)) {
                    var answer = MessageJson.write(answers.get(i));
                    Frames.write(socket.getOutputStream(), answer, MessageStream.MOST_BYTES);
                }
            } catch (IOException e) {
                // closed
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
