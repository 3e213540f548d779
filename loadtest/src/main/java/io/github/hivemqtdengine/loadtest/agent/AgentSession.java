// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.AskBroker;
import io.github.hivemqtdengine.loadtest.agent.Message.Begin;
import io.github.hivemqtdengine.loadtest.agent.Message.BrokerAsked;
import io.github.hivemqtdengine.loadtest.agent.Message.ClockRead;
import io.github.hivemqtdengine.loadtest.agent.Message.Connect;
import io.github.hivemqtdengine.loadtest.agent.Message.CountsRead;
import io.github.hivemqtdengine.loadtest.agent.Message.Disconnect;
import io.github.hivemqtdengine.loadtest.agent.Message.Done;
import io.github.hivemqtdengine.loadtest.agent.Message.End;
import io.github.hivemqtdengine.loadtest.agent.Message.Failed;
import io.github.hivemqtdengine.loadtest.agent.Message.Poll;
import io.github.hivemqtdengine.loadtest.agent.Message.Polled;
import io.github.hivemqtdengine.loadtest.agent.Message.ReadClock;
import io.github.hivemqtdengine.loadtest.agent.Message.ReadCounts;
import io.github.hivemqtdengine.loadtest.agent.Message.SendingStopped;
import io.github.hivemqtdengine.loadtest.agent.Message.Stop;
import io.github.hivemqtdengine.loadtest.agent.Message.Usage;
import io.github.hivemqtdengine.loadtest.agent.Message.Welcome;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.ProcessFigures;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator;
import io.github.hivemqtdengine.loadtest.mqtt.LoadProbe;
import io.github.hivemqtdengine.loadtest.mqtt.Loader;
import io.github.hivemqtdengine.loadtest.mqtt.Measured;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Orders of the commander, carried out one after another until its stream ends. Confined to one thread. */
final class AgentSession {

    private final MessageStream stream;
    private final BlockingQueue<Message> orders = new LinkedBlockingQueue<>();
    private @Nullable LoadGenerator generator;
    private Optional<LoadProbe> probe = Optional.empty();
    private ProcessFigures before = usage();
    private CompletableFuture<@Nullable Void> started = CompletableFuture.completedFuture(null);

    AgentSession(MessageStream stream) {
        this.stream = stream;
    }

    /**
     * Serves until the commander is gone; no client is connected then.
     *
     * @param version version of this suite
     */
    void serve(String version) {
        var serving = Thread.currentThread();
        start("agent-orders", () -> {
            try {
                while (true) {
                    orders.add(stream.read());
                }
            } catch (IOException e) {
                serving.interrupt();
            }
        });
        try {
            stream.write(new Welcome(version));
            while (true) {
                answer(orders.take());
            }
        } catch (IOException | InterruptedException e) {
            Thread.interrupted(); // its clients still say goodbye
        } finally {
            disconnect();
        }
    }

    private static void start(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(Message order) throws IOException, InterruptedException {
        try {
            if (order instanceof End) {
                end(running().end());
            } else {
                stream.write(carryOut(order));
            }
        } catch (IOException | RuntimeException e) {
            stream.write(new Failed(Sentence.of(e)));
        }
    }

    private Message carryOut(Message order) throws IOException, InterruptedException {
        if (order instanceof ReadClock) {
            return new ClockRead(EpochMicros.system());
        } else if (order instanceof Connect connect) {
            connect(connect);
        } else if (order instanceof Begin begin) {
            begin(begin.startMicros());
        } else if (order instanceof Poll) {
            failIfNotStarted();
            return new Polled(running().progress());
        } else if (order instanceof ReadCounts) {
            return new CountsRead(counts());
        } else if (order instanceof Stop) {
            failIfNotStarted();
            return new SendingStopped(running().stopSending());
        } else if (order instanceof AskBroker) {
            return new BrokerAsked(running().isAnswered());
        } else if (order instanceof Disconnect) {
            disconnect();
        } else {
            throw new IOException(order.getClass().getSimpleName() + " is no order");
        }
        return new Done();
    }

    private LoadGenerator running() throws IOException {
        if (generator == null) {
            throw new IOException("no clients are connected");
        }
        return generator;
    }

    private void connect(Connect task) throws IOException, InterruptedException {
        disconnect();
        before = usage();
        EpochMicros.correctBy(-task.offsetMicros());
        var loader =
                new Loader(new InetSocketAddress(task.host(), task.port()), task.clientPrefix(), Recording.NOTHING);
        generator = loader.generator(task.plan(), task.share());
        generator.connect();
    }

    private void begin(long startMicros) throws IOException, InterruptedException {
        long left = startMicros - EpochMicros.now();
        if (left <= 0) {
            throw new IOException("the start came " + -left / 1_000 + " ms too late");
        }
        var beginning = running();
        beginning.begin(startMicros);
        probe = beginning.probe();
        var starting = new CompletableFuture<@Nullable Void>();
        started = starting;
        start("agent-start", () -> start(beginning, left, starting));
    }

    private static void start(LoadGenerator generator, long micros, CompletableFuture<@Nullable Void> started) {
        try {
            TimeUnit.MICROSECONDS.sleep(micros);
            generator.start();
            started.complete(null);
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.completeExceptionally(e);
        }
    }

    private void failIfNotStarted() throws IOException {
        if (started.isCompletedExceptionally()) {
            throw new IOException("the publishers did not start");
        }
    }

    private void end(Measured measured) throws IOException {
        var now = usage();
        stream.write(new Usage(now.cpuSince(before), now.memoryBytes()));
        stream.write(measured);
    }

    private ByteBuffer counts() throws IOException, InterruptedException {
        var counts = probe.isPresent() ? probe.get().counts() : LoadCounts.none();
        var bytes = new ByteArrayOutputStream();
        counts.write(new DataOutputStream(bytes));
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private static ProcessFigures usage() {
        return ProcessFigures.of(List.of(ProcessHandle.current()));
    }

    private void disconnect() {
        if (generator != null) {
            generator.close();
            generator = null;
            probe = Optional.empty();
        }
    }
}
