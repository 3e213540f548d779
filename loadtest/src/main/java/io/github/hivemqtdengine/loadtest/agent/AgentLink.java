// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.ClockRead;
import io.github.hivemqtdengine.loadtest.agent.Message.Failed;
import io.github.hivemqtdengine.loadtest.agent.Message.Hello;
import io.github.hivemqtdengine.loadtest.agent.Message.ReadClock;
import io.github.hivemqtdengine.loadtest.agent.Message.Welcome;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Commander's end of the connection with one agent. Every error names the agent. Not thread-safe. */
final class AgentLink implements AutoCloseable {

    private static final int MILLIS_TO_CONNECT = 10_000;
    /** An agent that is started by ssh or on this machine starts a JVM first. */
    private static final Duration TO_WELCOME = Duration.ofSeconds(60);

    private static final Duration TO_READ_CLOCK = Duration.ofSeconds(10);
    private static final long SECONDS_TO_EXIT = 5;

    private final AgentAddress address;
    private final MessageStream stream;
    private final Optional<Process> process;

    /** @param process agent that was started; empty for one that listens */
    private AgentLink(AgentAddress address, MessageStream stream, Optional<Process> process) {
        this.address = address;
        this.stream = stream;
        this.process = process;
    }

    /**
     * Connects with an agent.
     *
     * @param hello this suite's version and the agent's token
     * @throws IOException if the agent is not reached, refuses the token, or has another version
     */
    static AgentLink open(AgentAddress address, Hello hello) throws IOException, InterruptedException {
        AgentLink link;
        try {
            link = connect(address);
        } catch (IOException e) {
            throw new IOException("Agent " + address + " is not reached: " + e.getMessage(), e);
        }
        try {
            var welcome = link.ask(hello, Welcome.class, TO_WELCOME);
            if (!welcome.version().equals(hello.version())) {
                throw new IOException("Agent " + address + " has version " + welcome.version()
                        + " of the load tests, this is version " + hello.version() + ": install the same version");
            }
            return link;
        } catch (IOException | InterruptedException e) {
            link.close();
            throw e;
        }
    }

    private static AgentLink connect(AgentAddress address) throws IOException {
        if (address instanceof AgentAddress.Started started) {
            var process = new ProcessBuilder(started.command())
                    .redirectError(Redirect.INHERIT)
                    .start();
            var stream = MessageStream.start(
                    () -> end(process), process.getInputStream(), process.getOutputStream(), () -> {});
            return new AgentLink(address, stream, Optional.of(process));
        }
        var tcp = (AgentAddress.Tcp) address;
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(tcp.host(), tcp.port()), MILLIS_TO_CONNECT);
            socket.setTcpNoDelay(true);
            var stream = MessageStream.start(socket, socket.getInputStream(), socket.getOutputStream(), () -> {});
            return new AgentLink(address, stream, Optional.empty());
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static void end(Process process) {
        endOrders(process);
        try {
            if (!process.waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS)) {
                var unused = process.destroyForcibly().waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void endOrders(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it has ended
        }
    }

    AgentAddress address() {
        return address;
    }

    /**
     * Sends an order and waits for its answer.
     *
     * @throws IOException if the agent is lost, is late, reports a failure, or answers something else
     */
    <T extends Message> T ask(Message order, Class<T> answer, Duration limit) throws IOException, InterruptedException {
        try {
            stream.send(order);
        } catch (IOException e) {
            throw named(e);
        }
        return receive(answer, limit);
    }

    /** Waits for a further part of an answer. */
    <T extends Message> T receive(Class<T> answer, Duration limit) throws IOException, InterruptedException {
        Message received;
        try {
            received = stream.receive(limit);
        } catch (IOException e) {
            throw named(e);
        } catch (InterruptedException e) {
            close(); // the answer would be taken for that of the next order
            throw e;
        }
        if (received instanceof Failed failed) {
            throw new IOException("Agent " + address + ": " + failed.why());
        }
        if (!answer.isInstance(received)) {
            close();
            throw new IOException("Agent " + address + " answered with "
                    + received.getClass().getSimpleName() + " instead of " + answer.getSimpleName());
        }
        return answer.cast(received);
    }

    private IOException named(IOException failure) {
        close();
        return new IOException("Agent " + address + " is lost: " + failure.getMessage(), failure);
    }

    /** Compares the agent's clock with that of this machine. */
    ClockOffset compareClocks() throws IOException, InterruptedException {
        return ClockOffset.measure(
                () -> ask(new ReadClock(), ClockRead.class, TO_READ_CLOCK).epochMicros());
    }

    /** Tells an agent that was started that no order follows, without waiting for its end. */
    void endOrders() {
        process.ifPresent(AgentLink::endOrders);
    }

    /** Closes the connection; an agent that was started has 5 s to end. */
    @Override
    public void close() {
        stream.close();
        process.ifPresent(AgentLink::end);
    }
}
