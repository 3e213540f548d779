// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.ClockRead;
import io.github.hivemqtdengine.loadtest.agent.Message.Failed;
import io.github.hivemqtdengine.loadtest.agent.Message.ReadClock;
import io.github.hivemqtdengine.loadtest.agent.Message.Welcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Commander's end of the connection with an agent, which it has started. Every error names the agent. Not thread-safe. */
final class AgentLink implements AutoCloseable {

    /** An agent starts a JVM first. */
    private static final Duration TO_START = Duration.ofSeconds(60);

    private static final Duration TO_READ_CLOCK = Duration.ofSeconds(10);
    private static final long SECONDS_TO_EXIT = 5;
    private static final int LINES_TO_SHOW = 20;

    private final AgentAddress address;
    private final Process process;
    private final MessageStream stream;
    private final Deque<String> errors = new ArrayDeque<>();
    private final Thread errorReader;
    private final ExecutorService exchanges;

    private AgentLink(AgentAddress address, Process process) {
        this.address = address;
        this.process = process;
        this.stream = new MessageStream(process.getInputStream(), process.getOutputStream());
        this.errorReader = daemon("agent-errors", this::readErrors);
        this.exchanges = Executors.newSingleThreadExecutor(task -> daemon("agent-exchange", task));
    }

    private static Thread daemon(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts an agent.
     *
     * @param version version of this suite
     * @throws IOException if the agent does not start, or has another version
     */
    static AgentLink open(AgentAddress address, String version) throws IOException, InterruptedException {
        AgentLink link;
        try {
            link = new AgentLink(address, new ProcessBuilder(address.command()).start());
        } catch (IOException e) {
            throw new IOException("Agent " + address + " does not start: " + e.getMessage(), e);
        }
        link.errorReader.start();
        try {
            var theirs = link.checked(link.exchange(TO_START, MessageStream::read), Welcome.class)
                    .version();
            if (!theirs.equals(version)) {
                throw new IOException("Agent " + address + " has version " + theirs
                        + " of the load tests, this is version " + version + ": install the same version");
            }
            return link;
        } catch (IOException | InterruptedException e) {
            link.close();
            throw e;
        }
    }

    /** Shows what the agent prints to standard error, and keeps the last lines for errors. */
    private void readErrors() {
        try (BufferedReader reader = process.errorReader()) {
            reader.lines().forEach(line -> {
                System.err.println(line);
                synchronized (errors) {
                    errors.add(line);
                    if (errors.size() > LINES_TO_SHOW) {
                        errors.remove();
                    }
                }
            });
        } catch (IOException | UncheckedIOException e) {
            // the agent has ended
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
        var received = exchange(limit, its -> {
            its.write(order);
            return its.read();
        });
        return checked(received, answer);
    }

    private <T extends Message> T checked(Message received, Class<T> answer) throws IOException {
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

    /**
     * Uses the stream within a limit.
     *
     * @throws IOException if the agent is lost or late: with its exit code and what it printed last
     */
    <T> T exchange(Duration limit, Exchange<T> exchange) throws IOException, InterruptedException {
        try {
            var result = exchanges.submit(() -> exchange.on(stream));
            return result.get(limit.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw lost(Objects.requireNonNullElse(e.getCause(), e));
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw lost(new IOException("it did not answer within " + limit.toSeconds() + " s", e));
        } catch (RejectedExecutionException e) {
            throw new IOException("Agent " + address + " has ended", e);
        } catch (InterruptedException e) {
            close(); // the answer would be taken for that of the next order
            throw e;
        }
    }

    private IOException lost(Throwable why) {
        close();
        var message = new StringBuilder("Agent " + address + " is lost: " + why.getMessage());
        if (!process.isAlive()) {
            message.append(", exit code ").append(process.exitValue());
        }
        synchronized (errors) {
            errors.forEach(line -> message.append("\n    ").append(line));
        }
        return new IOException(message.toString(), why);
    }

    /** Compares the agent's clock with that of this machine. */
    ClockOffset compareClocks() throws IOException, InterruptedException {
        return ClockOffset.measure(
                () -> ask(new ReadClock(), ClockRead.class, TO_READ_CLOCK).epochMicros());
    }

    /** Tells the agent that no order follows, without waiting for its end. */
    void endOrders() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it has ended
        }
    }

    /** Ends the agent, which has 5 s to disconnect its clients. */
    @Override
    public void close() {
        endOrders();
        try {
            if (!process.waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS)) {
                var unused = process.destroyForcibly().waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS);
            }
            errorReader.join(TimeUnit.SECONDS.toMillis(1)); // a child of it may keep the stream open
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        exchanges.shutdownNow();
    }

    /** Use of the stream. */
    @FunctionalInterface
    interface Exchange<T> {

        T on(MessageStream stream) throws IOException;
    }
}
