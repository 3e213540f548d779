// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.agent.Message.Done;
import io.github.hivemqtdengine.loadtest.agent.Message.Hello;
import io.github.hivemqtdengine.loadtest.agent.Message.Poll;
import io.github.hivemqtdengine.loadtest.agent.Message.Polled;
import io.github.hivemqtdengine.loadtest.agent.Message.Welcome;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentServerTest {

    private static final Hello HELLO = new Hello("1.0", "secret token");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final StringWriter printed = new StringWriter();
    private AgentServer server;
    private AgentAddress address;

    @BeforeEach
    void listen() throws Exception {
        server = AgentServer.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "1.0",
                "secret token",
                new PrintWriter(printed, true));
        address = new AgentAddress.Tcp("127.0.0.1", server.address().getPort());
        var thread = new Thread(server::serve, "agent-server");
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void shouldAnswerOrders() throws Exception {
        try (var link = AgentLink.open(address, HELLO)) {
            var clock = link.compareClocks();

            assertThat(Math.abs(clock.micros())).isLessThanOrEqualTo(clock.uncertaintyMicros());
            assertThatThrownBy(() -> link.ask(new Poll(), Polled.class, LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent " + address + ": no clients are connected");
            link.compareClocks(); // an order that fails is not the end
        }
    }

    @Test
    void shouldRefuseAWrongToken() {
        assertThatThrownBy(() -> AgentLink.open(address, new Hello("1.0", "secret")))
                .isInstanceOf(IOException.class)
                .hasMessage("Agent " + address + ": the token is not that of the agent");
    }

    @Test
    void shouldRefuseAnotherVersion() {
        assertThatThrownBy(() -> AgentLink.open(address, new Hello("2.0", "secret token")))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("version 1.0", "version 2.0");
    }

    @Test
    void shouldServeOneCommanderAtATime() throws Exception {
        try (var link = AgentLink.open(address, HELLO)) {
            assertThatThrownBy(() -> AgentLink.open(address, HELLO))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Agent " + address + ": it serves another commander");
            link.compareClocks();
        }
        AgentLink next;
        do {
            next = tryToOpen(); // the agent notices the end of the connection a little later
        } while (next == null);
        next.close();
        assertThat(printed.toString()).contains("The commander has left").doesNotContain("is lost");
    }

    private @Nullable AgentLink tryToOpen() throws InterruptedException {
        try {
            return AgentLink.open(address, HELLO);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("serves another commander");
            return null;
        }
    }

    @Test
    void shouldCloseConnectionsThatAreNoCommanders() throws Exception {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        AgentLink.open(address, HELLO).close();
    }

    @Test
    void shouldCloseAConnectionThatNeverEndsItsFirstMessage() throws Exception {
        var anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var out = new PrintWriter(printed, true);
        try (var impatient = AgentServer.listen(anywhere, "1.0", "secret token", out, Duration.ofMillis(200))) {
            var thread = new Thread(impatient::serve, "impatient-agent");
            thread.setDaemon(true);
            thread.start();
            try (var socket = new Socket(
                    InetAddress.getLoopbackAddress(), impatient.address().getPort())) {
                socket.setSoTimeout(10);
                socket.getOutputStream().write(new byte[] {0, 0, 15, 0}); // a message of 3,840 bytes begins
                int bytes = 0;
                while (isOpenAfterAByte(socket)) {
                    bytes++;
                }
                assertThat(bytes).isBetween(1, 3_839);
            }
        }
    }

    private static boolean isOpenAfterAByte(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(' ');
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (SocketException e) {
            return false;
        }
    }

    @Test
    void shouldSayThatNoAgentListens() throws Exception {
        int closed;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        var nobody = new AgentAddress.Tcp("127.0.0.1", closed);

        assertThatThrownBy(() -> AgentLink.open(nobody, HELLO))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Agent " + nobody + " is not reached: ");
    }

    @Test
    void shouldServeTwoStreamsUntilTheyEnd() throws Exception {
        try (var orders = new PipedOutputStream();
                var answers = new PipedInputStream()) {
            var in = new PipedInputStream(orders);
            var out = new PipedOutputStream(answers);
            var ended = new CountDownLatch(1);
            var thread = new Thread(
                    () -> {
                        try {
                            AgentServer.serve("1.0", in, out);
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                        ended.countDown();
                    },
                    "agent-stdio");
            thread.start();
            var stream = MessageStream.start(orders, answers, orders, () -> {});

            stream.send(new Hello("1.0", ""));
            assertThat(stream.receive(LIMIT)).isEqualTo(new Welcome("1.0"));
            stream.send(new Message.Disconnect());
            assertThat(stream.receive(LIMIT)).isEqualTo(new Done());
            stream.close();

            ended.await();
        }
    }

    @Test
    void shouldGiveUpOnAPeerWithoutSignsOfLife() throws Exception {
        try (var orders = new PipedOutputStream();
                var silent = new PipedInputStream(new PipedOutputStream());
                var ignored = new PipedInputStream(orders)) {
            var stream = MessageStream.start(silent, silent, orders, Duration.ofMillis(30), () -> {});

            assertThatThrownBy(() -> stream.receive(LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("it gave no sign of life");
            assertThat(ignored.available()).isNotNegative();
        }
    }
}
