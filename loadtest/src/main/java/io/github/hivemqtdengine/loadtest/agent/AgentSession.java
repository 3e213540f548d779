// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.Begin;
import io.github.hivemqtdengine.loadtest.agent.Message.Chunk;
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
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator;
import io.github.hivemqtdengine.loadtest.mqtt.LoadProbe;
import io.github.hivemqtdengine.loadtest.mqtt.Loader;
import io.github.hivemqtdengine.loadtest.mqtt.Measured;
import io.github.hivemqtdengine.loadtest.runner.Sentence;
import io.github.hivemqtdengine.loadtest.stack.process.ProcessFigures;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Orders of one commander, carried out one after another until its connection ends. Confined to one thread. */
final class AgentSession {

    private static final int CHUNK_BYTES = 1 << 20;
    private static final String LEFT = "The commander has left";
    private static final Duration FOREVER = Duration.ofDays(365);

    private final MessageStream stream;
    private final Consumer<String> log;
    private @Nullable LoadGenerator generator;
    private Optional<LoadProbe> probe = Optional.empty();
    private ProcessFigures before = usage();
    private CompletableFuture<@Nullable Void> started = CompletableFuture.completedFuture(null);

    /** @param log receives a sentence when a load begins or ends */
    AgentSession(MessageStream stream, Consumer<String> log) {
        this.stream = stream;
        this.log = log;
    }

    /** Serves until the connection ends or the thread is interrupted; no client is connected then. */
    void serve() {
        try {
            while (true) {
                answer(stream.receive(FOREVER));
            }
        } catch (IOException e) {
            log.accept(generator == null ? LEFT : "The commander is lost: " + e.getMessage());
        } catch (InterruptedException e) {
            log.accept(generator == null ? LEFT : "The commander is lost in the middle of an order");
        } finally {
            Thread.interrupted(); // its clients still say goodbye
            disconnect();
            stream.close();
        }
    }

    private void answer(Message order) throws IOException, InterruptedException {
        try {
            if (order instanceof End) {
                end(running().end());
            } else {
                stream.send(carryOut(order));
            }
        } catch (IOException | RuntimeException e) {
            stream.send(new Failed(Sentence.of(e)));
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
        log.accept("A load begins");
        var starting = new CompletableFuture<@Nullable Void>();
        started = starting;
        var thread = new Thread(() -> start(beginning, left, starting), "agent-start");
        thread.setDaemon(true);
        thread.start();
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
        stream.send(new Usage(now.cpuSince(before), now.memoryBytes()));
        try (var chunks = new Chunks()) {
            MeasuredBytes.write(measured, chunks);
        }
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
            log.accept("The load has ended");
        }
    }

    /** Sends what is written in parts, the last one when closed. */
    private final class Chunks extends OutputStream {

        private final byte[] buffer = new byte[CHUNK_BYTES];
        private int length;
        private boolean closed;

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            int written = 0;
            while (written < count) {
                if (length == buffer.length) {
                    send(false);
                }
                int part = Math.min(count - written, buffer.length - length);
                System.arraycopy(bytes, offset + written, buffer, length, part);
                length += part;
                written += part;
            }
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                send(true);
            }
        }

        private void send(boolean last) throws IOException {
            stream.send(new Chunk(ByteBuffer.wrap(buffer, 0, length), last));
            length = 0;
        }
    }
}
