// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.AskBroker;
import io.github.hivemqtdengine.loadtest.agent.Message.Begin;
import io.github.hivemqtdengine.loadtest.agent.Message.BrokerAsked;
import io.github.hivemqtdengine.loadtest.agent.Message.Connect;
import io.github.hivemqtdengine.loadtest.agent.Message.CountsRead;
import io.github.hivemqtdengine.loadtest.agent.Message.Disconnect;
import io.github.hivemqtdengine.loadtest.agent.Message.Done;
import io.github.hivemqtdengine.loadtest.agent.Message.End;
import io.github.hivemqtdengine.loadtest.agent.Message.Poll;
import io.github.hivemqtdengine.loadtest.agent.Message.Polled;
import io.github.hivemqtdengine.loadtest.agent.Message.ReadCounts;
import io.github.hivemqtdengine.loadtest.agent.Message.SendingStopped;
import io.github.hivemqtdengine.loadtest.agent.Message.Stop;
import io.github.hivemqtdengine.loadtest.agent.Message.Usage;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator;
import io.github.hivemqtdengine.loadtest.mqtt.LoadProbe;
import io.github.hivemqtdengine.loadtest.mqtt.Measured;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Load generator that an agent runs. */
final class RemoteGenerator implements LoadGenerator {

    private static final Duration TO_CONNECT = Duration.ofMinutes(61);
    private static final Duration TO_ANSWER = Duration.ofSeconds(60);
    private static final Duration TO_SEND = Duration.ofMinutes(10);

    private final AgentLink link;
    private final Connect task;
    private final long mostBytes;
    private boolean connecting;
    private volatile LoadCounts counts = LoadCounts.none();
    private volatile boolean countsRequested;
    private Usage usage = new Usage(Optional.empty(), OptionalLong.empty());

    /** @param mostBytes most bytes of the measurements */
    RemoteGenerator(AgentLink link, Connect task, long mostBytes) {
        this.link = link;
        this.task = task;
        this.mostBytes = mostBytes;
    }

    @Override
    public void connect() throws IOException, InterruptedException {
        connecting = true;
        link.ask(task, Done.class, TO_CONNECT);
    }

    @Override
    public void begin(long startMicros) throws IOException, InterruptedException {
        link.ask(new Begin(startMicros), Done.class, TO_ANSWER);
    }

    @Override
    public void start() {}

    /** Returns access to the counts of the first {@link #progress} after they were read last, or when sending stopped. */
    @Override
    public Optional<LoadProbe> probe() {
        return Optional.of(() -> {
            countsRequested = true;
            return counts;
        });
    }

    private void readCounts() throws IOException, InterruptedException {
        var bytes = link.ask(new ReadCounts(), CountsRead.class, TO_ANSWER).bytes();
        var content = new byte[bytes.remaining()];
        bytes.get(content);
        counts = LoadCounts.read(new DataInputStream(new ByteArrayInputStream(content)));
    }

    @Override
    public Progress progress() throws IOException, InterruptedException {
        if (countsRequested) {
            countsRequested = false;
            readCounts();
        }
        return link.ask(new Poll(), Polled.class, TO_ANSWER).progress();
    }

    @Override
    public Stopped stopSending() throws IOException, InterruptedException {
        var stopped = link.ask(new Stop(), SendingStopped.class, TO_ANSWER).stopped();
        readCounts();
        return stopped;
    }

    @Override
    public boolean isAnswered() throws IOException, InterruptedException {
        return link.ask(new AskBroker(), BrokerAsked.class, TO_ANSWER).answers();
    }

    @Override
    public Measured end() throws IOException, InterruptedException {
        usage = link.ask(new End(), Usage.class, TO_ANSWER);
        return link.exchange(TO_SEND, stream -> stream.read(task.plan(), mostBytes));
    }

    /** Returns what the agent's process used, after the end. */
    Usage usage() {
        return usage;
    }

    /** Lets the agent disconnect its clients; an agent that does not answer has its connection closed. */
    @Override
    public void close() {
        if (!connecting) {
            return;
        }
        try {
            link.ask(new Disconnect(), Done.class, TO_ANSWER);
        } catch (IOException e) {
            link.close();
        } catch (InterruptedException e) {
            link.close();
            Thread.currentThread().interrupt();
        }
    }
}
